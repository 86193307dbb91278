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
  const marks = store.getState().session?.marks.map(({ position }) => position) ?? [];
  return { store, now, progress, goOn, marks: marks as [number, number] };
}

const until = (test: () => void) => vi.waitFor(test);

describe('a lecture on the stage', () => {
  it('goes on by Next from mark to mark, and not past its question', async () => {
    const { store, marks } = await lecture();
    store.getState().next();
    expect(store.getState().at).toBe(marks[0]);
    expect(store.getState().next()).toBe('question');
    for (const size of ['micro-operation', 'statement', 'transaction', 'mark'] as const)
      store.getState().step(1, size);
    store.getState().goTo(1e9);
    expect(store.getState().at).toBe(marks[0]);
    expect(lectureQuestion(store.getState())?.index).toBe(0);
    await store.getState().answer(0, 'never');
    store.getState().next();
    expect(store.getState().at).toBe(marks[1]);
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
      await vi.waitFor(() => expect(store.getState().lecture).toMatchObject({ pause: 1 }), 5000);
      expect(store.getState().at).toBe(marks[0]);
      await vi.waitFor(() => expect(store.getState().at).toBe(marks[1]), 5000);
    });

    it('stays where the reader does something meanwhile', async () => {
      const { store, marks } = await pausing();
      store.getState().next();
      await vi.waitFor(() => expect(store.getState().lecture).toMatchObject({ pause: 1 }), 5000);
      store.getState().step(-1, 'micro-operation');
      const { at } = store.getState();
      expect(at).toBeLessThan(marks[0]);
      await new Promise((resolve) => setTimeout(resolve, 1200));
      expect(store.getState().at).toBe(at);
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
        seen.add(store.getState().at);
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
    expect(store.getState().lecture.kind).toBe('recap');
    expect(frontierNow(store.getState())).toBe(store.getState().session?.trace.length);
    store.getState().back();
    expect([store.getState().lecture.kind, store.getState().at]).toEqual(['course', marks[1]]);
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
    const { session } = store.getState();
    if (!session) throw new Error('nothing is open');
    const middle = { cuts: [], at: anchorAt(session.trace, marks[0] + 3) };
    const cold = await lecture(middle);
    expect(cold.store.getState().at).toBe(marks[0] + 3);
    expect(fatesShown(cold.store.getState())).toBe(false);
    await store.getState().open(text, session.origin, middle);
    expect(store.getState().at).toBe(marks[0]);
  });

  it('tells no fate while a question that was asked waits for its answer, wherever one steps to look', async () => {
    const { store, marks } = await lecture();
    store.getState().goTo(marks[0] - 1);
    expect(fatesShown(store.getState())).toBe(true);
    store.getState().goTo(marks[0]);
    expect(askedQuestion(store.getState())?.index).toBe(0);
    expect(fatesShown(store.getState())).toBe(false);
    store.getState().step(-1);
    expect(store.getState().at).toBeLessThan(marks[0]);
    expect(askedQuestion(store.getState())?.index).toBe(0);
    expect(fatesShown(store.getState())).toBe(false);
    await store.getState().answer(0, 'never');
    expect(askedQuestion(store.getState())).toBeUndefined();
    expect(fatesShown(store.getState())).toBe(true);
  });

  it('knows whether the next mark asks, so that nothing before it gives reasons', async () => {
    const { store, marks } = await lecture();
    expect(isAskedNext(store.getState())).toBe(true);
    store.getState().next();
    expect(store.getState().at).toBe(marks[0]);
    expect(isAskedNext(store.getState())).toBe(false);
    await store.getState().answer(0, 'never');
    store.getState().goTo(0);
    expect(isAskedNext(store.getState())).toBe(false);
  });

  it('does not cut the power before the prediction is made', async () => {
    const { store, marks } = await lecture();
    store.getState().goTo(marks[0]);
    await store.getState().cut({ survive: 'none' });
    expect(store.getState().session?.parts).toHaveLength(1);
    await store.getState().answer(0, 'never');
    await store.getState().cut({ survive: 'none' });
    expect(store.getState().session?.parts).toHaveLength(2);
  });

  it('comes back from a power cut of the reader’s own to where it was left', async () => {
    const { store, marks } = await lecture();
    await store.getState().answer(0, 'never');
    store.getState().goTo(marks[0]);
    await store.getState().cut({ survive: 'none' });
    store.getState().back();
    await until(() => expect(store.getState().session?.parts).toHaveLength(1));
    await until(() => expect(store.getState().at).toBe(marks[0]));
    expect(store.getState().answers[0]).toBeDefined();
  });

  it('hides nothing and stops nowhere once it has been changed', async () => {
    const { store, marks } = await lecture(undefined, false, { ...scenario, seed: 8 });
    store.getState().goTo(1e9);
    expect(store.getState().at).toBeGreaterThan(marks[1]);
    expect(frontierNow(store.getState())).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('what a lecture keeps', () => {
  it('brings back answers, score and the furthest place after a reload', async () => {
    const { store, marks, progress } = await lecture();
    store.getState().next();
    await store.getState().answer(0, 'always');
    const { right } = store.getState().answers[0] ?? {};
    expect(right).toBe(false);
    askAgain(store, 0);
    await store.getState().answer(0, 'never');
    store.getState().next();
    progress.keep(store.getState());
    const again = await lecture();
    expect(again.store.getState().answers[0]?.guess).toBe('never');
    expect(again.store.getState().lecture).toMatchObject({ first: { 0: 'wrong' } });
    expect(frontierNow(again.store.getState())).toBe(marks[1]);
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
    expect(store.getState().lecture.kind).toBe('recap');
    progress.keep(store.getState());
    const { session } = store.getState();
    if (!session) throw new Error('no session');
    const there = (at: number): Place => ({ cuts: [], at: anchorAt(session.trace, at) });
    const again = await lecture(there(marks[1]));
    expect(again.store.getState().lecture.kind).toBe('recap');
    expect((await lecture(there(marks[0]))).store.getState().lecture.kind).toBe('course');
    expect((await lecture()).store.getState().lecture.kind).toBe('course');
    again.store.getState().back();
    progress.keep(again.store.getState());
    expect((await lecture(there(marks[1]))).store.getState().lecture.kind).toBe('course');
  });

  it('is passed over where it is about another text, or is nothing that can be read', async () => {
    const { store } = await lecture();
    store.getState().next();
    await store.getState().answer(0, 'never');
    const [name = '', value = ''] = [...kept][0] ?? [];
    kept.set(name, value.replace(/"digest":"./, '"digest":"x'));
    expect((await lecture()).store.getState().answers).toEqual({});
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
    expect(store.getState().at).toBe(0);
    expect(lectureQuestion({ ...store.getState(), at: 0 })).toBeUndefined();
    progress.keep(store.getState());
    expect((await lecture()).store.getState().answers).toEqual({});
  });

  it('is nothing in front of a class, where one press shows the answer and the next goes on', async () => {
    const { store, marks, now } = await lecture(undefined, true);
    store.getState().next();
    store.getState().next();
    await until(() => expect(store.getState().answers[0]).toMatchObject({ guess: '' }));
    expect(store.getState().at).toBe(marks[0]);
    store.getState().next();
    expect(store.getState().at).toBe(marks[1]);
    expect(kept.size).toBe(0);
    expect(now.getState()).toMatchObject({ kind: 'open', mark: 2, presenting: true });
    store.setState({ presenting: false });
    expect(store.getState().answers).toEqual({});
  });
});
