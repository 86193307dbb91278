import { createStore } from 'zustand/vanilla';
import { Latest } from '../../engine/worker/latest';
import { keptAnswers } from './kept_answers';
import { draftMoves } from './lab_draft';
import { labLink } from './lab_link';
import { runMoves } from './lab_run';
import { showMoves } from './lab_show';
import type { Lab } from './lab_state';
import { studyMoves } from './lab_study';
import { takeMoves } from './lab_take';
import { CLOSED, type LabMaking, type LabStore, type LabWork } from './lab_work';

export type { LabStore } from './lab_work';

/**
 * One experiment at a time: what it asks, what has been measured of it, and what is being measured.
 */
export function createLabStore(making: LabMaking): LabStore {
  const asked = new Latest();
  const measuring = new Latest();
  const following = new Latest();
  const studying = new Latest();
  return createStore<Lab>()((set, get, store) => {
    const pruned = { once: false };
    const moments = { asked, measuring, following, studying };
    const work: LabWork = { ...making, ...moments, store, pruned };
    return {
      ...CLOSED,
      opening: false,
      refused: undefined,
      log: undefined,
      reading: undefined,
      refusedLog: undefined,
      answer: undefined,
      taken: undefined,
      server: keptAnswers(),
      results: new Map(),
      running: false,
      looking: false,
      pace: undefined,
      set,
      ...showMoves(work),
      ...takeMoves(work),
      ...draftMoves(work),
      ...runMoves(work),
      ...studyMoves(work),
      describe: () => making.engine.describe(),
      link: () => labLink(get()),
      dispose: () => {
        for (const each of Object.values(moments)) each.dispose();
        making.engine.dispose();
      },
    };
  });
}
