import type {
  ExperimentFile,
  PointPlan,
  PointResult,
  SweptValue,
} from '../../engine/protocol/experiment';
import { coordinate, dimensionsOf } from './chart_data';

// The first look: a complete picture soon, from short runs, before every point is measured as its
// file says.

/** The transactions of a point at first look, and the most of its warm-up. */
const LOOK = { transactions: 1000, warmup: 250 };
/** A file whose runs are no longer than so many first looks needs none. */
const WORTH = 4;

/**
 * The file with short runs. Undefined where it would save no time, or where the length of a run
 * matters: a power cut, an end by time, swept counts, counts of each client.
 */
export function firstLook(file: ExperimentFile): ExperimentFile | undefined {
  const { transactions, warmup = 0, sweep = {}, crash, until_ns: until, per_thread: each } = file;
  const swept = Object.keys(LOOK).some((name) => Object.hasOwn(sweep, name));
  if (crash || until !== undefined || swept || each) return undefined;
  if (transactions + warmup < WORTH * (LOOK.transactions + LOOK.warmup)) return undefined;
  return { ...file, transactions: LOOK.transactions, warmup: Math.min(warmup, LOOK.warmup) };
}

type Length = Pick<ExperimentFile, 'transactions' | 'warmup'>;

const lengthOf = ({ transactions, warmup = 0 }: Length) => transactions + warmup;

/**
 * The share of all the work that is done: the first look, of which `looked` is done, and then the
 * runs as the file says. It never falls from one pass to the next.
 */
export function shareDone(look: Length, file: Length, looked: number, done: number): number {
  const [short, long] = [lengthOf(look), lengthOf(file)];
  return (short * looked + long * done) / (short + long);
}

/** How far the first look is. */
interface Progress {
  readonly transactions: number;
  readonly elapsedSeconds: number;
  readonly secondsLeft: number | undefined;
}

/**
 * The time that so many points take as the file says, by what is done of their first look, s.
 * Undefined while that look has no estimate of its own: its beginning says too little.
 */
export function secondsToRefine(
  file: Length,
  points: number,
  { transactions, elapsedSeconds, secondsLeft }: Progress,
): number | undefined {
  if (secondsLeft === undefined || transactions <= 0) return undefined;
  return (elapsedSeconds / transactions) * points * lengthOf(file);
}

/** A result, and the run that it belongs to. */
export interface ShownResult {
  readonly key: string;
  readonly result: PointResult;
  /** True for a result of a first look. */
  readonly early: boolean;
}

/**
 * The results of the points by their keys: those of the file, else those of the first look, which
 * has the same points.
 */
export function shownResults(
  points: readonly PointPlan[],
  look: readonly PointPlan[],
  results: ReadonlyMap<string, PointResult>,
): ReadonlyMap<string, ShownResult> {
  const shown = new Map<string, ShownResult>();
  for (const [n, { key }] of points.entries()) {
    const own = results.get(key);
    const early = look[n]?.key;
    const result = own ?? (early === undefined ? undefined : results.get(early));
    if (result) shown.set(key, { key: own ? key : (early ?? key), result, early: !own });
  }
  return shown;
}

/**
 * Points in an order that shows the shape early: the ends of a sweep, then the middles, and so on;
 * in each of several charts alike.
 */
export function coarseFirst(
  file: ExperimentFile,
  points: readonly PointPlan[],
): readonly PointPlan[] {
  const ranks = dimensionsOf(file)
    .slice(1)
    .filter(({ name }) => name !== file.chart?.facet)
    .map(({ name, values }) => ({ name, rank: new Map(halved(values)) }));
  const rankOf = (point: PointPlan) =>
    Math.max(0, ...ranks.map(({ name, rank }) => rank.get(coordinate(point, name)) ?? 0));
  return points.toSorted((a, b) => rankOf(a) - rankOf(b) || a.index - b.index);
}

/** Values with the number of times a list is halved until they come; 0 for its ends. */
function halved(values: readonly SweptValue[]): [SweptValue, number][] {
  const last = values.length - 1;
  const ranks: number[] = [];
  const halve = (low: number, high: number, rank: number) => {
    if (high - low < 2) return;
    const middle = Math.floor((low + high) / 2);
    ranks[middle] = rank;
    halve(low, middle, rank + 1);
    halve(middle, high, rank + 1);
  };
  halve(0, last, 1);
  return values.map((value, n) => [value, ranks[n] ?? 0]);
}
