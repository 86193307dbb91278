/**
 * @file The passes of a recovery, in their order. Written by `lab -- formats` from the engine's
 * tables.
 */
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
