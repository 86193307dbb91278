import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { type Break, type BreakSubject, subjectIn } from './store/breakit_state';
import type { BreakStore } from './store/breakit_store';

export const BreakContext = createContext<BreakStore | undefined>(undefined);

/** The explorer's store, for callbacks that read it when they run. */
export function useBreakStore(): BreakStore {
  const store = useContext(BreakContext);
  if (!store) throw new Error('the crash explorer stands outside its context');
  return store;
}

/** A part of the explorer's state. */
export function useBreak<T>(select: (state: Break) => T): T {
  return useStore(useBreakStore(), select);
}

/** The scenario that is open; use it only where one is open. */
export function useSubject(): BreakSubject {
  const subject = useBreak(subjectIn);
  if (!subject) throw new Error('no scenario is open here');
  return subject;
}
