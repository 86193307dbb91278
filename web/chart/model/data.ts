import type { ChartChoice, SweptValue } from '../../engine/protocol/experiment';

/** A coordinate of a point: `scheme` with its index, or a swept name with its value. */
export interface Coordinate {
  readonly name: string;
  readonly value: SweptValue;
}

/** What is at one place of the chart; several points where seeds were swept. */
export interface ChartPoint {
  readonly x: SweptValue;
  /** Points of the plan. */
  readonly indices: readonly number[];
  /** Mean, smallest and largest of those that have been measured. */
  readonly y?: number;
  readonly low?: number;
  readonly high?: number;
  /**
   * Of a chart of several metrics: the mean of each; `y`, `low` and `high` are then where the bars
   * end.
   */
  readonly parts?: readonly number[];
}

export interface ChartSeries {
  readonly coordinates: readonly Coordinate[];
  readonly points: readonly ChartPoint[];
}

export interface ChartFacet {
  readonly coordinates: readonly Coordinate[];
  readonly series: readonly ChartSeries[];
}

export interface ChartData {
  /** Its `y` has the unit of everything that is drawn. */
  readonly choice: ChartChoice;
  /** Lines over numbers, or groups of bars. */
  readonly numeric: boolean;
  readonly xs: readonly SweptValue[];
  readonly facets: readonly ChartFacet[];
  /**
   * Lines over virtual time, from 0 to this many ns: a series is one run, and its points are places
   * on its way.
   */
  readonly time?: number;
  /** Metrics that are drawn together. */
  readonly parts?: readonly string[];
  /**
   * What is drawn is the file's metric as a multiple of what it is there; `choice.y` has no unit
   * then.
   */
  readonly relative?: { readonly metric: string; readonly over: readonly Coordinate[] };
}

/** Where the published range puts one point; undefined: open to that side. */
export interface PointBand {
  readonly point: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
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
