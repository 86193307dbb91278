import { useCallback, useEffect, useRef, useState } from 'react';
import { type Check, number, object, string } from '../model/values/shape';
import { localRecord } from '../store/browser/local_value';
import type { Assignment } from './model/assignment';
import { standingOf } from './model/findings';
import type { Found } from './use_findings';

/** How far somebody came with an assignment, in this browser. */
export interface Tried {
  /** Programs that were tried and did not pass. */
  readonly attempts: number;
  /** Hints that were asked for. */
  readonly hints: number;
  /** The solution was shown. */
  readonly solution?: true;
  /** A program has passed. */
  readonly passed?: true;
  /** What was written last, where it is not the beginning. */
  readonly text?: string;
}

const KEY = 'afterimage.own';

const isTrue: Check = (value, path) => (value === true ? undefined : { path });
const check = object(
  { attempts: number, hints: number },
  { solution: isTrue, passed: isTrue, text: string },
);

/** How far somebody came with the assignment of this name. */
export function kept(id: string): Tried {
  const found = localRecord(KEY, check, 'progress')[id] as Tried | undefined;
  return found ?? { attempts: 0, hints: 0 };
}

/** The names of assignments that have been passed in this browser. */
export const passedHere = (): ReadonlySet<string> =>
  new Set(
    Object.entries(localRecord(KEY, check, 'progress'))
      .filter(([, tried]) => (tried as Tried).passed)
      .map(([id]) => id),
  );

function keep(id: string, tried: Tried): void {
  try {
    const all = localRecord(KEY, check, 'progress');
    localStorage.setItem(KEY, JSON.stringify({ ...all, [id]: tried }));
  } catch {
    // Storage may be barred; the page then forgets, and works.
  }
}

/** What was tried of an assignment so far; `hint` counts one more hint. */
export function useTried(assignment: Assignment, found: Found) {
  const { id } = assignment;
  const [tried, setTried] = useState<{ readonly id: string; readonly tried: Tried }>(() => ({
    id,
    tried: kept(id),
  }));
  const counted = useRef(new Set<string>());
  const now = tried.id === id ? tried.tried : kept(id);
  const put = useCallback(
    (next: Tried) => {
      keep(id, next);
      setTried({ id, tried: next });
    },
    [id],
  );
  useEffect(() => {
    if (found.kind !== 'found' || standingOf(assignment, found.findings).kind !== 'kept') return;
    if (!kept(id).passed) put({ ...kept(id), passed: true });
  }, [assignment, found, id, put]);
  useEffect(() => {
    // The text that one begins with is nobody's attempt.
    if (found.kind !== 'found' || found.text === assignment.text) return;
    const key = `${id}\n${found.text}`;
    if (counted.current.has(key) || standingOf(assignment, found.findings).kind === 'kept') return;
    counted.current.add(key);
    const before = kept(id);
    put({ ...before, attempts: before.attempts + 1 });
  }, [assignment, found, id, put]);
  return {
    tried: now,
    hint: () => put({ ...now, hints: now.hints + 1 }),
    solved: () => put({ ...now, solution: true }),
    /** Keeps what was written; without a text, that one begins again. */
    write: (text: string | undefined) => {
      const { text: _before, ...rest } = kept(id);
      put(text === undefined ? rest : { ...rest, text });
    },
  };
}
