import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Stage, StageState, StageStore } from './stage_state';

/** Gives the stage's store to everything below. */
export const StageContext = createContext<StageStore | undefined>(undefined);

/** The store itself, for callbacks that read it when they run. */
export function useStageStore(): StageStore {
  const store = useContext(StageContext);
  if (!store) throw new Error('the stage stands outside its context');
  return store;
}

/** A part of the stage's state; the component draws again when that part changes. */
export function useStage<T>(select: (stage: Stage) => T): T {
  return useStore(useStageStore(), select);
}

/** The progress of the scenario that is being opened, where that takes long. */
export const eventsSoFar = ({ busy }: StageState): number | undefined =>
  busy?.is === 'opening' ? busy.events : undefined;

/** True if there is something to report beside the view. */
export const hasNotices = (state: StageState): boolean =>
  Boolean(state.refused || state.trap || state.notice || eventsSoFar(state) !== undefined);
