import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scenario } from '../../../../web/engine/protocol';
import { scenarioText } from '../../../../web/model/scenario/scenario_text';
import { anchorAt } from '../../../../web/model/trace/anchor';
import type { LectureHost } from '../../../../web/store/lecture/lecture_begin';
import { askAgain, beginAgain } from '../../../../web/store/lecture/lecture_moves';
import { createLectureProgress } from '../../../../web/store/lecture/lecture_progress';
import { followLecture } from '../../../../web/store/lecture/lecture_store';
import {
  askedQuestion,
  fatesShown,
  frontierNow,
  isAskedNext,
  lectureQuestion,
} from '../../../../web/store/lecture/lecture_view';
import { createStageStore } from '../../../../web/store/page/stage_store';
import type { Place } from '../../../../web/store/stage/stage_state';
import { createFixtureEngine, scenario } from '../../support/fixture_engine';
import { onStage } from '../../support/on_stage';

const text = scenarioText(scenario);
const kept = new Map<string, string>();
/** Longer than the store waits before it keeps how far one came, in milliseconds. */
const KEPT = 500;

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(async () => {
  // The writes that a test has left pending are made before the next one begins.
  await new Promise((resolve) => setTimeout(resolve, KEPT));
  vi.unstubAllGlobals();
});

/** A lecture as the library opens it: a mark that asks, and one that does not. */
async function lecture(place?: Place, presenting = false, base: Scenario = scenario) {
  const goOn = vi.fn<LectureHost['goOn']>();
  const progress = createLectureProgress();
  const engine = () => createFixtureEngine();
  const store = createStageStore(engine(), engine, undefined, { find: progress.find, goOn });
  const now = followLecture(store, progress);
  await store.getState().start();
  store.setState({ presenting });
  await store.getState().open(text, { kind: 'library', id: 'one', base }, place);
  const marks = onStage(store).session.marks.map(({ position }) => position) ?? [];
  return { store, now, progress, goOn, marks: marks as [number, number] };
}

const until = (test: () => void) => vi.waitFor(test);

describe('a lecture on the stage', () => {
  it('goes on by Next from mark to mark, and not past its question', async () => {
    const { store, marks } = await lecture();
    store.getState().next();
    expect(onStage(store).at).toBe(marks[0]);
    expect(store.getState().next()).toBe('question');
    for (const size of ['micro-operation', 'statement', 'transaction', 'mark'] as const)
      store.getState().step(1, size);
    store.getState().goTo(1e9);
    expect(onStage(store).at).toBe(marks[0]);
    expect(lectureQuestion(onStage(store))?.index).toBe(0);
    await store.getState().answer(0, 'never');
    store.getState().next();
    expect(onStage(store).at).toBe(marks[1]);
  });

  describe('where a mark pauses', () => {
    /** The first mark waits for a second and asks nothing. */
    const pausing = async () => {
      const [first, ...rest] = scenario.marks ?? [];
      if (!first) throw new Error('the scenario has no mark');
      const { ask: _ask, then: _then, ...plain } = first;
      const marks = [{ ...plain, pause: 1 }, ...rest];
      const base = { ...scenario, marks };
      const opened = await lecture(undefined, false, base);
      vi.stubGlobal('document', { hidden: false });
      vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
      await opened.store.getState().open(scenarioText(base), { kind: 'library', id: 'one', base });
      return opened;
    };

    it('goes on from there by itself', async () => {
      const { store, marks } = await pausing();
      store.getState().next();
      await vi.waitFor(() => expect(onStage(store).lecture).toMatchObject({ pause: 1 }), 5000);
      expect(onStage(store).at).toBe(marks[0]);
      await vi.waitFor(() => expect(onStage(store).at).toBe(marks[1]), 5000);
    });

    it('stays where the reader does something meanwhile', async () => {
      const { store, marks } = await pausing();
      store.getState().next();
      await vi.waitFor(() => expect(onStage(store).lecture).toMatchObject({ pause: 1 }), 5000);
      store.getState().step(-1, 'micro-operation');
      const { at } = onStage(store);
      expect(at).toBeLessThan(marks[0]);
      await new Promise((resolve) => setTimeout(resolve, 1200));
      expect(onStage(store).at).toBe(at);
    });
  });

  it('lets every mark stop every kind of step', async () => {
    const { store, marks } = await lecture();
    await store.getState().answer(0, 'never');
    for (const size of ['statement', 'transaction', 'log-record', 'operation'] as const) {
      store.getState().goTo(0);
      const seen = new Set<number>();
      for (let n = 0; n < 200; n++) {
        store.getState().step(1, size);
        seen.add(onStage(store).at);
      }
      expect(seen, size).toContain(marks[0]);
      expect(seen, size).toContain(marks[1]);
    }
  });

  it('sums up behind the last mark, then goes on to the next lecture', async () => {
    const { store, goOn, marks } = await lecture();
    await store.getState().answer(0, 'never');
    store.getState().goTo(marks[1]);
    store.getState().next();
    expect(onStage(store).lecture.kind).toBe('recap');
    expect(frontierNow(onStage(store))).toBe(onStage(store).session.trace.length);
    store.getState().back();
    expect([onStage(store).lecture.kind, onStage(store).at]).toEqual(['course', marks[1]]);
    store.getState().next();
    store.getState().next();
    expect(goOn).toHaveBeenCalledWith('one');
  });

  it('is known to have ended, also where the next one is opened at once', async () => {
    const { store, progress, marks } = await lecture();
    await store.getState().answer(0, 'never');
    store.getState().goTo(marks[1]);
    store.getState().next();
    const next = { ...scenario, title: { en: 'Another', zh: '另一课' } };
    await store.getState().open(scenarioText(next), { kind: 'library', id: 'two', base: next });
    expect(progress.getState().lectures.one?.ended).toBe(true);
  });

  it('opens a link into its middle right there, but no later link leads past a question', async () => {
    const { store, marks } = await lecture();
    const { session } = onStage(store);
    if (!session) throw new Error('nothing is open');
    const middle = { cuts: [], at: anchorAt(session.trace, marks[0] + 3) };
    const cold = await lecture(middle);
    expect(onStage(cold.store).at).toBe(marks[0] + 3);
    expect(fatesShown(onStage(cold.store))).toBe(false);
    await store.getState().open(text, session.origin, middle);
    expect(onStage(store).at).toBe(marks[0]);
  });

  it('tells no fate while a question that was asked waits for its answer, wherever one steps to look', async () => {
    const { store, marks } = await lecture();
    store.getState().goTo(marks[0] - 1);
    expect(fatesShown(onStage(store))).toBe(true);
    store.getState().goTo(marks[0]);
    expect(askedQuestion(onStage(store))?.index).toBe(0);
    expect(fatesShown(onStage(store))).toBe(false);
    store.getState().step(-1);
    expect(onStage(store).at).toBeLessThan(marks[0]);
    expect(askedQuestion(onStage(store))?.index).toBe(0);
    expect(fatesShown(onStage(store))).toBe(false);
    await store.getState().answer(0, 'never');
    expect(askedQuestion(onStage(store))).toBeUndefined();
    expect(fatesShown(onStage(store))).toBe(true);
  });

  it('knows whether the next mark asks, so that nothing before it gives reasons', async () => {
    const { store, marks } = await lecture();
    expect(isAskedNext(onStage(store))).toBe(true);
    store.getState().next();
    expect(onStage(store).at).toBe(marks[0]);
    expect(isAskedNext(onStage(store))).toBe(false);
    await store.getState().answer(0, 'never');
    store.getState().goTo(0);
    expect(isAskedNext(onStage(store))).toBe(false);
  });

  it('does not cut the power before the prediction is made', async () => {
    const { store, marks } = await lecture();
    store.getState().goTo(marks[0]);
    await store.getState().cut({ survive: 'none' });
    expect(onStage(store).session.parts).toHaveLength(1);
    await store.getState().answer(0, 'never');
    await store.getState().cut({ survive: 'none' });
    expect(onStage(store).session.parts).toHaveLength(2);
  });

  it('comes back from a power cut of the reader’s own to where it was left', async () => {
    const { store, marks } = await lecture();
    await store.getState().answer(0, 'never');
    store.getState().goTo(marks[0]);
    await store.getState().cut({ survive: 'none' });
    store.getState().back();
    await until(() => expect(onStage(store).session.parts).toHaveLength(1));
    await until(() => expect(onStage(store).at).toBe(marks[0]));
    expect(onStage(store).answers[0]).toBeDefined();
  });

  it('hides nothing and stops nowhere once it has been changed', async () => {
    const { store, marks } = await lecture(undefined, false, { ...scenario, seed: 8 });
    store.getState().goTo(1e9);
    expect(onStage(store).at).toBeGreaterThan(marks[1]);
    expect(frontierNow(onStage(store))).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('what a lecture keeps', () => {
  it('brings back answers, score and the furthest place after a reload', async () => {
    const { store, marks, progress } = await lecture();
    store.getState().next();
    await store.getState().answer(0, 'always');
    const { right } = onStage(store).answers[0] ?? {};
    expect(right).toBe(false);
    askAgain(store, 0);
    await store.getState().answer(0, 'never');
    store.getState().next();
    progress.keep(store.getState());
    const again = await lecture();
    expect(onStage(again.store).answers[0]?.guess).toBe('never');
    expect(onStage(again.store).lecture).toMatchObject({ first: { 0: 'wrong' } });
    expect(frontierNow(onStage(again.store))).toBe(marks[1]);
    expect(again.progress.getState().lectures.one).toMatchObject({
      mark: 2,
      marks: 2,
      right: 0,
      of: 1,
    });
  });

  it('is summed up again after a reload there, and nowhere else', async () => {
    const { store, progress, marks } = await lecture();
    store.getState().next();
    await store.getState().answer(0, 'never');
    store.getState().next();
    store.getState().next();
    expect(onStage(store).lecture.kind).toBe('recap');
    progress.keep(store.getState());
    const { session } = onStage(store);
    if (!session) throw new Error('no session');
    const there = (at: number): Place => ({ cuts: [], at: anchorAt(session.trace, at) });
    const again = await lecture(there(marks[1]));
    expect(onStage(again.store).lecture.kind).toBe('recap');
    expect(onStage((await lecture(there(marks[0]))).store).lecture.kind).toBe('course');
    expect(onStage((await lecture()).store).lecture.kind).toBe('course');
    again.store.getState().back();
    progress.keep(again.store.getState());
    expect(onStage((await lecture(there(marks[1]))).store).lecture.kind).toBe('course');
  });

  it('is passed over where it is about another text, or is nothing that can be read', async () => {
    const { store } = await lecture();
    store.getState().next();
    await store.getState().answer(0, 'never');
    const [name = '', value = ''] = [...kept][0] ?? [];
    kept.set(name, value.replace(/"digest":"./, '"digest":"x'));
    expect(onStage((await lecture()).store).answers).toEqual({});
    for (const bad of ['{"one":7}', '[1]', 'nothing', '{"one":{"answers":{"0":3}}}']) {
      kept.set(name, bad);
      expect((await lecture()).progress.getState().lectures).toEqual({});
    }
  });

  it('is forgotten by beginning again', async () => {
    const { store, progress } = await lecture();
    store.getState().next();
    await store.getState().answer(0, 'never');
    beginAgain(store);
    expect(onStage(store).at).toBe(0);
    expect(lectureQuestion({ ...onStage(store), at: 0 })).toBeUndefined();
    progress.keep(store.getState());
    expect(onStage((await lecture()).store).answers).toEqual({});
  });

  it('is nothing in front of a class, where one press shows the answer and the next goes on', async () => {
    const { store, marks, now } = await lecture(undefined, true);
    store.getState().next();
    store.getState().next();
    await until(() => expect(onStage(store).answers[0]).toMatchObject({ guess: '' }));
    expect(onStage(store).at).toBe(marks[0]);
    store.getState().next();
    expect(onStage(store).at).toBe(marks[1]);
    expect(kept.size).toBe(0);
    expect(now.getState()).toMatchObject({ kind: 'open', mark: 2, presenting: true });
    store.setState({ presenting: false });
    expect(onStage(store).answers).toEqual({});
  });
});
