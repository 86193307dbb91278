import { createStore } from 'zustand/vanilla';
import { Latest } from '../../engine/worker/latest';
import { keptAnswers } from './kept_answers';
import { atQuickScale, build, check, openDraft, putSystem } from './lab_draft';
import { labLink } from './lab_link';
import { follow, run } from './lab_run';
import { change, openText, restore } from './lab_show';
import { LIST } from './lab_shown';
import type { Lab, LabState } from './lab_state';
import { startStudy, stopStudy } from './lab_study';
import { propose, serve, takeLog, takePoints } from './lab_take';
import { changeOpen, type LabMaking, type LabStore, type LabWork } from './lab_work';

export type { LabStore } from './lab_work';

const begun = (): LabState => ({
  shown: LIST,
  opening: false,
  refused: undefined,
  log: undefined,
  reading: undefined,
  refusedLog: undefined,
  server: keptAnswers(),
  taken: undefined,
  results: new Map(),
  failure: undefined,
  pace: undefined,
  looksOnly: false,
});

/**
 * The store of one experiment at a time: its questions, its results, and the measurement under way.
 */
export function createLabStore(making: LabMaking): LabStore {
  const moments = {
    asked: new Latest(),
    measuring: new Latest(),
    following: new Latest(),
    studying: new Latest(),
    drafting: new Latest(),
  };
  return createStore<Lab>()((set, get, store) => {
    const work: LabWork = { ...making, ...moments, store, pruned: { once: false } };
    return {
      ...begun(),
      restore: (link) => restore(work, link),
      openText: (text) => openText(work, text),
      change: (changes) => change(work, changes),
      takeLog: (file, runs) => takeLog(work, file, runs),
      takePoints: (file) => takePoints(work, file),
      propose: (log) => propose(work, log),
      serve: (wish) => serve(work, wish),
      build: (file) => build(work, file),
      check: (text) => check(work, text),
      openDraft: () => openDraft(work),
      putSystem: (index, entry) => putSystem(work, index, entry),
      atQuickScale: (file) => atQuickScale(work, file),
      run: () => run(work),
      follow: (point, looking) => follow(work, point, looking),
      cancel: () => moments.measuring.stop(),
      lookOnly: () => set({ looksOnly: true }),
      startStudy: (runs) => startStudy(work, runs),
      stopStudy: () => stopStudy(work),
      look: (patch) => changeOpen(work, ({ view }) => ({ view: { ...view, ...patch } })),
      dismiss: (what) => set({ [what]: undefined }),
      describe: () => making.engine.describe(),
      link: () => labLink(get()),
      dispose: () => {
        for (const each of Object.values(moments)) each.dispose();
        making.engine.dispose();
      },
    };
  });
}
