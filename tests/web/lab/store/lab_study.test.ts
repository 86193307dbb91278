import { describe, expect, it, vi } from 'vitest';
import type { LabEngine } from '../../../../web/engine/measure/pool';
import { EngineUnstarted, FileRefused } from '../../../../web/engine/protocol/errors';
import type { StudyRun } from '../../../../web/lab/model/study/study_runs';
import { createLabStore } from '../../../../web/lab/store/lab_store';
import { NO_CHANGES } from '../../../../web/model/experiment/experiment_changes';
import { file, planOf, resultOf } from '../toy_experiment';
import { seen } from './seen';

// A study of an answer, run by run, ended at any point.

const numbers = { wallSeconds: 0, busySeconds: 0, transactions: 0, steps: 0, peakMemoryBytes: 0 };

/** Runs at once, refuses what is called so, and may do something before a run. */
function storeWith(before: (id: string) => void = () => {}) {
  const engine: LabEngine = {
    plan: async (text) => planOf(JSON.parse(text)),
    read: () => Promise.reject(new Error('no log is here')),
    run: async (text) => {
      const plan = planOf(JSON.parse(text));
      const { id } = JSON.parse(text);
      before(id);
      if (id === 'refused') throw new FileRefused([]);
      const points = plan.points.map((point, n) => ({ plan: point, ...resultOf(n + 1) }));
      return { plan, points, cancelled: false, ...numbers };
    },
    describe: () => Promise.reject(new Error('nobody asks')),
    dispose: () => {},
  };
  const kept = { find: async () => new Map(), keep: async () => {}, prune: async () => {} };
  const nothing = { load: async () => undefined };
  return createLabStore({
    engine,
    library: nothing,
    kept,
    propose: () => Promise.reject(new Error('no log is here')),
  });
}

const runs: StudyRun[] = ['one', 'refused', 'two'].map((id) => ({
  id,
  file: { ...file, id },
  points: planOf(file).points.length,
}));

describe('a study', () => {
  it('measures run by run, and passes over what the engine refuses', async () => {
    const store = storeWith();
    await seen(store).openText(JSON.stringify(file));
    await seen(store).startStudy(runs);
    const { study, pace, open } = seen(store);
    expect(study).toMatchObject({ done: 3, running: false, secondsLeft: 0 });
    expect([...(study?.results.keys() ?? [])]).toEqual(['one', 'two']);
    expect(study?.of).toBe(open?.file);
    expect(pace).toBeGreaterThanOrEqual(0);
  });

  it('ends where somebody wants, and keeps what it has', async () => {
    const store = storeWith((id) => id === 'refused' && seen(store).stopStudy());
    await seen(store).openText(JSON.stringify(file));
    await seen(store).startStudy(runs);
    const { study } = seen(store);
    expect(study).toMatchObject({ done: 1, running: false });
    expect([...(study?.results.keys() ?? [])]).toEqual(['one']);
  });

  it('keeps and counts what it has where no engine can be had any more', async () => {
    const store = storeWith((id) => {
      if (id === 'two') throw new EngineUnstarted('no more');
    });
    await seen(store).openText(JSON.stringify(file));
    await seen(store).startStudy(runs);
    const { study } = seen(store);
    expect(study).toMatchObject({ done: 2, running: false, failure: { unstarted: true } });
    expect([...(study?.results.keys() ?? [])]).toEqual(['one']);
  });

  it('is gone with its experiment', async () => {
    const store = storeWith();
    await seen(store).openText(JSON.stringify(file));
    await seen(store).startStudy(runs.slice(0, 1));
    await seen(store).restore(undefined);
    expect(seen(store).study).toBeUndefined();
  });

  it('that an experiment was closed in does not come back', async () => {
    const store = storeWith((id) => {
      if (id === 'two') void seen(store).restore(undefined);
    });
    await seen(store).openText(JSON.stringify(file));
    await seen(store).startStudy(runs);
    expect(seen(store)).toMatchObject({ shown: { is: 'list' }, study: undefined });
  });

  it('of an experiment whose parameters were changed says nothing of the new one', async () => {
    const store = storeWith((id) => {
      if (id === 'two') void seen(store).change({ ...NO_CHANGES, numbers: { seed: 3 } });
    });
    await seen(store).openText(JSON.stringify(file));
    await seen(store).startStudy(runs);
    await vi.waitFor(() => expect(seen(store).open?.file.seed).toBe(3));
    expect(seen(store).study).toBeUndefined();
  });
});
