import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BreakLink } from '../../../../web/breakit/model/link';
import type { Tour } from '../../../../web/breakit/model/tour';
import {
  failureKey,
  outcomeIn,
  subjectIn,
  totalsIn,
} from '../../../../web/breakit/store/breakit_state';
import { type BreakStore, createBreakStore } from '../../../../web/breakit/store/breakit_store';
import { verifyScenario } from '../../../../web/engine/explore/client';
import { LocalExploreWorker } from '../../../../web/engine/explore/local_worker';
import { mutationMatrix } from '../../../../web/engine/explore/matrix';
import type { VerifyService } from '../../../../web/engine/explore/pool';
import { type Smallest, shrinkFailure } from '../../../../web/engine/explore/shrink';
import type { Description } from '../../../../web/engine/protocol';
import type { VerifyWay } from '../../../../web/engine/protocol/exploration';
import { loadEngine, projectRoot } from '../../../../web/runner/node_engine';

const load = async (id: string) => {
  try {
    return readFileSync(join(projectRoot(), 'scenarios/lectures', `${id}.json`), 'utf8');
  } catch {
    return undefined;
  }
};
const places = () =>
  [0, 1].map(() => new LocalExploreWorker(() => loadEngine('explore'), { sliceMs: 3 }));
const service = (): VerifyService => ({
  verify: (text, request, options) => verifyScenario(places(), text, request, options),
  matrix: (mutants, request, options) => mutationMatrix(places(), mutants, request, options),
  ways: (text, task, index) =>
    new LocalExploreWorker(() => loadEngine('explore')).ways(text, task, index),
  shrink: (...args) => shrinkFailure(places(), ...args),
  replay: (text, cuts) => new LocalExploreWorker(() => loadEngine('explore')).replay(text, cuts),
  sites: (text) => new LocalExploreWorker(() => loadEngine('explore')).sites(text),
  describe: () => new LocalExploreWorker(() => loadEngine('explore')).describe(),
  dispose: () => {},
});
const say = { en: 'say', zh: '说' };
const tours: Tour[] = [
  {
    id: 'tour',
    title: say,
    scenario: 'state-bit-last',
    steps: [
      { say, mutations: [] },
      { say, mutations: ['state-bit-first'], ask: say },
    ],
  },
];

let description: Description;
beforeAll(async () => {
  description = (await loadEngine('explore')).describe();
});
const made = () => createBreakStore({ service: service(), tours, load });
const subjectOf = (store: BreakStore) => subjectIn(store.getState());
const outcomeOf = (store: BreakStore) => outcomeIn(store.getState());

describe('opening', () => {
  it('without a link begins with the first tour', async () => {
    const store = made();
    await store.getState().restore(undefined);
    const { tour, mutations, exploration } = store.getState();
    const subject = subjectOf(store);
    expect([subject?.scenario.id, tour?.tour.id, mutations]).toEqual([
      'state-bit-last',
      'tour',
      [],
    ]);
    expect(subject?.sites.length).toBeGreaterThan(5);
    expect(exploration).toEqual({ is: 'none' });
  });

  it('a link comes back to the same', async () => {
    const store = made();
    const link: BreakLink = {
      scenario: 'state-bit-last',
      mutations: ['state-bit-first'],
      depth: 0,
      model: 'eadr',
      explored: true,
      point: 24,
    };
    await store.getState().restore(link);
    expect(outcomeOf(store)).toBeDefined();
    expect(store.getState().link()).toEqual(link);
  });

  it('takes the mutations of the scenario, and offers the lines of the unbroken one', async () => {
    const store = made();
    await store.getState().choose({ kind: 'library', id: 'state-bit-first' });
    const { mutations } = store.getState();
    const subject = subjectOf(store);
    expect(mutations).toEqual(['state-bit-first']);
    expect(subject?.sites.some(({ leaveOut }) => leaveOut === 'leave-out-persist-2-1')).toBe(true);
    expect(store.getState().link()).toEqual({ scenario: 'state-bit-first' });
  });

  it('runs the script on another system, and its link says so', async () => {
    const store = made();
    await store.getState().choose({ kind: 'library', id: 'state-bit-first' });
    const other = description.schemes.find(({ id }) => id === 'aries');
    await store.getState().chooseScheme('aries');
    const { mutations } = store.getState();
    const subject = subjectOf(store);
    expect([subject?.scheme, mutations]).toEqual([other, []]);
    expect(subject?.scenario.threads).toEqual(subject?.base.threads);
    await store.getState().explore();
    expect(outcomeOf(store)?.failures).toEqual([]);
    const link = store.getState().link();
    expect(link).toEqual({ scenario: 'state-bit-first', scheme: 'aries', explored: true });
    const again = made();
    await again.getState().restore(link);
    expect(subjectOf(again)).toMatchObject({ scheme: other });
    expect(again.getState().link()).toEqual(link);
    await again.getState().restore({ scenario: 'state-bit-first', scheme: 'no-such' });
    expect(subjectOf(again)?.scheme.id).toBe('nv-logging');
  });

  it('has the lines of a system that only the whole engine runs', async () => {
    const store = made();
    await store.getState().choose({ kind: 'library', id: 'library-store-by-store' });
    const subject = subjectOf(store);
    expect(subject?.scheme.here).toBe(true);
    const lines = subject?.scheme.listings.flatMap((listing) => listing.lines) ?? [];
    const labels = lines.flatMap(({ label }) => label ?? []);
    expect(subject?.sites.some(({ label }) => labels.includes(label))).toBe(true);
  });

  it('comes to its end, whatever is asked for meanwhile', async () => {
    const store = made();
    await store.getState().restore(undefined);
    const chosen = store.getState().choose({ kind: 'library', id: 'list-crash-any-line' });
    store.getState().change({ depth: 0 });
    await store.getState().explore();
    await chosen;
    const { opened, depth } = store.getState();
    const id = subjectOf(store)?.scenario.id;
    expect([id, opened.is, depth]).toEqual(['list-crash-any-line', 'open', 0]);
    await store.getState().explore();
    expect(outcomeOf(store)?.failures).toEqual([]);
  });

  it('tells of a scenario that is not there, and of one that the engine refuses', async () => {
    const store = made();
    await store.getState().restore({ scenario: 'no-such' });
    expect(store.getState().opened).toEqual({ is: 'missing' });
    await store.getState().choose({ kind: 'own', text: '{"format":1}' });
    expect(store.getState().opened).toEqual({ is: 'nothing' });
    expect(store.getState().refused.length).toBeGreaterThan(0);
  });
});

describe('exploring', () => {
  it('finds what the mutation breaks, and forgets it when a setting changes', async () => {
    const store = made();
    await store.getState().restore(undefined);
    await store.getState().explore();
    expect(outcomeOf(store)?.failures).toEqual([]);
    store.getState().change({ mutations: ['state-bit-first'] });
    expect(outcomeOf(store)).toBeUndefined();
    await store.getState().explore();
    expect(outcomeOf(store)?.failures[0]?.verdict).toBe('never-existed');
  });

  it('can be cancelled, and says that it was', async () => {
    const store = made();
    await store.getState().restore({ scenario: 'list-crash-any-line' });
    const ended = store.getState().explore();
    store.subscribe((state) => totalsIn(state) && store.getState().cancel());
    await ended;
    expect(store.getState().exploration.is).toBe('done');
    expect(outcomeOf(store)).toMatchObject({ cancelled: true, ended: false });
  });

  it('an answer to older settings changes nothing', async () => {
    const store = made();
    await store.getState().restore({ scenario: 'list-crash-any-line' });
    const older = store.getState().explore();
    store.getState().change({ depth: 0 });
    await store.getState().explore();
    const outcome = outcomeOf(store);
    await older;
    expect(outcomeOf(store)).toBe(outcome);
    expect(outcome?.verdicts.consistent?.[1]).toBe(0);
  });

  it('shows no ways of an exploration with other settings', async () => {
    const answers: ((ways: readonly VerifyWay[]) => void)[] = [];
    const ways = () =>
      new Promise<readonly VerifyWay[]>((resolve) => {
        answers.push(resolve);
      });
    const store = createBreakStore({ service: { ...service(), ways }, tours, load });
    const link = { scenario: 'state-bit-last', depth: 0, explored: true, point: 24 };
    await store.getState().restore(link);
    const [late] = answers;
    store.getState().change({ model: 'eadr' });
    await store.getState().explore();
    store.getState().show(24);
    late?.([]);
    await Promise.resolve();
    expect(store.getState()).toMatchObject({ point: { at: 24 } });
    expect(store.getState().point?.ways).toBeUndefined();
    answers.at(-1)?.([]);
    await expect.poll(() => store.getState().point?.ways, { interval: 1 }).toEqual([]);
  });

  it('shows the ways of a point', async () => {
    const store = made();
    await store.getState().restore({ scenario: 'state-bit-first', explored: true, point: 24 });
    await expect
      .poll(() => store.getState().point?.ways?.length, { interval: 1 })
      .toBeGreaterThan(2);
    store.getState().show(undefined);
    expect(store.getState().point).toBeUndefined();
  });
});

describe('the smallest case', () => {
  const explored = async () => {
    const store = made();
    const path = join(projectRoot(), 'scenarios/explore/explore-steal.json');
    await store.getState().choose({ kind: 'own', text: readFileSync(path, 'utf8') });
    store.getState().change({ mutations: ['no-tail-write-back'], depth: 0 });
    await store.getState().explore();
    return store;
  };
  const shrunk = async (store: BreakStore, key: string) => {
    await expect
      .poll(() => store.getState().shrinks[key]?.smallest, { timeout: 20_000 })
      .toBeDefined();
    return store.getState().shrinks[key]?.smallest as Smallest;
  };

  it('of the first failure is looked for without being asked, and leaves as a scenario', async () => {
    const store = await explored();
    const [failure] = outcomeOf(store)?.failures ?? [];
    if (!failure) throw new Error('nothing was found');
    const { scenario, ended, failure: found } = await shrunk(store, failureKey(failure));
    expect([scenario.threads?.length, ended]).toEqual([1, true]);
    const saved = await store.getState().saved(failure);
    expect(saved).toMatchObject({
      threads: scenario.threads,
      scheme: { mutations: ['no-tail-write-back'] },
      facts: [{ verdict: failure.verdict }],
    });
    expect(saved?.faults).toHaveLength(1);
    const rule = subjectOf(store)?.scheme.mutations.find(
      ({ id }) => id === 'no-tail-write-back',
    )?.rule;
    const [mark] = saved?.marks ?? [];
    expect(mark?.when).toEqual(saved?.faults?.[0]?.at);
    expect(mark?.say.en).toContain(rule?.en);
    expect(mark?.say.zh).toContain(rule?.zh);
    // A saved run has the same verdict when it is run again.
    const lab = await verifyScenario(places(), JSON.stringify(saved), {
      model: 'adr',
      depth: 0,
      maxRuns: 0,
      maxMb: 0,
    });
    expect(lab.failures[0]).toEqual(found);
  });

  it('of another kind is looked for when it is asked for, one at a time', async () => {
    const store = await explored();
    const failures = outcomeOf(store)?.failures ?? [];
    expect(failures.map(failureKey)).toEqual(['visible/1', 'lost/1']);
    const [, lost] = failures;
    if (!lost) throw new Error('nothing was lost');
    await store.getState().shrink(lost);
    expect(store.getState().shrinks['visible/1']).toMatchObject({ running: false });
    expect((await shrunk(store, 'lost/1')).failure.verdict).toBe('lost');
  });

  it('can be stopped, and is forgotten when a setting changes', async () => {
    const store = await explored();
    store.getState().stopShrinking();
    expect(await shrunk(store, 'visible/1')).toMatchObject({ ended: false });
    store.getState().change({ depth: 1 });
    expect(store.getState().shrinks).toEqual({});
  });
});

describe('an exploration that is not exhaustive', () => {
  it('draws images where it is told to, and its link says so', async () => {
    const store = made();
    await store.getState().restore({ scenario: 'list-crash-any-line', depth: 0, images: 4 });
    await store.getState().explore();
    const outcome = outcomeOf(store);
    expect(outcome?.points.every(({ pairs }) => pairs === 4)).toBe(true);
    expect(store.getState().link()).toMatchObject({ images: 4, explored: true });
    store.getState().show(outcome?.points[3]?.at);
    expect(store.getState().point?.ways).toBeUndefined();
  });
});

describe('a tour', () => {
  it('sets its mutations, and a guess is answered by exploring', async () => {
    const store = made();
    await store.getState().startTour('tour');
    store.getState().goToStep(1);
    expect(store.getState().mutations).toEqual(['state-bit-first']);
    await store.getState().guess('lost');
    expect(store.getState().tour?.guesses).toEqual({ 1: 'lost' });
    expect(outcomeOf(store)?.verdicts['never-existed']).toBeDefined();
    expect(store.getState().link()).toMatchObject({ tour: 'tour', step: 1, explored: true });
  });
});

describe('the matrix', () => {
  it('has a row for each declared mutation', async () => {
    const store = made();
    await store.getState().restore(undefined);
    await store.getState().runMatrix(false);
    const { matrix } = store.getState();
    const subject = subjectOf(store);
    expect(matrix?.running).toBe(false);
    expect(matrix?.rows.map(({ mutation }) => mutation)).toEqual(
      subject?.scheme.mutations.map(({ id }) => id),
    );
  });
});
