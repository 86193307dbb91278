import type { SampleFrame, SampleSlice } from '../../engine/protocol/experiment';

/** The samples of a run so far, over virtual time. */
export interface RaceSeries {
  readonly columns: Readonly<Record<string, readonly number[]>>;
  readonly frames: readonly SampleFrame[];
}

export const NO_SAMPLES: RaceSeries = { columns: { elapsed: [] }, frames: [] };

/** The series with the samples that have arrived since. */
export function withSlice(series: RaceSeries, slice: SampleSlice): RaceSeries {
  const { from, columns, frames } = slice;
  const last = from === 0 ? 0 : (series.columns.elapsed?.[from - 1] ?? 0);
  const merged = Object.entries(columns).map(([name, values]) => [
    name,
    [...(series.columns[name] ?? []).slice(0, from), ...values],
  ]);
  return {
    columns: Object.fromEntries(merged) as RaceSeries['columns'],
    frames: [...series.frames.filter(({ time }) => time <= last), ...frames],
  };
}

/** The time until which the run is known, ns. */
export const reached = ({ columns }: RaceSeries): number => columns.elapsed?.at(-1) ?? 0;

/**
 * The value of a column at `time`: interpolated between two samples, constant after the last one.
 */
export function valueAt({ columns }: RaceSeries, name: string, time: number): number {
  const times = columns.elapsed ?? [];
  const values = columns[name] ?? [];
  const next = firstNotBefore(times, time);
  if (next === times.length) return values.at(-1) ?? 0;
  const [t0, t1] = [next > 0 ? (times[next - 1] ?? 0) : 0, times[next] ?? 0];
  const [v0, v1] = [next > 0 ? (values[next - 1] ?? 0) : 0, values[next] ?? 0];
  return t1 > t0 ? v0 + ((v1 - v0) * (time - t0)) / (t1 - t0) : v1;
}

/** The increase of a column for each second of virtual time, over the `window` ns before `time`. */
export function rateAt(series: RaceSeries, name: string, time: number, window: number): number {
  const to = Math.min(time, reached(series));
  const from = Math.max(0, to - window);
  if (to <= from) return 0;
  return ((valueAt(series, name, to) - valueAt(series, name, from)) / (to - from)) * 1e9;
}

/** The newest frame that is not after `time`; the first frame where there is none. */
export function frameAt({ frames }: RaceSeries, time: number): SampleFrame | undefined {
  return frames.findLast((frame) => frame.time <= time) ?? frames[0];
}

/**
 * The latency that a fraction `share` of the commits do not exceed; undefined if there are none.
 */
export function latencyQuantile({ latency }: SampleFrame, share: number): number | undefined {
  const all = latency.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  return latency.find(([, count]) => {
    seen += count;
    return seen >= share * all;
  })?.[0];
}

export interface RaceShare {
  readonly id: string;
  readonly share: number;
}

/**
 * The fractions of the clients' time until `time`, in the order of `categories`; they add up to
 * one, or are all zero.
 */
export function sharesAt(
  series: RaceSeries,
  categories: readonly string[],
  time: number,
): readonly RaceShare[] {
  const spent = categories.map((id) => Math.max(0, valueAt(series, `time.${id}`, time)));
  const all = spent.reduce((sum, each) => sum + each, 0);
  return categories.map((id, n) => ({ id, share: all > 0 ? (spent[n] ?? 0) / all : 0 }));
}

/** Ranks by value, from 1 for the largest; equal values have the same rank. */
export function placesOf(values: readonly number[]): readonly number[] {
  return values.map((value) => 1 + values.filter((other) => other > value).length);
}

function firstNotBefore(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
