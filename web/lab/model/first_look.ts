import type {
  ExperimentFile,
  PointPlan,
  PointResult,
  SweptValue,
} from '../../engine/protocol/experiment';
import { coordinate, dimensionsOf } from './chart_data';

// The whole picture soon, from short runs, before every point is measured as its file says.

/** Transactions of a point at first look, and of its warm-up at most. */
const LOOK = { transactions: 1000, warmup: 250 };
/** Below so many times a first look the file itself is quick enough. */
const WORTH = 4;

/**
 * The same with short runs. Undefined where it would not be sooner, or where the length of a run is
 * what is asked about: a power cut, an end by time, swept counts, counts of each client.
 */
export function firstLook(file: ExperimentFile): ExperimentFile | undefined {
  const { transactions, warmup = 0, sweep = {}, crash, until_ns: until, per_thread: each } = file;
  const swept = Object.keys(LOOK).some((name) => Object.hasOwn(sweep, name));
  if (crash || until !== undefined || swept || each) return undefined;
  if (transactions + warmup < WORTH * (LOOK.transactions + LOOK.warmup)) return undefined;
  return { ...file, transactions: LOOK.transactions, warmup: Math.min(warmup, LOOK.warmup) };
}

/** A result, and the run that it is of. */
export interface ShownResult {
  readonly key: string;
  readonly result: PointResult;
  /** Of a first look. */
  readonly early: boolean;
}

/**
 * What is known of each point by its key: as its file says, else at first look, which has the same
 * points.
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
 * Points in an order that shows the shape early: the ends of what is swept, then what halves it,
 * and so on; in every chart of several alike.
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

/** Values with how often a list is halved until they come: 0 for its ends. */
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
