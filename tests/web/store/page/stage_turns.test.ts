import { describe, expect, it } from 'vitest';
import type { StageEngine } from '../../../../web/engine/stage/stage_engine';
import { createStageStore } from '../../../../web/store/page/stage_store';
import type { Origin, StageStore } from '../../../../web/store/stage/stage_state';
import { inTurns } from '../../../../web/store/stage/turns';
import { createFixtureEngine, scenario } from '../../support/fixture_engine';
import { onStage } from '../../support/on_stage';

const origin: Origin = { kind: 'own' };
const DELAY = 5;
const text = (seed: number) => JSON.stringify({ ...scenario, seed });
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function opened(engine: StageEngine = createFixtureEngine(DELAY)) {
  const store = createStageStore(engine, () => createFixtureEngine());
  await store.getState().start();
  await store.getState().open(text(1), origin);
  return store;
}

const phases = (store: StageStore) =>
  onStage(store).session.trace.phases.map(({ start, end }) => [start, end]);

describe('what is asked of the stage before the last thing is done', () => {
  it('is done in turn: two branches chosen at once end on the second, as it is alone', async () => {
    const store = await opened();
    const { goTo, cut, selectBranch } = store.getState();
    for (const at of [12, 25]) {
      await selectBranch(1);
      goTo(at);
      await cut({ survive: 'none' });
    }
    await selectBranch(3);
    const alone = phases(store);
    await selectBranch(1);
    await Promise.all([selectBranch(2), selectBranch(3)]);
    expect(onStage(store).session.plan.active).toBe(3);
    expect(phases(store)).toEqual(alone);
  });

  it('is dropped where it was asked of a scenario that is no longer open', async () => {
    const store = await opened();
    const { open, cut, selectBranch, removeBranch, goTo } = store.getState();
    goTo(20);
    const [taken] = await Promise.all([
      open(text(2), origin),
      cut({ survive: 'none' }),
      selectBranch(1),
      removeBranch(1),
    ]);
    expect(taken).toBe(true);
    const { session, at } = onStage(store);
    expect(session.text).toBe(text(2));
    expect(session.parts).toHaveLength(1);
    expect(session.plan.branches).toHaveLength(1);
    expect(at).toBe(0);
  });

  it('keeps no answer to a question of the scenario before', async () => {
    const engine = createFixtureEngine(DELAY);
    const store = createStageStore(engine, () => createFixtureEngine(10 * DELAY));
    await store.getState().start();
    await store.getState().open(text(1), origin);
    const [stop] = onStage(store).session.marks;
    if (!stop) throw new Error('no mark');
    const grading: (number | undefined)[] = [];
    store.subscribe(({ onStage }) => grading.push(onStage?.grading?.mark));
    const answered = store.getState().answer(stop.index, 'always');
    await expect.poll(() => grading, { interval: 1 }).toContain(stop.index);
    await store.getState().open(text(2), origin);
    await answered;
    expect(onStage(store).answers).toEqual({});
    expect(onStage(store).grading).toBeUndefined();
  });

  it('does not get an outlook of the scenario before', async () => {
    const engine = createFixtureEngine(DELAY);
    let slow = true;
    const store = await opened({
      ...engine,
      // The first answer comes late, and is about something else.
      outlook: async (at) => {
        if (!slow) return engine.outlook(at);
        slow = false;
        const outlook = await engine.outlook(at);
        await rest(10 * DELAY);
        return { ...outlook, images: '4711' };
      },
    });
    await store.getState().open(text(2), origin);
    await rest(20 * DELAY);
    expect(onStage(store).outlook?.at).toBe(0);
    expect(onStage(store).outlook?.images).not.toBe('4711');
  });

  it('brings the branches of a saved plan along, from the first moment on', async () => {
    const store = await opened();
    store.getState().goTo(20);
    await store.getState().cut({ survive: 'none' });
    const saved = onStage(store).session.plan;
    const seen: (number | undefined)[] = [];
    store.subscribe((state, before) => {
      const { session } = state.onStage ?? {};
      if (session !== before.onStage?.session) seen.push(session?.plan.branches.length);
    });
    await store.getState().open(text(1), origin, undefined, saved);
    expect(seen).toEqual([2]);
  });
});

it('a piece of work that fails tells who asked, and the next one is done', async () => {
  const inTurn = inTurns();
  const done: number[] = [];
  const first = inTurn(async () => {
    await rest(DELAY);
    throw new Error('no');
  });
  const second = inTurn(async () => done.push(2));
  await expect(first).rejects.toThrow('no');
  await second;
  expect(done).toEqual([2]);
});
