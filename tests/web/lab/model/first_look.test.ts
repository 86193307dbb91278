import { describe, expect, it } from 'vitest';
import {
  coarseFirst,
  firstLook,
  secondsToRefine,
  shareDone,
  shownResults,
} from '../../../../web/lab/model/first_look';
import { file, planOf, resultOf } from '../toy_experiment';

const long = { ...file, transactions: 20_000, warmup: 2000 };

describe('a first look', () => {
  it('is a part of all the work, which never gets less', () => {
    const look = firstLook(long);
    if (!look) throw new Error('it is long');
    const share = (looked: number, done: number) => shareDone(look, long, looked, done);
    const course = [share(0, 0), share(0.5, 0), share(1, 0), share(1, 0.5), share(1, 1)];
    expect(course).toEqual([...course].sort((a, b) => a - b));
    expect(course.at(0)).toBe(0);
    expect(course.at(2)).toBeCloseTo(1250 / 23_250);
    expect(course.at(-1)).toBe(1);
  });

  it('tells how long the points take as their file says', () => {
    // 4000 transactions in 2 s; six points of 22,000 follow.
    const progress = { transactions: 4000, elapsedSeconds: 2, secondsLeft: 3 };
    expect(secondsToRefine(long, 6, progress)).toBe(66);
    expect(secondsToRefine(long, 6, { ...progress, secondsLeft: undefined })).toBeUndefined();
  });

  it('is shorter, and nothing else', () => {
    expect(firstLook(long)).toEqual({ ...long, transactions: 1000, warmup: 250 });
    expect(firstLook({ ...long, warmup: 20 })).toMatchObject({ warmup: 20 });
  });

  it.each([
    ['a run that is short itself', { transactions: 3000, warmup: 500 }],
    ['a power cut', { crash: {} }],
    ['an end by time', { until_ns: 1_000_000 }],
    ['counts of each client', { per_thread: true }],
    ['swept counts', { sweep: { transactions: [20_000, 40_000] } }],
    ['a swept warm-up', { sweep: { warmup: [0, 5000] } }],
  ])('is not taken of %s', (_what, change) => {
    expect(firstLook({ ...long, ...change })).toBeUndefined();
  });

  it('is shown where a point has not been measured as the file says', () => {
    const [plan, look] = [planOf(long), planOf(firstLook(long) ?? long)];
    const [first, second, third] = plan.points;
    const results = new Map([
      [first?.key ?? '', resultOf(7)],
      [look.points[0]?.key ?? '', resultOf(1)],
      [look.points[1]?.key ?? '', resultOf(2)],
    ]);
    const shown = shownResults(plan.points, look.points, results);
    expect(shown.get(first?.key ?? '')).toMatchObject({ key: first?.key, early: false });
    expect(shown.get(second?.key ?? '')).toMatchObject({ key: look.points[1]?.key, early: true });
    expect(shown.has(third?.key ?? '')).toBe(false);
  });
});

describe('the order of points', () => {
  const swept = { ...file, sweep: { threads: [1, 2, 4, 8, 16], seed: [1, 2, 3] } };
  const { points } = planOf(swept);
  const order = coarseFirst(swept, points);
  const corners = order.slice(0, 8).map(({ scheme, assignment }) => [scheme, assignment]);

  it('begins with the ends of everything that is swept, for every system', () => {
    const ends = [1, 16].flatMap((threads) => [1, 3].map((seed) => ({ threads, seed })));
    expect(corners).toEqual([0, 1].flatMap((scheme) => ends.map((each) => [scheme, each])));
  });

  it('fills every chart of several alike', () => {
    const chart = { x: 'threads', y: 'throughput', facet: 'seed' };
    const first = coarseFirst({ ...swept, chart }, points).slice(0, 12);
    expect(new Set(first.map(({ assignment }) => assignment.seed))).toEqual(new Set([1, 2, 3]));
    expect(new Set(first.map(({ assignment }) => assignment.threads))).toEqual(new Set([1, 16]));
  });

  it('halves what is left, and loses nothing', () => {
    expect(order[8]?.assignment).toEqual({ threads: 1, seed: 2 });
    expect(order.at(-1)?.assignment).toEqual({ threads: 8, seed: 3 });
    expect(order.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
      points.map(({ index }) => index),
    );
  });
});
