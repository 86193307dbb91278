import { useEffect, useState } from 'react';
import { askOnce } from '../../engine/worker/latest';
import type { Account } from '../../model/questions/account';
import type { Answer } from '../../model/questions/answer';
import { useStageStore } from '../../store/stage/stage_context';

/**
 * Returns the power cut that refutes an answer, once the engine has made it; null where it could
 * not.
 */
export function useAccount(mark: number, answer: Answer): Account | null | undefined {
  const store = useStageStore();
  const [found, setFound] = useState<{ answer: Answer; account: Account | null }>();
  useEffect(
    () =>
      askOnce(
        () => store.getState().account(mark),
        (account) => setFound({ answer, account: account ?? null }),
      ),
    [store, mark, answer],
  );
  return found?.answer === answer ? found.account : undefined;
}
