import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { type ExperimentView, viewOf } from './store/lab_shown';
import type { Lab, OpenExperiment } from './store/lab_state';
import type { LabStore } from './store/lab_store';

export const LabContext = createContext<LabStore | undefined>(undefined);

/** The laboratory's store, for callbacks that read it when they run. */
export function useLabStore(): LabStore {
  const store = useContext(LabContext);
  if (!store) throw new Error('the laboratory stands outside its context');
  return store;
}

/** A part of the laboratory's state. */
export function useLab<T>(select: (state: Lab) => T): T {
  return useStore(useLabStore(), select);
}

/** A part of what is seen of the open experiment. */
export function useView<T>(select: (view: ExperimentView) => T): T {
  return useLab((state) => select(viewOf(state)));
}

/** The experiment that is open, given to everything that is only there while one is. */
export const OpenContext = createContext<OpenExperiment | undefined>(undefined);

export function useOpen(): OpenExperiment {
  const open = useContext(OpenContext);
  if (!open) throw new Error('no experiment is open here');
  return open;
}
