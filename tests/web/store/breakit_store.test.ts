import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Description } from '../../../web/engine/protocol';
import { verifyScenario } from '../../../web/engine/verify_client';
import { LocalVerifyPlace } from '../../../web/engine/verify_local_place';
import { mutationMatrix } from '../../../web/engine/verify_matrix';
import type { VerifyService } from '../../../web/engine/verify_pool';
import type { BreakLink } from '../../../web/model/link_state';
import type { Tour } from '../../../web/model/tour';
import { loadEngine, projectRoot } from '../../../web/runner/node_engine';
import { createBreakStore } from '../../../web/store/breakit_store';

const load = async (id: string) => {
  try {
    return readFileSync(join(projectRoot(), 'scenarios/lectures', `${id}.json`), 'utf8');
  } catch {
    return undefined;
  }
};
const places = () =>
  [0, 1].map(() => new LocalVerifyPlace(() => loadEngine('explore'), { sliceMs: 3 }));
const service = (): VerifyService => ({
  verify: (text, request, options) => verifyScenario(places(), text, request, options),
  matrix: (mutants, request, options) => mutationMatrix(places(), mutants, request, options),
  ways: (text, task, index) =>
    new LocalVerifyPlace(() => loadEngine('explore')).ways(text, task, index),
  sites: (text) => new LocalVerifyPlace(() => loadEngine('explore')).sites(text),
  dispose: () => {},
});
const say = { en: 'say', zh: '说' };
const tours: Tour[] = [
  {
    ...{ id: 'tour', title: say, scenario: 'state-bit-last' },
    steps: [
      { say, mutations: [] },
      { say, mutations: ['state-bit-first'], ask: say },
    ],
  },
];

let description: Description;
beforeAll(async () => {
  description = (await loadEngine('traced')).describe();
});
const made = () => createBreakStore({ service: service(), tours, load, description });

describe('opening', () => {
  it('without a link begins with the first tour', async () => {
    const store = made();
    await store.getState().restore(undefined);
    const { subject, tour, mutations, outcome } = store.getState();
    expect([subject?.scenario.id, tour?.id, mutations]).toEqual(['state-bit-last', 'tour', []]);
    expect(subject?.sites.length).toBeGreaterThan(5);
    expect(outcome).toBeUndefined();
  });

  it('a link comes back to the same', async () => {
    const store = made();
    const link: BreakLink = {
      ...{ scenario: 'state-bit-last', mutations: ['state-bit-first'], depth: 0 },
      ...({ model: 'eadr', explored: true, point: 24 } as const),
    };
    await store.getState().restore(link);
    expect(store.getState().outcome).toBeDefined();
    expect(store.getState().link()).toEqual(link);
  });

  it('takes the mutations of the scenario, and offers the lines of the unbroken one', async () => {
    const store = made();
    await store.getState().choose({ kind: 'library', id: 'state-bit-first' });
    const { mutations, subject } = store.getState();
    expect(mutations).toEqual(['state-bit-first']);
    expect(subject?.sites.some(({ leaveOut }) => leaveOut === 'leave-out-persist-2-1')).toBe(true);
    expect(store.getState().link()).toEqual({ scenario: 'state-bit-first' });
  });

  it('tells of a scenario that is not there, and of one that the engine refuses', async () => {
    const store = made();
    await store.getState().restore({ scenario: 'no-such' });
    expect(store.getState()).toMatchObject({ missing: true, opening: false, subject: undefined });
    await store.getState().choose({ kind: 'own', text: '{"format":1}' });
    expect(store.getState().missing).toBe(false);
    expect(store.getState().refused.length).toBeGreaterThan(0);
  });
});

describe('exploring', () => {
  it('finds what the mutation breaks, and forgets it when a setting changes', async () => {
    const store = made();
    await store.getState().restore(undefined);
    await store.getState().explore();
    expect(store.getState().outcome?.failures).toEqual([]);
    store.getState().change({ mutations: ['state-bit-first'] });
    expect(store.getState().outcome).toBeUndefined();
    await store.getState().explore();
    expect(store.getState().outcome?.failures[0]?.verdict).toBe('never-existed');
  });

  it('can be cancelled, and says that it was', async () => {
    const store = made();
    await store.getState().restore({ scenario: 'list-crash-any-line' });
    const ended = store.getState().explore();
    store.subscribe(({ totals }) => totals && store.getState().cancel());
    await ended;
    expect(store.getState().running).toBe(false);
    expect(store.getState().outcome).toMatchObject({ cancelled: true, ended: false });
  });

  it('an answer to older settings changes nothing', async () => {
    const store = made();
    await store.getState().restore({ scenario: 'list-crash-any-line' });
    const older = store.getState().explore();
    store.getState().change({ depth: 0 });
    await store.getState().explore();
    const { outcome } = store.getState();
    await older;
    expect(store.getState().outcome).toBe(outcome);
    expect(outcome?.verdicts.consistent?.[1]).toBe(0);
  });

  it('shows the ways of a point', async () => {
    const store = made();
    await store.getState().restore({ scenario: 'state-bit-first', explored: true, point: 24 });
    await expect.poll(() => store.getState().ways?.length).toBeGreaterThan(2);
    store.getState().show(undefined);
    expect(store.getState()).toMatchObject({ point: undefined, ways: undefined });
  });
});

describe('a tour', () => {
  it('sets its mutations, and a guess is answered by exploring', async () => {
    const store = made();
    await store.getState().startTour('tour');
    store.getState().goToStep(1);
    expect(store.getState().mutations).toEqual(['state-bit-first']);
    await store.getState().guess('lost');
    expect(store.getState().guesses).toEqual({ 1: 'lost' });
    expect(store.getState().outcome?.verdicts['never-existed']).toBeDefined();
    expect(store.getState().link()).toMatchObject({ tour: 'tour', step: 1, explored: true });
  });
});

describe('the matrix', () => {
  it('has a row for each declared mutation', async () => {
    const store = made();
    await store.getState().restore(undefined);
    await store.getState().runMatrix(false);
    const { matrix, subject } = store.getState();
    expect(matrix?.running).toBe(false);
    expect(matrix?.rows.map(({ mutation }) => mutation)).toEqual(
      subject?.scheme.mutations.map(({ id }) => id),
    );
  });
});
