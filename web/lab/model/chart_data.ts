import type { ChartData, ChartPoint, Coordinate } from '../../chart/model/data';
import type {
  ChartChoice,
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
  PointSelection,
  SweptValue,
} from '../../engine/protocol/experiment';

export const SCHEME = 'scheme';

export interface Dimension {
  readonly name: string;
  readonly values: readonly SweptValue[];
}

/** The name that stands for a multiple of a metric, in place of the metric's own. */
const RELATIVE = 'relative';

/** Schemes and swept names, each with its values, in the order of the file. */
export function dimensionsOf(file: ExperimentFile): readonly Dimension[] {
  const schemes = { name: SCHEME, values: file.schemes.map((_, index) => index) };
  const swept = Object.entries(file.sweep ?? {}).map(([name, values]) => ({ name, values }));
  return [schemes, ...swept];
}

export function coordinate(point: PointPlan, name: string): SweptValue {
  return name === SCHEME ? point.scheme : (point.assignment[name] ?? '');
}

/** The chart to draw: the file's, else the first swept numbers over the first metric. */
export function chartChoice(file: ExperimentFile, metric?: string): ChartChoice {
  const dimensions = dimensionsOf(file);
  const swept = dimensions.slice(1);
  const numeric = swept.find(({ values }) => isNumeric(values));
  const first: ChartChoice = {
    x: (numeric ?? swept[0])?.name ?? SCHEME,
    y: 'throughput',
    ...file.chart,
  };
  if (metric === undefined) return first;
  const { parts: _parts, stacked: _stacked, over: _over, plus: _plus, ...one } = first;
  return { ...one, y: metric };
}

/** True if a chart shows something else than one metric as measured. */
export const isComposed = ({ parts, over, plus }: ChartChoice) =>
  parts !== undefined || over !== undefined || plus !== undefined;

/**
 * The results with the chart's metric as a multiple of its value at `over`; results that lack one
 * of the two are left out.
 */
export function chartResults(
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
  { y, over }: ChartChoice,
): ReadonlyMap<string, PointResult> {
  if (!over) return results;
  const names = dimensionsOf(file).map(({ name }) => name);
  const place = (point: PointPlan, other: Readonly<Record<string, SweptValue>>) =>
    JSON.stringify(names.map((name) => other[name] ?? coordinate(point, name)));
  const byPlace = new Map(plan.points.map((point) => [place(point, {}), point.key]));
  return new Map(
    plan.points.flatMap((point) => {
      const result = results.get(point.key);
      const value = result?.metrics[y];
      const base = results.get(byPlace.get(place(point, onlyValues(over))) ?? '')?.metrics[y];
      if (!result || value === undefined || !base) return [];
      return [
        [point.key, { ...result, metrics: { ...result.metrics, [y]: value / base } }] as const,
      ];
    }),
  );
}

/** The single value of each name, which the file may have in a list. */
export const onlyValues = (over: PointSelection = {}): Readonly<Record<string, SweptValue>> =>
  Object.fromEntries(
    Object.entries(over).map(([name, value]) => [
      name,
      typeof value === 'object' ? (value[0] ?? '') : value,
    ]),
  );

export const isNumeric = (values: readonly SweptValue[]) =>
  values.length > 1 && values.every((value) => typeof value === 'number');

/**
 * Points by facet, series and x. Dimensions that the chart does not name, except seeds, tell series
 * apart.
 */
export function chartData(
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
  choice: ChartChoice,
): ChartData {
  const dimensions = dimensionsOf(file);
  const shown = chartResults(file, plan, results, choice);
  const xs = dimensions.find(({ name }) => name === choice.x)?.values ?? [];
  const named = [choice.x, choice.facet];
  const apart = dimensions
    .filter(({ name, values }) => !named.includes(name) && values.length > 1)
    .filter(({ name }) => name !== 'seed' || choice.series === 'seed')
    .sort((a, b) => Number(b.name === choice.series) - Number(a.name === choice.series))
    .map(({ name }) => name);
  const { parts } = choice;
  // Puts metrics in the place of series.
  const between = [...(choice.facet === undefined ? [] : [choice.facet]), ...(parts ? apart : [])];
  const facets = grouped(plan.points, between);
  const numbers = choice.x !== SCHEME && isNumeric(xs);
  const at = (group: Group) =>
    parts
      ? partsPoint(group, parts, choice.stacked === true, shown)
      : chartPoint(group, choice.y, shown);
  const over = Object.entries(onlyValues(choice.over)).map(([name, value]) => ({ name, value }));
  return {
    choice: { ...choice, y: parts?.[0] ?? (choice.over ? RELATIVE : choice.y) },
    numeric: numbers && !parts,
    xs: numbers ? [...xs].sort((a, b) => Number(a) - Number(b)) : xs,
    facets: facets.map(({ coordinates, points }) => ({
      coordinates,
      series: grouped(points, parts ? [] : apart).map((series) => ({
        coordinates: series.coordinates,
        points: grouped(series.points, [choice.x])
          .map(at)
          .sort((a, b) => (isNumeric(xs) ? Number(a.x) - Number(b.x) : 0)),
      })),
    })),
    ...(parts && { parts }),
    ...(choice.over && { relative: { metric: choice.y, over } }),
  };
}

export interface Group {
  readonly coordinates: readonly Coordinate[];
  readonly points: readonly PointPlan[];
}

/** Groups points with the same coordinates, in the order in which they come. */
export function grouped(points: readonly PointPlan[], names: readonly string[]): Group[] {
  const groups = new Map<string, { coordinates: Coordinate[]; points: PointPlan[] }>();
  for (const point of points) {
    const coordinates = names.map((name) => ({ name, value: coordinate(point, name) }));
    const key = JSON.stringify(coordinates.map(({ value }) => value));
    const group = groups.get(key) ?? { coordinates, points: [] };
    group.points.push(point);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function valuesAt(
  { points }: Group,
  metric: string,
  results: ReadonlyMap<string, PointResult>,
): number[] {
  return points.flatMap(({ key }) => results.get(key)?.metrics[metric] ?? []);
}

const placeOf = ({ coordinates, points }: Group) => ({
  x: coordinates[0]?.value ?? '',
  indices: points.map(({ index }) => index),
});

function chartPoint(
  group: Group,
  metric: string,
  results: ReadonlyMap<string, PointResult>,
): ChartPoint {
  const values = valuesAt(group, metric, results);
  const place = placeOf(group);
  if (values.length === 0) return place;
  const y = sumOf(values) / values.length;
  return { ...place, y, low: Math.min(...values), high: Math.max(...values) };
}

/** A metric that a point does not have counts as zero. */
function partsPoint(
  group: Group,
  metrics: readonly string[],
  stacked: boolean,
  results: ReadonlyMap<string, PointResult>,
): ChartPoint {
  const place = placeOf(group);
  if (!group.points.some(({ key }) => results.has(key))) return place;
  const parts = metrics.map((metric) => {
    const values = valuesAt(group, metric, results);
    return values.length === 0 ? 0 : sumOf(values) / values.length;
  });
  // Fractions add up to 1, except for their last digits.
  const end = stacked ? Number(sumOf(parts).toPrecision(6)) : Math.max(...parts);
  return { ...place, y: end, low: end, high: end, parts };
}
