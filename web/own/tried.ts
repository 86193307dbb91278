import { useCallback, useEffect, useRef, useState } from 'react';
import { type Check, number, object, string } from '../model/values/shape';
import { localRecord } from '../store/browser/local_value';
import type { Assignment } from './model/assignment';
import { standingOf } from './model/findings';
import type { Found } from './use_findings';

/** The progress of a student in an assignment, in this browser. */
export interface Tried {
  /** The number of programs that were tried and did not pass. */
  readonly attempts: number;
  /** The number of hints that were asked for. */
  readonly hints: number;
  /** True once the solution was shown. */
  readonly solution?: true;
  /** True once a program has passed. */
  readonly passed?: true;
  /** The last program, where it differs from the beginning. */
  readonly text?: string;
}

const KEY = 'afterimage.own';

const isTrue: Check = (value, path) => (value === true ? undefined : { path });
const check = object(
  { attempts: number, hints: number },
  { solution: isTrue, passed: isTrue, text: string },
);

/** The progress in the assignment of this name. */
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
    // The storage may be barred; the page then forgets, and works.
  }
}

/** Returns the progress in an assignment so far; `hint` counts one more hint. */
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
    // The text that the student begins with is not an attempt.
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
    /** Keeps the written program; without a text the assignment begins again. */
    write: (text: string | undefined) => {
      const { text: _before, ...rest } = kept(id);
      put(text === undefined ? rest : { ...rest, text });
    },
  };
}
