import { useMemo } from 'react';
import { timeAt } from '../../model/trace/trace';
import { useCompare, useRunning, useStanding } from '../compare_context';
import { diskBytes } from '../model/phase_work';
import type { Spent } from '../model/side_by_side';
import type { SideIndex, SideRun } from '../store/compare_state';

interface Standing {
  readonly run: SideRun;
  readonly at: number;
  /** The counters; undefined until the engine has caught up with the clock for the first time. */
  readonly spent: Spent | undefined;
}

/** Returns the position of a side and what it has spent in the open phase. */
export function useSpent(index: SideIndex): Standing | undefined {
  const standing = useStanding(index);
  const frame = useRunning(index)?.frame;
  const phase = useCompare((state) => state.at.phase);
  const { run, at } = standing ?? {};
  return useMemo(() => {
    if (!run || at === undefined) return undefined;
    // Counters begin anew with each phase: those of another phase do not apply here.
    const spent =
      frame?.phase === phase
        ? {
            counters: frame.counters,
            time: timeAt(run.trace, at),
            disk: diskBytes(run.trace, phase, at),
          }
        : undefined;
    return { run, at, spent };
  }, [run, at, frame, phase]);
}
