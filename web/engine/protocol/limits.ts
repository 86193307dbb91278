/**
 * @file Limits of files that the page needs. Written by `lab -- formats` from the engine's tables.
 */
export const DEADLOCK_POLICIES = ['detect', 'wait-die', 'wait-die-after-older'] as const;
export const SCENARIO_FIELDS = [
  'format',
  'kind',
  'id',
  'title',
  'about',
  'seed',
  'deadlock',
  'machine',
  'scheme',
  'delays',
  'records',
  'threads',
  'workload',
  'clients',
  'transactions',
  'lecture',
  'faults',
  'marks',
  'facts',
] as const;
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
