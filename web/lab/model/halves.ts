/**
 * How far apart, relative to the first, the throughputs of a run's two halves may be where it is
 * called steady.
 */
export const HALVES_APART = 0.1;

/**
 * Whether the halves of a point's measured part agree. `ratio`: its metric `halves`; undefined
 * where a half is empty, and then nothing can be said.
 */
export const halvesAgree = (ratio: number | undefined): boolean =>
  ratio === undefined || Math.abs(ratio - 1) <= HALVES_APART;
