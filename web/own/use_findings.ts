import { useCallback, useEffect, useMemo, useState } from 'react';
import { createVerifyService } from '../engine/explore/create_explorer';
import { FileRefused } from '../engine/protocol/errors';
import { Latest } from '../engine/worker/latest';
import { keepOwnProgram } from '../store/browser/own_program';
import {
  type Assignment,
  type Complaint,
  complaintsOf,
  type StoryComplaint,
  storyComplaints,
} from './model/assignment';
import type { LeftOut, StoryFinding } from './model/findings';
import { bench } from './model/library';
import { type Explore, leaveOutEach, StoryRefused, tryStories } from './model/try_stories';

/** The results of a program. */
export type Found =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'trying'; readonly findings: readonly StoryFinding[]; readonly pairs: number }
  | { readonly kind: 'found'; readonly text: string; readonly findings: readonly StoryFinding[] }
  | {
      readonly kind: 'refused';
      readonly complaints: readonly Complaint[];
      /** The story is at fault, not the program. */
      readonly stories: readonly StoryComplaint[];
    }
  | { readonly kind: 'failed'; readonly message: string };

/** The results of leaving out one write-back or fence after the other. */
export type Advice =
  | { readonly kind: 'none' }
  | { readonly kind: 'trying'; readonly done: number; readonly of: number }
  | { readonly kind: 'given'; readonly lines: readonly LeftOut[] };

/** The milliseconds without a key before the program is tried. */
const PAUSE = 400;

function refusal(error: unknown): Found {
  if (!(error instanceof FileRefused))
    return { kind: 'failed', message: error instanceof Error ? error.message : `${error}` };
  const { problems } = error;
  const stories = error instanceof StoryRefused ? storyComplaints(error.story, problems) : [];
  return { kind: 'refused', complaints: complaintsOf(problems), stories };
}

/** Returns the page's explorer, which ends with it. */
function useExplorer() {
  const work = useMemo(() => {
    const service = createVerifyService();
    const explore: Explore = (text, request, options) => service.verify(text, request, options);
    const describe = () => service.describe();
    return { service, explore, describe, latest: new Latest() };
  }, []);
  useEffect(
    () => () => {
      work.latest.dispose();
      work.service.dispose();
    },
    [work],
  );
  return work;
}

/** Tries the program during typing; `again` tries once more, `advise` leaves lines out. */
export function useFindings(assignment: Assignment, text: string) {
  const [found, setFound] = useState<Found>({ kind: 'waiting' });
  const [advice, setAdvice] = useState<Advice>({ kind: 'none' });
  const [tries, setTries] = useState(0);
  const { explore, latest, describe } = useExplorer();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` tries the same text once more.
  useEffect(() => {
    latest.stop();
    setAdvice({ kind: 'none' });
    const timer = setTimeout(() => {
      void latest.ask(
        (signal) =>
          tryStories(
            { bench, explore, signal },
            assignment,
            text,
            (findings, pairs) => signal.aborted || setFound({ kind: 'trying', findings, pairs }),
          ),
        (findings) => {
          if (text !== assignment.text) keepOwnProgram(text);
          setFound({ kind: 'found', text, findings });
        },
        (error) => setFound(refusal(error)),
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [explore, latest, assignment, text, tries]);
  const advise = useCallback(() => {
    if (found.kind !== 'found') return;
    void latest.ask(
      (signal) =>
        leaveOutEach(
          { bench, explore, signal },
          found.findings,
          (done, of) => signal.aborted || setAdvice({ kind: 'trying', done, of }),
        ),
      (lines) => setAdvice({ kind: 'given', lines }),
      () => setAdvice({ kind: 'none' }),
    );
  }, [explore, latest, found]);
  return { found, advice, advise, again: () => setTries((before) => before + 1), describe };
}
