import type { ExperimentFile, SampleSlice } from '../../../engine/protocol/experiment';
import { NO_SAMPLES, valueAt, withSlice } from '../../../model/experiment/race_series';

/** How often a run that is followed says where it is, at most. */
const SAMPLES = 48;

/** The same runs, which say where they are on their way. */
export const followed = (file: ExperimentFile): ExperimentFile => ({ ...file, samples: SAMPLES });

/** A stretch of a measured part. */
export interface Stretch {
  /** From and to, in ns since it began. */
  readonly from: number;
  readonly to: number;
  /** Commits a second of virtual time. */
  readonly rate: number;
  /** Of the clients' time, in the order of the categories; they add up to one, or are all zero. */
  readonly shares: readonly number[];
}

/** What a run did from sample to sample. `categories`: of time, by id. */
export function stretchesOf(slice: SampleSlice, categories: readonly string[]): readonly Stretch[] {
  const series = withSlice(NO_SAMPLES, slice);
  const times = series.columns.elapsed ?? [];
  return times.flatMap((to, n) => {
    const from = n > 0 ? (times[n - 1] ?? 0) : 0;
    if (to <= from) return [];
    const grown = (name: string) => valueAt(series, name, to) - valueAt(series, name, from);
    const spent = categories.map((id) => Math.max(0, grown(`time.${id}`)));
    const all = spent.reduce((sum, each) => sum + each, 0);
    const shares = spent.map((each) => (all > 0 ? each / all : 0));
    return [{ from, to, rate: (grown('commits') / (to - from)) * 1e9, shares }];
  });
}
