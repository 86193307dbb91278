import { useEffect, useMemo, useState } from 'react';
import { createLitmusService } from '../engine/litmus/create_litmus';
import type { ScenarioProblem } from '../engine/protocol';
import { FileRefused } from '../engine/protocol/errors';
import type { FailureModelId } from '../engine/protocol/exploration';
import type { LitmusReply } from '../engine/protocol/litmus';
import { Latest } from '../engine/worker/latest';

/** The engine's answer; `text` is the text that it is about. */
export type Answered =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'found'; readonly text: string; readonly reply: LitmusReply }
  | { readonly kind: 'refused'; readonly problems: readonly ScenarioProblem[] }
  | { readonly kind: 'failed'; readonly message: string };

/** The milliseconds without a key before the engine is asked. */
const PAUSE = 120;

const refusal = (error: unknown): Answered =>
  error instanceof FileRefused
    ? { kind: 'refused', problems: error.problems }
    : { kind: 'failed', message: error instanceof Error ? error.message : `${error}` };

/** Asks the engine about the text during typing; `again` asks once more. */
export function useAnswer(text: string, model: FailureModelId) {
  const [answered, setAnswered] = useState<Answered>({ kind: 'waiting' });
  const [tries, setTries] = useState(0);
  const asking = useMemo(() => ({ service: createLitmusService(), latest: new Latest() }), []);
  useEffect(() => () => asking.service.dispose(), [asking]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks once more for the same text.
  useEffect(() => {
    const timer = setTimeout(() => {
      void asking.latest.ask(
        () => asking.service.ask(text, model),
        (reply) => setAnswered({ kind: 'found', text, reply }),
        (error) => setAnswered(refusal(error)),
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [asking, text, model, tries]);
  return { answered, again: () => setTries((before) => before + 1) };
}
