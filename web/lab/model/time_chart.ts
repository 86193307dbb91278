import type { ChartData, ChartPoint } from '../../chart/model/data';
import type {
  ChartChoice,
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
} from '../../engine/protocol/experiment';
import { NO_SAMPLES, reached, valueAt, withSlice } from '../../model/experiment/race_series';
import { chartData, dimensionsOf, grouped } from './chart_data';

// Charts over virtual time, drawn from the samples of the points.

/** The name that stands for virtual time since the measured part began, in place of a swept one. */
export const TIME = 'elapsed';

export const isOverTime = ({ x }: Pick<ChartChoice, 'x'>) => x === TIME;

/** The data that an experiment's chart draws, over a dimension of its points or over time. */
export const drawnData = (
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
  choice: ChartChoice,
): ChartData => (isOverTime(choice) ? timeData : chartData)(file, plan, results, choice);

/**
 * The lines of the chart, one for each point, by facet. All dimensions that make no facet, seeds
 * included, tell lines apart.
 */
function timeData(
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
  choice: ChartChoice,
): ChartData {
  const { facet, series } = choice;
  const apart = dimensionsOf(file)
    .filter(({ name, values }) => name !== facet && values.length > 1)
    .sort((a, b) => Number(b.name === series) - Number(a.name === series))
    .map(({ name }) => name);
  const sampled = plan.points.flatMap(({ key }) => seriesOf(results.get(key)) ?? []);
  const step = Math.max(0, ...sampled.map(stepOf));
  const placesOf = ([point]: readonly PointPlan[]): readonly ChartPoint[] => {
    const own = point && seriesOf(results.get(point.key));
    if (!own) return [];
    return placesIn(own, choice, step).map(({ time, value }) => ({
      x: time,
      indices: [point.index],
      y: value,
      low: value,
      high: value,
    }));
  };
  const end = Math.max(0, ...sampled.map(reached));
  return {
    choice,
    numeric: true,
    xs: [0, end],
    time: end,
    facets: grouped(plan.points, facet === undefined ? [] : [facet]).map((group) => ({
      coordinates: group.coordinates,
      series: grouped(group.points, apart).map(({ coordinates, points }) => ({
        coordinates,
        points: placesOf(points),
      })),
    })),
  };
}

type Series = ReturnType<typeof withSlice>;

const seriesOf = (result: PointResult | undefined): Series | undefined =>
  result?.samples && withSlice(NO_SAMPLES, result.samples);

/** Samples stand at equal steps, except the last one, at the end of the run. */
const stepOf = ({ columns: { elapsed = [] } }: Series) => elapsed[0] ?? 0;

export interface TimePlace {
  /** The time in ns since the measured part began; for a rate, the middle of its interval. */
  readonly time: number;
  readonly value: number;
}

/**
 * The places of a line. `step` is the longest of all lines: rates over intervals of different
 * lengths would not be equally rough. The remainder at the end is no interval, unless it is the
 * only one.
 */
export function placesIn(
  series: Series,
  { y, plus = [], as = 'rate' }: ChartChoice,
  step: number,
): readonly TimePlace[] {
  const names = [y, ...plus].filter((name) => series.columns[name]);
  if (names.length === 0) return [];
  const end = reached(series);
  const until = (time: number) => names.reduce((sum, name) => sum + valueAt(series, name, time), 0);
  const whole = step > 0 ? Math.floor(end / step) : 0;
  const steps = Array.from({ length: whole }, (_, n) => (n + 1) * step);
  if (as === 'total') {
    const times = [0, ...steps, ...(steps.at(-1) === end ? [] : [end])];
    return times.map((time) => ({ time, value: until(time) }));
  }
  const ends = steps.length > 0 ? steps : [end].filter((time) => time > 0);
  return ends.map((to, n) => {
    const from = ends[n - 1] ?? 0;
    return { time: (from + to) / 2, value: ((until(to) - until(from)) / (to - from)) * 1e9 };
  });
}
