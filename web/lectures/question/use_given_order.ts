import { useMemo } from 'react';
import type { AskStep } from '../../engine/protocol';
import { givenOrder } from '../../model/questions/choices';
import { stepTimes } from '../../model/questions/judge_trace';
import { useOnStage } from '../../store/stage/stage_context';

const NO_STEPS: readonly AskStep[] = [];

/**
 * Returns the order in which a question's steps are shown, by their places in the file: never the
 * right one.
 */
export function useGivenOrder(steps = NO_STEPS): readonly number[] {
  const trace = useOnStage(({ session }) => session.trace);
  return useMemo(() => {
    const times = trace && stepTimes(trace, steps);
    return givenOrder(times?.map(({ index }) => index) ?? steps.map((_, index) => index));
  }, [trace, steps]);
}
