/**
 * @file Limits of files that the page needs. Written by `lab -- formats` from the tables of
 * engine-wasm/run/file/format.
 */
export const DEADLOCK_POLICIES = ['detect', 'wait-die', 'wait-die-after-older'] as const;
export const MARK_FIELDS = [
  'name',
  'then',
  'notes',
  'minutes',
  'pause',
  'when',
  'say',
  'focus',
  'subjects',
  'ask',
] as const;
export const MOST_MARKS = 200;
export const MOST_FOCUS = 16;
export const LONGEST_PAUSE = 600;
export const MOST_SAMPLES = 256;
