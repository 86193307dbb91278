/**
 * @file The most that a result may hold, and the passes of a recovery. Written by `lab -- formats`
 * from the engine's tables.
 */
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
