import { useCallback, useEffect, useRef, useState } from 'react';
import { number, object } from '../model/values/shape';
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
}

const KEY = 'afterimage.own';

const check = object({ attempts: number, hints: number });

function kept(id: string): Tried {
  const found = localRecord(KEY, check, 'progress')[id] as Tried | undefined;
  return found ?? { attempts: 0, hints: 0 };
}

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
  const set = useCallback(
    (next: Tried) => {
      keep(id, next);
      setTried({ id, tried: next });
    },
    [id],
  );
  useEffect(() => {
    // The text that one begins with is nobody's attempt.
    if (found.kind !== 'found' || found.text === assignment.text) return;
    const key = `${id}\n${found.text}`;
    if (counted.current.has(key) || standingOf(assignment, found.findings).kind === 'kept') return;
    counted.current.add(key);
    const before = kept(id);
    set({ ...before, attempts: before.attempts + 1 });
  }, [assignment, found, id, set]);
  return { tried: now, hint: () => set({ ...now, hints: now.hints + 1 }) };
}
