/** The greatest relative difference between the throughputs of a steady run's two halves. */
export const HALVES_APART = 0.1;

/**
 * True if the halves of a point's measured part agree. `ratio` is its metric `halves`; it is
 * undefined where a half is empty, which counts as agreement.
 */
export const halvesAgree = (ratio: number | undefined): boolean =>
  ratio === undefined || Math.abs(ratio - 1) <= HALVES_APART;
