import { useCallback } from 'react';
import type { SessionInfo } from '../engine/protocol';
import { transactionName } from '../model/trace/trace';

/**
 * Returns a function that names a run's transactions by their numbers; it stays the same for a run.
 */
export function useTransactionName(info: SessionInfo): (txn: number) => string {
  return useCallback((txn: number) => transactionName(info, txn), [info]);
}
