/**
 * @file What choices of fields are called in forms. Written by `lab -- formats` from the engine's
 * tables.
 */
export const zhChoiceNames = {
  deadlock: {
    detect: '等待并检测',
    'wait-die': '等待-死亡',
    'wait-die-after-older': '等待-死亡，待年长者结束再重来',
  },
} as const;
