import type { Cut, Transfer } from '../../engine/protocol';
import { FLAG_BROKEN } from '../../engine/protocol';
import type { Trace } from '../../model/trace/trace';

/** Labels of the listing lines that a mutation changed somewhere in the trace. */
export function changedLines({ events, length }: Trace): ReadonlySet<number> {
  const labels = new Set<number>();
  for (let i = 0; i < length; i++) {
    if (((events.flags[i] ?? 0) & FLAG_BROKEN) !== 0) labels.add(events.label[i] ?? 0);
  }
  return labels;
}

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

const LINE_BYTES = 64;

/**
 * Which of the stores that are on their way past the cache arrive, by the number of their
 * transfer: of lines that are decided, and of which all pending stores are on their way.
 */
export function fatesOf(
  transfers: readonly Transfer[],
  decided: ReadonlyMap<number, Surviving>,
): ReadonlyMap<number, boolean> {
  const fates = new Map<number, boolean>();
  for (const [line, { all, stores }] of decided) {
    const ids = transfers
      .filter(
        ({ kind, state, to }) => kind === 'nt-store' && state === 'under-way' && to.tier === 'nvm',
      )
      .filter(({ to }) => to.address >= line && to.address < line + LINE_BYTES)
      .map(({ id }) => id)
      .sort((one, other) => one - other);
    if (ids.length !== all) continue;
    ids.forEach((id, n) => {
      fates.set(id, stores[n] === true);
    });
  }
  return fates;
}
