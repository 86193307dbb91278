import { useCallback } from 'react';
import type { SessionInfo } from '../engine/protocol';
import { transactionName } from '../model/trace/trace';

/** Names of a run's transactions by their numbers; the same function as long as the run is. */
export function useTransactionName(info: SessionInfo): (txn: number) => string {
  return useCallback((txn: number) => transactionName(info, txn), [info]);
}
