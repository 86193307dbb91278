import type { Cut } from '../../engine/protocol';

/**
 * The pending stores of a line that a power cut leaves. If there are none, recovery does not find
 * what it looks for there.
 */
export interface Surviving {
  readonly kept: number;
  readonly all: number;
  /** True for each store that survives, in their order. */
  readonly stores: readonly boolean[];
}

/**
 * The lines of NVM, by address, that a power cut at this position names: their survival decides its
 * outcome.
 */
export function decidedLines(
  cuts: readonly Cut[],
  position: number,
): ReadonlyMap<number, Surviving> {
  const cut = cuts.find(({ at }) => at === position);
  const lines = new Map<number, Surviving>();
  for (const { tier, address, stores } of cut?.survive.units ?? []) {
    if (tier !== 'nvm') continue;
    lines.set(address, { kept: stores.filter(Boolean).length, all: stores.length, stores });
  }
  return lines;
}
