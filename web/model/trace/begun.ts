import type { Trace } from './trace';

/** The numbers of transactions that have done something before a position. */
export function begunBefore({ events, length }: Trace, position: number): ReadonlySet<number> {
  const begun = new Set<number>();
  const end = Math.min(position, length);
  for (let i = 0; i < end; i++) begun.add(events.txn[i] ?? 0);
  begun.delete(0);
  return begun;
}
