/**
 * @file Limits, and the passes of a recovery. Written by `lab -- formats` from the tables of
 * engine-wasm/run/file/format.
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
export const MOST = {
  wornParts: 1024,
  frameParts: 256,
  wearCells: 240,
  latencyCells: 368,
  samples: 256,
  states: 66,
} as const;
export const RECOVERY_PASSES = [
  'repair',
  'open',
  'analysis',
  'redo',
  'undo',
  'finish',
  'clear',
  'rebuild',
] as const;
