import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { OnStage, Session, Stage, StageState, StageStore } from './stage_state';

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

/** A part of what is on the stage; while the stage is empty, `otherwise`. */
export function useOnStage<T>(select: (onStage: OnStage) => T): T | undefined;
export function useOnStage<T>(select: (onStage: OnStage) => T, otherwise: T): T;
export function useOnStage<T>(select: (onStage: OnStage) => T, otherwise?: T): T | undefined {
  return useStage(({ onStage }) => (onStage ? select(onStage) : otherwise));
}

const NO_ANSWERS: OnStage['answers'] = {};
const answersOf = ({ answers }: OnStage) => answers;
const sessionOf = ({ session }: OnStage) => session;
const positionOf = ({ at }: OnStage) => at;

export const useSession = (): Session | undefined => useOnStage(sessionOf);

/** The answers to the scenario's questions, by mark. */
export const useAnswers = (): OnStage['answers'] => useOnStage(answersOf, NO_ANSWERS);

/** The position of the playhead; 0 while the stage is empty. */
export const usePosition = (): number => useOnStage(positionOf, 0);

/** The progress of the scenario that is being opened, where that takes long. */
export const eventsSoFar = ({ busy }: StageState): number | undefined =>
  busy?.is === 'opening' ? busy.events : undefined;

/** True if there is something to report beside the view. */
export const hasNotices = (state: StageState): boolean =>
  Object.values(state.messages).some(Boolean) || eventsSoFar(state) !== undefined;
