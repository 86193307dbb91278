import { createStore } from 'zustand/vanilla';
import { Latest } from '../../engine/worker/latest';
import { exploreMoves } from './breakit_explore';
import { breakLink } from './breakit_link';
import { openMoves } from './breakit_open';
import type { Break, BreakState } from './breakit_state';
import { type BreakMaking, type BreakStore, type BreakWork, UNEXPLORED } from './breakit_work';

export { type BreakStore, MOST_RUNS } from './breakit_work';

const CLOSED: BreakState = {
  ...UNEXPLORED,
  opened: { is: 'nothing' },
  refused: [],
  mutations: [],
  model: 'adr',
  depth: 1,
  images: 0,
  schedules: 0,
  matrix: undefined,
  tab: 'map',
  tour: undefined,
};

/** The store of one scenario at a time: how it is broken, and what the crash explorer finds. */
export function createBreakStore(making: BreakMaking): BreakStore {
  const asked = new Latest();
  const opening = new Latest();
  const exploring = new Latest();
  const shrinking = new Latest();
  const showing = new Latest();
  return createStore<Break>()((set, get, store) => {
    const work: BreakWork = { ...making, store, asked, opening, exploring, shrinking, showing };
    return {
      ...CLOSED,
      showTab: (tab) => set({ tab }),
      ...openMoves(work),
      ...exploreMoves(work),
      link: () => breakLink(get()),
      dispose: () => {
        for (const each of [asked, opening, exploring, shrinking, showing]) each.dispose();
        making.service.dispose();
      },
    };
  });
}
