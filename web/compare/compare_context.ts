import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { positionAtMoment } from './model/clock';
import type { Compare, CompareSide, SideIndex, SideRun } from './store/compare_state';
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

/** A side's run and its position on the clock. */
export function useStanding(index: SideIndex): { run: SideRun; at: number } | undefined {
  const run = useCompare((state) => state.sides[index].run);
  const at = useCompare((state) => run && positionAtMoment(run.trace, state.at));
  return run && at !== undefined ? { run, at } : undefined;
}
