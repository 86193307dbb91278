/**
 * @file What choices of fields are called in forms. Written by `lab -- formats` from the engine's
 * tables.
 */
export const enChoiceNames = {
  deadlock: {
    detect: 'wait and detect',
    'wait-die': 'wait-die',
    'wait-die-after-older': 'wait-die, again after the older one',
  },
} as const;
