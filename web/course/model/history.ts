/** @file Something that is being changed, with what it was before. */

/** What is there now, and what was: the newest last. */
export interface History<T> {
  readonly now: T;
  readonly past: readonly T[];
  readonly future: readonly T[];
  /** What the last change was about: the next one about the same thing goes with it. */
  readonly about?: string;
}

/** So many changes can be taken back. */
const DEEPEST = 100;

/** Nothing has been changed yet. */
export const begun = <T>(now: T): History<T> => ({ now, past: [], future: [] });

/**
 * With another state. Changes about one thing, such as the letters of a text, are taken back
 * together.
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

/** Takes back the last change; the same where there is none. */
export function undone<T>(history: History<T>): History<T> {
  const { past, now, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { now: before, past: past.slice(0, -1), future: [now, ...future] };
}

/** Makes again what was taken back; the same where there is nothing. */
export function redone<T>(history: History<T>): History<T> {
  const { past, now, future } = history;
  const [next, ...rest] = future;
  if (next === undefined) return history;
  return { now: next, past: [...past, now], future: rest };
}
