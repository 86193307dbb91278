import type { ExperimentFile, SampleSlice } from '../../../engine/protocol/experiment';
import { NO_SAMPLES, valueAt, withSlice } from '../../../model/experiment/race_series';

/** The most samples that a followed run reports. */
const SAMPLES = 48;

/** The same runs with samples on their way. */
export const followed = (file: ExperimentFile): ExperimentFile => ({ ...file, samples: SAMPLES });

/** An interval of a measured part. */
export interface Stretch {
  /** Its beginning and end, in ns since the measured part began. */
  readonly from: number;
  readonly to: number;
  /** Commits a second of virtual time. */
  readonly rate: number;
  /**
   * The fractions of the clients' time, in the order of the categories; they add up to one, or are
   * all zero.
   */
  readonly shares: readonly number[];
}

/**
 * The activity of a run from sample to sample. `categories` are the ids of the categories of time.
 */
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
