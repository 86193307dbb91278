import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { positionAtMoment } from './model/clock';
import {
  type Compare,
  type CompareSide,
  type RunningSide,
  runningOf,
  runOf,
  type SideIndex,
  type SideRun,
} from './store/compare_state';
import type { CompareStore } from './store/compare_store';

export const CompareContext = createContext<CompareStore | undefined>(undefined);

export const SIDES = ['left', 'right'] as const;

/** The comparison's store, for callbacks that read it when they run. */
export function useCompareStore(): CompareStore {
  const store = useContext(CompareContext);
  if (!store) throw new Error('the comparison stands outside its context');
  return store;
}

/** A part of the comparison's state. */
export function useCompare<T>(select: (state: Compare) => T): T {
  return useStore(useCompareStore(), select);
}

export function useSide(index: SideIndex): CompareSide {
  return useCompare((state) => state.sides[index]);
}

/** A side as it runs. */
export function useRunning(index: SideIndex): RunningSide | undefined {
  return useCompare((state) => runningOf(state.sides[index]));
}

/** A side's run. */
export function useRun(index: SideIndex): SideRun | undefined {
  return useCompare((state) => runOf(state.sides[index]));
}

/** A side's run and its position on the clock. */
export function useStanding(index: SideIndex): { run: SideRun; at: number } | undefined {
  const run = useRun(index);
  const at = useCompare((state) => run && positionAtMoment(run.trace, state.at));
  return run && at !== undefined ? { run, at } : undefined;
}
