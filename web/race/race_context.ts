import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { OpenRace, Race } from './store/race_state';
import { playhead, type RaceStore } from './store/race_store';

export const RaceContext = createContext<RaceStore | undefined>(undefined);

/** The race's store, for callbacks that read it when they run. */
export function useRaceStore(): RaceStore {
  const store = useContext(RaceContext);
  if (!store) throw new Error('the race stands outside its context');
  return store;
}

/** A part of the race's state. */
export function useRace<T>(select: (state: Race) => T): T {
  return useStore(useRaceStore(), select);
}

/** The race that has been begun; use it only where there is one. */
export function useOpenRace(): OpenRace {
  const race = useRace((state) => state.race);
  if (!race) throw new Error('no race has been begun here');
  return race;
}

/** Returns the position of the playhead, in virtual ns. */
export const usePlayhead = (): number => useRace(playhead);
