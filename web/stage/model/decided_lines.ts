import type { Cut } from '../../engine/protocol';

/**
 * How many of a line's pending stores a power cut leaves; none: what recovery looks for there is
 * lost.
 */
export interface Surviving {
  readonly kept: number;
  readonly all: number;
  /** Of each of them, in their order. */
  readonly stores: readonly boolean[];
}

/**
 * Lines of NVM, by address, that a power cut at this position names: what comes of them decides its
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
