/** @file Something that is being changed, with what it was before. */

/** The present state, and the earlier ones, the newest last. */
export interface History<T> {
  readonly now: T;
  readonly past: readonly T[];
  readonly future: readonly T[];
  /**
   * The subject of the last change: the next change with the same subject is taken back with it.
   */
  readonly about?: string;
}

/** The number of changes that can be taken back. */
const DEEPEST = 100;

/** Nothing has been changed yet. */
export const begun = <T>(now: T): History<T> => ({ now, past: [], future: [] });

/**
 * The history with another state. Changes with one subject, such as the letters of a text, are
 * taken back together.
 */
export function changed<T>(history: History<T>, now: T, about?: string): History<T> {
  const { past, now: before } = history;
  const joined = about !== undefined && about === history.about;
  return {
    now,
    past: joined ? past : [...past, before].slice(-DEEPEST),
    future: [],
    ...(about !== undefined && { about }),
  };
}

/** Takes back the last change; returns the same history where there is none. */
export function undone<T>(history: History<T>): History<T> {
  const { past, now, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { now: before, past: past.slice(0, -1), future: [now, ...future] };
}

/** Makes again what was taken back; returns the same history where there is nothing. */
export function redone<T>(history: History<T>): History<T> {
  const { past, now, future } = history;
  const [next, ...rest] = future;
  if (next === undefined) return history;
  return { now: next, past: [...past, now], future: rest };
}
