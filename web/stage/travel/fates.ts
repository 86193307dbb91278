import type { Transfer } from '../../engine/protocol';
import type { Surviving } from '../model/decided_lines';
import { LINE_BYTES } from './moves';

/**
 * The fates of the stores that are on their way past the cache, by the number of their transfer:
 * those of lines that are decided, and all of whose pending stores are on their way.
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
