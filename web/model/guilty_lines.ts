import { FLAG_BROKEN } from '../engine/protocol';
import type { Cut } from '../engine/stage_engine';
import type { Trace } from './trace';

/** Labels of the listing lines that a mutation changed somewhere in the trace. */
export function changedLines({ events, length }: Trace): ReadonlySet<number> {
  const labels = new Set<number>();
  for (let i = 0; i < length; i++) {
    if (((events.flags[i] ?? 0) & FLAG_BROKEN) !== 0) labels.add(events.label[i] ?? 0);
  }
  return labels;
}

/** How many of a line's pending stores a power cut leaves. */
export interface Surviving {
  readonly kept: number;
  readonly all: number;
}

/** Lines of NVM, by address, of which something survives a power cut at this position. */
export function survivingLines(
  cuts: readonly Cut[],
  position: number,
): ReadonlyMap<number, Surviving> {
  const cut = cuts.find(({ at }) => at === position);
  const lines = new Map<number, Surviving>();
  for (const { tier, address, stores } of cut?.survive.units ?? []) {
    const kept = stores.filter(Boolean).length;
    if (tier === 'nvm' && kept > 0) lines.set(address, { kept, all: stores.length });
  }
  return lines;
}
