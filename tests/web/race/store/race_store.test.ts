import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { planExperiment, runExperiment } from '../../../../web/engine/measure/client';
import { LocalPointWorker } from '../../../../web/engine/measure/local_worker';
import type { LabEngine } from '../../../../web/engine/measure/pool';
import type { Description } from '../../../../web/engine/protocol';
import { plainWorkloads } from '../../../../web/model/experiment/experiment_workloads';
import { reached, valueAt } from '../../../../web/model/experiment/race_series';
import type { RaceLink } from '../../../../web/race/model/link';
import { raceExperiment, setupOf } from '../../../../web/race/model/race';
import { createRaceStore, knownTime, playhead } from '../../../../web/race/store/race_store';
import { loadEngine } from '../../../../web/runner/node_engine';

const place = () => new LocalPointWorker(() => loadEngine('fast'), { sliceMs: 5 });
const engine: LabEngine = {
  plan: (text, input) => planExperiment(place(), text, input),
  run: (text, points, options) =>
    runExperiment(
      Array.from({ length: points }, () => place()),
      text,
      options,
    ),
  read: (input) => place().read(input),
  describe: () => place().describe(),
  dispose: () => {},
};

let description: Description;
beforeAll(async () => {
  description = (await loadEngine('fast')).describe();
});
const made = () => createRaceStore(engine, description);

/** Two equal racers, and another one. */
function small(): RaceLink {
  const [first, second] = description.schemes;
  const racer = (id = '') => ({ scheme: id, params: {} });
  return {
    racers: [racer(first?.id), racer(second?.id), racer(first?.id)],
    workload: 'tpcb',
    params: { accounts: 1000 },
    machine: 'today',
    threads: 2,
    duration: 500_000,
    seed: 3,
    run: true,
  };
}

describe('a race', () => {
  it('takes every scheme to the same virtual time, those that are alike to the same place', async () => {
    const store = made();
    await store.getState().restore(small());
    const { race, work, failure } = store.getState();
    expect([work, failure]).toEqual(['none', undefined]);
    const runs = race?.runs ?? [];
    expect(runs.map((run) => run && reached(run.series))).toEqual([500_000, 500_000, 500_000]);
    expect(runs[2]).toEqual(runs[0]);
    for (const run of runs) {
      const commits = run?.result?.metrics.commits;
      expect(commits).toBeGreaterThan(0);
      expect(run && valueAt(run.series, 'commits', 500_000)).toBe(commits);
    }
    expect(race && knownTime(race)).toBe(500_000);
  });

  it('comes back from its link, power cut and all', async () => {
    const link = { ...small(), at: 100_000, cut: 250_000, shown: 1 };
    const store = made();
    await store.getState().restore(link);
    const cut = store.getState().race?.cut;
    expect(cut).toMatchObject({ time: 250_000 });
    expect(store.getState().work).toBe('none');
    expect(cut?.results.map((result) => [result?.recovered, result?.check?.holds])).toEqual(
      Array(3).fill([true, true]),
    );
    expect(playhead(store.getState())).toBe(100_000);
    expect(store.getState().link()).toEqual(link);
  });

  it.each(['dispose', 'cancel'] as const)(
    'measures nothing after %s while a link with a power cut is restored',
    async (end) => {
      let begun = 0;
      const counted: LabEngine = {
        ...engine,
        run: (_text, _points, options) => {
          begun++;
          return new Promise((_, reject) =>
            options?.signal?.addEventListener('abort', () => reject(new Error('stopped'))),
          );
        },
      };
      const store = createRaceStore(counted, description);
      const restored = store.getState().restore({ ...small(), cut: 250_000 });
      // The state is as if the plan had come: there is something to cut.
      const runs = store.getState().setup.racers.map(() => undefined);
      const plan = await engine.plan(
        JSON.stringify(raceExperiment(description, store.getState().setup)),
      );
      store.setState({ race: { setup: store.getState().setup, plan, runs } });
      store.getState()[end]();
      await restored;
      expect([begun, store.getState().race?.cut]).toEqual([1, undefined]);
    },
  );

  it('shows what is known while it runs, and can be cancelled', async () => {
    const store = made();
    await store.getState().restore({ ...small(), run: false, duration: 1_000_000_000 });
    const seen: number[] = [];
    store.subscribe((state) => {
      seen.push(playhead(state));
      if (state.work === 'measuring' && playhead(state) > 0) state.cancel();
    });
    await store.getState().run();
    expect(Math.max(...seen)).toBeGreaterThan(0);
    expect(playhead(store.getState())).toBeLessThan(1_000_000_000);
    expect(store.getState().work).toBe('none');
  });

  it('says what is wrong with a setup', async () => {
    const store = made();
    await store.getState().change({ ...store.getState().setup, threads: 0 });
    expect(store.getState().problems.map(({ path }) => path)).toEqual(['threads']);
  });
});

it('does every scheme have room for every workload as a race begins?', async () => {
  const racers = description.schemes.map(({ id }) => ({ scheme: id, params: {} }));
  for (const { id } of plainWorkloads(description)) {
    for (const racer of racers) {
      const setup = setupOf(description, { racers: [racer, racer], workload: id, params: {} });
      const text = JSON.stringify(raceExperiment(description, { ...setup, duration: 100_000 }));
      const { points } = await engine.run(text, 1, {});
      expect(points, `${id}, ${racer.scheme}`).toHaveLength(2);
    }
  }
}, 120_000);

describe('a race on a log of one’s own', () => {
  const text = readFileSync('tests/fixtures/pg_wal/pgbench.txt', 'utf8');
  const file = (name: string, content: string) => new File([content], name);

  it('takes the file, runs it in every system, and is named in the link', async () => {
    const store = made();
    await store.getState().restore({ ...small(), run: false });
    await store.getState().takeLog(file('wal.txt', text));
    const { log, setup, problems } = store.getState();
    expect(problems).toEqual([]);
    expect(log).toMatchObject({ is: 'here', log: { name: 'wal.txt' } });
    await store.getState().run();
    const { race, failure } = store.getState();
    expect(failure).toBeUndefined();
    for (const run of race?.runs ?? []) expect(run?.result?.metrics.commits).toBeGreaterThan(0);
    // A racer that has replayed all of the log holds no other back.
    const ends = (race?.runs ?? []).map((run) => (run ? reached(run.series) : 0));
    expect(race && knownTime(race)).toBe(Math.max(...ends));
    expect(store.getState().link()).toMatchObject({ workload: 'pg-trace', log: setup.log });
    // Cut, everything that was acknowledged is there again.
    await store.getState().cutAll();
    for (const result of store.getState().race?.cut?.results ?? [])
      expect(result?.check?.holds).toBe(true);
    // Another workload needs no log.
    await store.getState().change({ ...setup, workload: 'tpcb' });
    expect(store.getState().link()).not.toHaveProperty('log');
  });

  it('says what is wrong with a file, and leaves the set-up as it was', async () => {
    const store = made();
    await store.getState().restore({ ...small(), run: false });
    const { setup } = store.getState();
    await store.getState().takeLog(file('bad.txt', 'rmgr: Heap what is this?'));
    expect(store.getState().log).toMatchObject({ is: 'refused', name: 'bad.txt' });
    expect(store.getState().setup).toBe(setup);
  });

  it('waits for a log that a link names and this browser does not have', async () => {
    const store = made();
    await store.getState().restore({ ...small(), workload: 'pg-trace', params: {}, log: 'gone' });
    const { log, race, failure, problems } = store.getState();
    expect(log).toEqual({ is: 'elsewhere' });
    expect([race, failure, problems]).toEqual([undefined, undefined, []]);
  });
});
