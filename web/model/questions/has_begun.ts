import { kindTable, type Trace } from '../trace/trace';

/** True if a transaction has begun before a position; one that has not cannot be lost. */
export function hasBegun({ events, names }: Trace, txn: number, at: number): boolean {
  const begin = kindTable(names, ['begin']);
  for (let i = 0; i < at; i++) {
    if (events.txn[i] === txn && begin[events.kind[i] ?? 0] === 1) return true;
  }
  return false;
}
