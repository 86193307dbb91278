import { describe, expect, it, vi } from 'vitest';
import { EngineTrap, EngineUnstarted } from '../../../../web/engine/protocol/errors';
import { createStageStore } from '../../../../web/store/page/stage_store';
import {
  closeCut,
  explainMark,
  openCut,
  play,
  proposeCut,
  select,
  setEditing,
} from '../../../../web/store/stage/stage_controls';
import type { Origin } from '../../../../web/store/stage/stage_state';
import { createFixtureEngine, scenario } from '../../support/fixture_engine';
import { onStage } from '../../support/on_stage';

const origin: Origin = { kind: 'own' };
const text = JSON.stringify(scenario);

async function opened(engine = createFixtureEngine()) {
  const store = createStageStore(engine, () => createFixtureEngine());
  await store.getState().start();
  await store.getState().open(text, origin);
  return store;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the stage', () => {
  it('opens a scenario at its start, with frame and outlook of that position', async () => {
    const store = await opened();
    await settled();
    const { at, frame, outlook, session } = onStage(store);
    expect([at, frame?.at, outlook?.at]).toEqual([0, 0, 0]);
    expect(session.trace.length).toBeGreaterThan(10);
  });

  it('says so where an engine that is wanted later cannot be started', async () => {
    const outlook = () => Promise.reject(new EngineUnstarted('no more workers'));
    const store = await opened({ ...createFixtureEngine(), outlook });
    await settled();
    expect(store.getState().engine).toEqual({ failed: 'no more workers' });
  });

  it('steps forwards and back to the same place by every size', async () => {
    const store = await opened();
    const { step, goTo } = store.getState();
    for (const size of [
      'mark',
      'transaction',
      'statement',
      'log-record',
      'operation',
      'micro-operation',
    ] as const) {
      goTo(0);
      step(1, size);
      const there = onStage(store).at;
      step(1, size);
      step(-1, size);
      expect(onStage(store).at, size).toBe(there);
    }
  });

  it('keeps the playhead inside the trace', async () => {
    const store = await opened();
    store.getState().goTo(1e9);
    expect(onStage(store).at).toBe(onStage(store).session.trace.length);
    store.getState().goTo(-5);
    expect(onStage(store).at).toBe(0);
  });

  it('lets frame and outlook follow the playhead, and says which position they are of', async () => {
    const store = await opened();
    store.getState().goTo(12);
    expect(onStage(store).outlook?.at).not.toBe(12);
    await settled();
    expect(onStage(store).frame?.at).toBe(12);
    expect(onStage(store).outlook?.at).toBe(12);
  });

  it('goes into recovery after a power cut, and keeps the former future as a branch', async () => {
    const store = await opened();
    const length = onStage(store).session.trace.length;
    store.getState().goTo(20);
    expect(await store.getState().cut({ survive: 'none' })).toBeUndefined();
    const { session, at } = onStage(store);
    expect(session.parts.length).toBe(2);
    expect(at).toBe(21);
    expect(session.plan.branches.map((branch) => branch.cuts.length)).toEqual([0, 1]);
    await store.getState().selectBranch(1);
    expect(onStage(store).session.trace.length).toBe(length);
    expect(onStage(store).at).toBe(20);
    await store.getState().selectBranch(2);
    expect(onStage(store).session.parts.length).toBe(2);
  });

  it('does not make the same branch twice', async () => {
    const store = await opened();
    for (let round = 0; round < 2; round++) {
      store.getState().goTo(20);
      await store.getState().cut({ survive: 'none' });
      await store.getState().selectBranch(1);
    }
    expect(onStage(store).session.plan.branches.length).toBe(2);
  });

  it('hands on the rule where the engine refuses a choice, and changes nothing', async () => {
    const store = await opened();
    store.getState().goTo(20);
    const before = onStage(store).session;
    const refusal = await store.getState().cut({
      survive: 'none',
      units: [{ tier: 'nvm', address: 0, stores: [false, true] }],
    });
    expect(refusal?.rule.en).toMatch(/program order/);
    expect(onStage(store).session).toBe(before);
  });

  it('loses nothing that is open when a text is refused', async () => {
    const store = await opened();
    store.getState().goTo(7);
    const before = onStage(store).session;
    expect(await store.getState().open('not json', origin)).toBe(false);
    const { session, at } = onStage(store);
    const { refused } = store.getState().messages;
    expect(session).toBe(before);
    expect(at).toBe(7);
    expect(refused?.text).toBe('not json');
    expect(refused?.problems[0]?.reason.en).toBeTruthy();
  });

  it('leaves nothing of the scenario before when another one is opened', async () => {
    const store = await opened(createFixtureEngine(5));
    store.getState().goTo(7);
    await expect.poll(() => onStage(store).outlook?.at).toBe(7);
    select(store, { structure: 'log', key: 1 });
    proposeCut(store, { survive: 'all' });
    await store.getState().answer(0, 'always');
    explainMark(store, 0);
    setEditing(store, true);
    await store.getState().open(JSON.stringify({ ...scenario, seed: 9 }), origin);
    const { session, frame, ...rest } = onStage(store);
    expect(session.scenario.seed).toBe(9);
    // The picture stays until the new one is there.
    expect(frame?.at).toBe(7);
    expect(rest).toEqual({
      at: 0,
      answers: {},
      lecture: { kind: 'off' },
      narration: true,
      playing: false,
      strip: [],
    });
  });

  it('keeps no choice of a power cut that was given up', async () => {
    const store = await opened();
    proposeCut(store, { survive: 'all' });
    openCut(store);
    expect(onStage(store).cutting).toEqual({ proposed: { survive: 'all' } });
    closeCut(store);
    openCut(store);
    expect(onStage(store).cutting).toEqual({});
  });

  it('has no cut, choice or playing where nothing is open', () => {
    const store = createStageStore(createFixtureEngine(), () => createFixtureEngine());
    const before = store.getState();
    openCut(store);
    play(store, true);
    select(store, { structure: 'log', key: 1 });
    store.getState().goTo(3);
    expect(store.getState()).toBe(before);
  });

  it('tells of a trap with its event, and goes on working', async () => {
    const engine = createFixtureEngine();
    const store = await opened(engine);
    vi.spyOn(engine, 'seek').mockRejectedValueOnce(new EngineTrap(9, 'unreachable'));
    store.getState().goTo(9);
    await settled();
    expect(store.getState().messages.trap).toEqual({ at: 9, message: 'unreachable' });
    store.getState().goTo(10);
    await settled();
    expect(onStage(store).frame?.at).toBe(10);
  });

  it('finds the fates before a power cut that came with the scenario', async () => {
    const store = createStageStore(createFixtureEngine(), () => createFixtureEngine());
    await store.getState().start();
    const fault = { at: { event: 'acknowledge', tx: 'T1' }, crash: { survive: 'none' } } as const;
    await store.getState().open(JSON.stringify({ ...scenario, faults: [fault] }), origin);
    expect(onStage(store).session.parts.length).toBe(2);
    await settled();
    await settled();
    const start = onStage(store).session.parts[1]?.start ?? 0;
    const before = onStage(store).strip.filter((point) => point.at < start);
    expect(before.length).toBeGreaterThan(3);
    expect(before[0]?.fates).toEqual(['never', 'never']);
  });

  it('has no marks behind a power cut that is not the scenario’s own', async () => {
    const store = createStageStore(createFixtureEngine(), () => createFixtureEngine());
    await store.getState().start();
    const marks = [
      { when: { event: 'begin', tx: 'T1' }, say: { en: 'a', zh: 'a' } },
      { when: { event: 'recovered', phase: 1 }, say: { en: 'b', zh: 'b' } },
    ];
    const faults = [{ at: { event: 'acknowledge', tx: 'T1' }, crash: { survive: 'none' } }];
    await store.getState().open(JSON.stringify({ ...scenario, marks, faults }), origin);
    const words = () => onStage(store).session.marks.map(({ mark }) => mark.say.en);
    expect(words()).toEqual(['a', 'b']);
    store.getState().goTo(20);
    await store.getState().cut({ survive: 'none' });
    expect(words()).toEqual(['a']);
    await store.getState().selectBranch(2);
    expect(words()).toEqual(['a', 'b']);
  });

  it('grades an answer by what the engine says', async () => {
    const store = await opened();
    const stop = onStage(store).session.marks[0];
    if (!stop) throw new Error('no mark');
    await store.getState().answer(stop.index, 'always');
    expect(onStage(store).answers[stop.index]).toEqual({
      kind: 'fate',
      guess: 'always',
      truth: 'never',
      right: false,
    });
  });
});
