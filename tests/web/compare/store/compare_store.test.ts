import { afterEach, describe, expect, it } from 'vitest';
import { lastMoment, phaseEnd, positionAtMoment } from '../../../../web/compare/model/clock';
import type { CompareLink } from '../../../../web/compare/model/link';
import {
  problemsOf,
  runningOf,
  runOf,
  startedOf,
} from '../../../../web/compare/store/compare_state';
import {
  clockOf,
  createCompareStore,
  sidePosition,
} from '../../../../web/compare/store/compare_store';
import type { Description, Scenario } from '../../../../web/engine/protocol';
import { EngineHost } from '../../../../web/engine/stage/engine_host';
import { growing } from '../../../../web/engine/stage/growing_engine';
import { StageClient } from '../../../../web/engine/stage/stage_client';
import { choiceOf } from '../../../../web/model/scenario/side_choice';
import { timeAt } from '../../../../web/model/trace/trace';
import { loadEngine } from '../../../../web/runner/node_engine';
import { lectureFiles } from '../../../contract/scenario_files';

const spawn = () =>
  new StageClient(async () => ({
    calls: new EngineHost(() => loadEngine('explore')),
    terminate: () => undefined,
  }));
const description: Description = (await loadEngine('explore')).describe();
const base = lectureFiles()[0]?.scenario as Scenario;
const { faults: _faults, ...peaceful } = base;

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.dispose();
});

async function compared(scenario: Scenario = peaceful, link?: CompareLink) {
  const store = createCompareStore(spawn, description, scenario);
  open.push(store.getState());
  await store.getState().restore(scenario, link);
  return store;
}
type Store = Awaited<ReturnType<typeof compared>>;

const settled = async (store: Store) => {
  for (let n = 0; n < 200; n++) {
    const state = store.getState();
    const there = state.sides.every((side, index) => {
      const { frame, outlook } = runningOf(side) ?? {};
      return frame?.at === sidePosition(state, index as 0 | 1) && outlook?.at === frame?.at;
    });
    if (there && !state.busy) return state;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the engines did not catch up');
};

describe('a comparison', () => {
  it('opens the scenario on the left and something else on the right, where the run is over', async () => {
    const store = await compared();
    const { sides, at, cuts } = store.getState();
    expect(runOf(sides[0])?.choice).toEqual(choiceOf(base));
    expect(runOf(sides[1])?.choice).not.toEqual(runOf(sides[0])?.choice);
    expect([at, cuts]).toEqual([{ phase: 0, time: phaseEnd(clockOf(store.getState()), 0) }, []]);
    expect(at.time).toBeGreaterThan(1000);
    // The same holds for a link that names no moment: at the first one no difference is visible.
    const linked = await compared(peaceful, { cuts: [] });
    const end = phaseEnd(clockOf(linked.getState()), 0);
    expect(linked.getState().at).toEqual({ phase: 0, time: end });
    const first = await compared(peaceful, { cuts: [], at: { phase: 0, time: 0 } });
    expect(first.getState().at).toEqual({ phase: 0, time: 0 });
    // Both are seen as the power fails, not after their recoveries, if the text cuts the power.
    const cut = await compared();
    const withCut = cut.getState();
    await withCut.restore(base, undefined);
    expect(cut.getState().at).toEqual({ phase: 0, time: cut.getState().cuts[0]?.time });
  });

  it('looks at no moment but the one at which it opens', async () => {
    const asked: number[][] = [];
    const watching = () => {
      const engine = spawn();
      const own: number[] = [];
      asked.push(own);
      const { outlook } = engine;
      engine.outlook = (at) => {
        own.push(at);
        return outlook.call(engine, at);
      };
      return engine;
    };
    const store = createCompareStore(watching, description, peaceful);
    open.push(store.getState());
    await store.getState().restore(peaceful, undefined);
    const state = await settled(store);
    expect(asked).toEqual([[sidePosition(state, 0)], [sidePosition(state, 1)]]);
  });

  it('has the lines of a system for which an engine grew', async () => {
    const port = (flavour: 'traced' | 'explore') => async () => ({
      calls: new EngineHost(() => loadEngine(flavour)),
      terminate: () => undefined,
    });
    const small = (await loadEngine('traced')).describe();
    const started = () => new StageClient(growing(port('traced'), port('explore')));
    const store = createCompareStore(started, small, peaceful);
    open.push(store.getState());
    const elsewhere = small.schemes.filter(({ here }) => !here).map(({ id }) => id);
    expect(elsewhere).toContain('rewind');
    await store.getState().restore(peaceful, undefined);
    for (const id of elsewhere) {
      await store.getState().choose(1, choiceOf({ ...peaceful, scheme: { id } }));
      const { sides } = store.getState();
      expect([id, problemsOf(sides[1]), runOf(sides[1])?.scheme.id]).toEqual([id, [], id]);
      expect(runOf(sides[1])?.scheme.listings.length, id).toBeGreaterThan(0);
    }
    // A side that has not grown, or has grown before, describes itself once.
    const [left, right] = store.getState().sides.map((side) => runOf(side)?.description);
    await store.getState().choose(1, choiceOf(peaceful));
    await store.getState().choose(0, choiceOf(peaceful));
    expect(runOf(store.getState().sides[0])?.description).toBe(left);
    expect(runOf(store.getState().sides[1])?.description).toBe(right);
  });

  it('goes on after a side that failed to take a power cut back', async () => {
    let fail = false;
    const failing = () => {
      const engine = spawn();
      const { uncut } = engine;
      engine.uncut = async (count) => {
        if (fail) throw new Error('the engine hangs');
        return uncut.call(engine, count);
      };
      return engine;
    };
    const store = createCompareStore(failing, description, peaceful);
    open.push(store.getState());
    await store.getState().restore(peaceful, undefined);
    store.getState().goTo({ phase: 0, time: 20_000 });
    await store.getState().cut('none');
    fail = true;
    await store.getState().uncut();
    expect(store.getState().sides.map((side) => startedOf(side)?.trap?.message)).toEqual([
      'the engine hangs',
      'the engine hangs',
    ]);
    fail = false;
    await store.getState().restore(peaceful, undefined);
    expect(store.getState().sides.map((side) => startedOf(side)?.trap)).toEqual([
      undefined,
      undefined,
    ]);
    expect(runOf(store.getState().sides[0])?.trace.length).toBeGreaterThan(10);
  });

  it('lets both engines follow the clock, each to its last event that is not later', async () => {
    const store = await compared();
    const end = lastMoment(clockOf(store.getState()));
    for (const share of [0.3, 0.9, 0.6]) {
      store.getState().goTo({ phase: 0, time: Math.round(end.time * share) });
      const { sides, at } = await settled(store);
      for (const side of sides) {
        const { run, frame, outlook } = runningOf(side) ?? {};
        if (!run || !frame) throw new Error('a side does not run');
        expect(timeAt(run.trace, frame.at)).toBeLessThanOrEqual(at.time);
        expect(run.trace.clock[frame.at] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(at.time);
        expect(outlook?.at).toBe(frame.at);
      }
    }
  });

  it('cuts the power on both at the same time, and both recover from there', async () => {
    const store = await compared();
    const { time } = lastMoment(clockOf(store.getState()));
    store.getState().goTo({ phase: 0, time: Math.round(time / 2) });
    const before = store.getState().sides.map((_, n) => sidePosition(store.getState(), n as 0 | 1));
    await store.getState().cut('none');
    const { sides, at, cuts } = await settled(store);
    expect(at).toEqual({ phase: 1, time: 0 });
    expect(cuts).toEqual([{ time: Math.round(time / 2), survive: 'none' }]);
    expect(sides.map((side) => runOf(side)?.trace.phases[0]?.end)).toEqual(before);
    for (const side of sides) {
      const { run, frame } = runningOf(side) ?? {};
      expect(run?.trace.phases.length).toBe(2);
      expect(frame?.phase).toBe(1);
    }
    await store.getState().uncut();
    const back = await settled(store);
    expect(back.at).toEqual({ phase: 0, time: Math.round(time / 2) });
    expect(back.sides.map((side) => runOf(side)?.trace.phases.length)).toEqual([1, 1]);
  });

  it('cuts again inside recovery, and a cut earlier on the clock drops the later ones', async () => {
    const store = await compared();
    const { goTo, cut } = store.getState();
    goTo({ phase: 0, time: 26000 });
    await cut('all');
    goTo({ phase: 1, time: 20500 });
    await cut('none');
    expect(store.getState().sides.map((side) => runOf(side)?.trace.phases.length)).toEqual([3, 3]);
    goTo({ phase: 0, time: 24000 });
    await cut('random', 7);
    expect(store.getState().cuts).toEqual([{ time: 24000, survive: 'random', seed: 7 }]);
    expect(store.getState().sides.map((side) => runOf(side)?.trace.phases.length)).toEqual([2, 2]);
  });

  it("takes the scenario's own power cut where nothing else is asked for", async () => {
    const store = await compared(base);
    expect(store.getState().cuts.length).toBe(base.faults?.length);
    const undone = await compared(base, { at: { phase: 0, time: 0 }, cuts: [] });
    expect(undone.getState().cuts).toEqual([]);
  });

  it('comes back by its link, sides, cuts and clock', async () => {
    const store = await compared();
    store.getState().goTo({ phase: 0, time: 26000 });
    await store.getState().cut('random', 3);
    store.getState().goTo({ phase: 1, time: 20500 });
    const link = store.getState().link();
    const again = (await compared(peaceful, link)).getState();
    expect(again.link()).toEqual(link);
    const positions = (state: typeof again) => [0, 1].map((n) => sidePosition(state, n as 0 | 1));
    expect(positions(again)).toEqual(positions(store.getState()));
  });

  it('keeps what was typed and what ran where the engine refuses, and recovers from it', async () => {
    const store = await compared();
    const good = runOf(store.getState().sides[1])?.choice;
    if (!good) throw new Error('the right side does not run');
    const number = description.schemes
      .find(({ id }) => id === good.scheme)
      ?.params.find(({ type }) => type === 'integer');
    const bad = { ...good, params: { ...good.params, [number?.id ?? '']: 'many' } };
    await store.getState().choose(1, bad);
    const side = store.getState().sides[1];
    expect(side.choice).toEqual(bad);
    expect(problemsOf(side)[0]?.path).toBe(`scheme.params.${number?.id}`);
    expect(runOf(side)?.choice).toEqual(good);
    expect(store.getState().link().right).toEqual(good);
    await store.getState().choose(1, good);
    expect(problemsOf(store.getState().sides[1])).toEqual([]);
    await settled(store);
  });

  it('cuts the power of what still runs behind a refused choice', async () => {
    const store = await compared();
    const { choice } = store.getState().sides[1];
    await store.getState().choose(1, { ...choice, params: { nothing: 1 } });
    store.getState().goTo({ phase: 0, time: 26000 });
    await store.getState().cut('none');
    const { sides } = await settled(store);
    expect(sides.map(({ state }) => state.is)).toEqual(['running', 'refused']);
    expect(sides.map((side) => runOf(side)?.trace.phases.length)).toEqual([2, 2]);
    expect(problemsOf(sides[1]).length).toBe(1);
  });

  it('keeps its clock still while the power is being cut, and lets it stand afterwards', async () => {
    const store = await compared();
    const { play, showCut, cut } = store.getState();
    play(true);
    expect(store.getState().mode).toBe('playing');
    showCut(true);
    play(true);
    expect(store.getState().mode).toBe('cutting');
    await cut('none');
    expect(store.getState().mode).toBe('still');
    play(true);
    showCut(false);
    expect(store.getState().mode).toBe('playing');
  });

  it('makes the power cuts anew on a side that runs something else', async () => {
    const store = await compared();
    store.getState().goTo({ phase: 0, time: 26000 });
    await store.getState().cut('none');
    const left = store.getState().sides[0].choice;
    await store.getState().choose(1, left);
    const { sides, cuts } = await settled(store);
    expect(cuts.length).toBe(1);
    expect(runOf(sides[1])?.trace.phases.map(({ end }) => end)).toEqual(
      runOf(sides[0])?.trace.phases.map(({ end }) => end),
    );
    expect(runningOf(sides[1])?.frame?.counters).toEqual(runningOf(sides[0])?.frame?.counters);
  });

  it('ends where the newest of several choices in a row says', async () => {
    const store = await compared();
    const { sides, choose } = store.getState();
    const [left, right] = [sides[0].choice, sides[1].choice];
    await Promise.all([choose(1, left), choose(1, right), choose(1, left)]);
    expect(runOf(store.getState().sides[1])?.choice).toEqual(left);
    expect(store.getState().busy).toBe(false);
  });

  it('shows both sides the same where both run the same', async () => {
    const choice = choiceOf(base);
    const store = await compared(peaceful, { left: choice, right: choice, cuts: [] });
    const { sides } = store.getState();
    for (const time of [0, 20000, 25000, 1e9]) {
      const at = sides
        .map(runOf)
        .map((run) => run && positionAtMoment(run.trace, { phase: 0, time }));
      expect(at[0]).toBe(at[1]);
    }
  });
});
