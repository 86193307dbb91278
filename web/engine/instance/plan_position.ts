import type { Cut } from '../protocol';

/**
 * Returns how many of a plan's cuts lie before position `at`: a cut happens between `at` and `at +
 * 1`.
 */
export function segmentOf(cuts: readonly Cut[], at: number): number {
  const next = cuts.findIndex((cut) => cut.at >= at);
  return next < 0 ? cuts.length : next;
}
