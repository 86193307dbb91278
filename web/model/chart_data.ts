import type {
  ChartChoice,
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
  SweptValue,
} from '../engine/experiment_protocol';

export const SCHEME = 'scheme';

/** A coordinate of a point: `scheme` with its index, or a swept name with its value. */
export interface Coordinate {
  readonly name: string;
  readonly value: SweptValue;
}

export interface Dimension {
  readonly name: string;
  readonly values: readonly SweptValue[];
}

/** What stands at one place of the chart; several points where seeds were swept. */
export interface ChartPoint {
  readonly x: SweptValue;
  /** Points of the plan. */
  readonly indices: readonly number[];
  /** Mean, smallest and largest of those that have been measured. */
  readonly y?: number;
  readonly low?: number;
  readonly high?: number;
}

export interface ChartSeries {
  readonly coordinates: readonly Coordinate[];
  readonly points: readonly ChartPoint[];
}

export interface ChartFacet {
  readonly coordinate?: Coordinate;
  readonly series: readonly ChartSeries[];
}

export interface ChartData {
  readonly choice: ChartChoice;
  /** Lines over numbers, or groups of bars. */
  readonly numeric: boolean;
  readonly xs: readonly SweptValue[];
  readonly facets: readonly ChartFacet[];
}

/** Schemes and swept names, each with its values, in the order of the file. */
export function dimensionsOf(file: ExperimentFile): readonly Dimension[] {
  const schemes = { name: SCHEME, values: file.schemes.map((_, index) => index) };
  const swept = Object.entries(file.sweep ?? {}).map(([name, values]) => ({ name, values }));
  return [schemes, ...swept];
}

export function coordinate(point: PointPlan, name: string): SweptValue {
  return name === SCHEME ? point.scheme : (point.assignment[name] ?? '');
}

/** What to draw: what the file says, else the first swept numbers over the first metric. */
export function chartChoice(file: ExperimentFile, metric?: string): ChartChoice {
  const dimensions = dimensionsOf(file);
  const swept = dimensions.slice(1);
  const numeric = swept.find(({ values }) => isNumeric(values));
  const first: ChartChoice = {
    x: (numeric ?? swept[0])?.name ?? SCHEME,
    y: 'throughput',
    ...file.chart,
  };
  return metric === undefined ? first : { ...first, y: metric };
}

const isNumeric = (values: readonly SweptValue[]) =>
  values.length > 1 && values.every((value) => typeof value === 'number');

/** Points by facet, series and x. What the chart does not name tells series apart, but for seeds. */
export function chartData(
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
  choice: ChartChoice,
): ChartData {
  const dimensions = dimensionsOf(file);
  const xs = dimensions.find(({ name }) => name === choice.x)?.values ?? [];
  const named = [choice.x, choice.facet];
  const apart = dimensions
    .filter(({ name, values }) => !named.includes(name) && values.length > 1)
    .filter(({ name }) => name !== 'seed' || choice.series === 'seed')
    .sort((a, b) => Number(b.name === choice.series) - Number(a.name === choice.series))
    .map(({ name }) => name);
  const facets = grouped(plan.points, choice.facet === undefined ? [] : [choice.facet]);
  return {
    choice,
    numeric: choice.x !== SCHEME && isNumeric(xs),
    xs: isNumeric(xs) && choice.x !== SCHEME ? [...xs].sort((a, b) => Number(a) - Number(b)) : xs,
    facets: facets.map(({ coordinates: [facet], points }) => ({
      ...(facet && { coordinate: facet }),
      series: grouped(points, apart).map((series) => ({
        coordinates: series.coordinates,
        points: grouped(series.points, [choice.x])
          .map((at) => chartPoint(at, choice.y, results))
          .sort((a, b) => (isNumeric(xs) ? Number(a.x) - Number(b.x) : 0)),
      })),
    })),
  };
}

interface Group {
  readonly coordinates: readonly Coordinate[];
  readonly points: readonly PointPlan[];
}

/** Points with the same coordinates together, in the order in which they come. */
function grouped(points: readonly PointPlan[], names: readonly string[]): Group[] {
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

function chartPoint(
  { coordinates, points }: Group,
  metric: string,
  results: ReadonlyMap<string, PointResult>,
): ChartPoint {
  const values = points.flatMap(({ key }) => results.get(key)?.metrics[metric] ?? []);
  const place = { x: coordinates[0]?.value ?? '', indices: points.map(({ index }) => index) };
  if (values.length === 0) return place;
  const y = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { ...place, y, low: Math.min(...values), high: Math.max(...values) };
}

/** From the first number to the last. */
const FAR = 16;

/** Whether positions by ratio show these numbers better: they grow by about the same factor. */
export function growsByFactor(xs: readonly SweptValue[]): boolean {
  const numbers = xs.map(Number);
  const ratios = numbers.slice(1).map((value, n) => value / (numbers[n] ?? 0));
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  const far = (numbers.at(-1) ?? 0) >= FAR * (numbers[0] ?? 0);
  return numbers.length > 2 && far && (numbers[0] ?? 0) > 0 && low >= 1.5 && high <= low * 2;
}
