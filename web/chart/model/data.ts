import type { ChartChoice, SweptValue } from '../../engine/protocol/experiment';

/** A coordinate of a point: `scheme` with its index, or a swept name with its value. */
export interface Coordinate {
  readonly name: string;
  readonly value: SweptValue;
}

/**
 * The measurements at one place of the chart: several points of the plan where seeds were swept.
 */
export interface ChartPoint {
  readonly x: SweptValue;
  /** The points of the plan. */
  readonly indices: readonly number[];
  /** The mean, the smallest and the largest of those that have been measured. */
  readonly y?: number;
  readonly low?: number;
  readonly high?: number;
  /**
   * The mean of each metric, in a chart of several; `y`, `low` and `high` then give the end of the
   * bars.
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
  /** The metric whose unit everything that is drawn has. */
  readonly choice: ChartChoice;
  /** Lines over numbers, or groups of bars. */
  readonly numeric: boolean;
  readonly xs: readonly SweptValue[];
  readonly facets: readonly ChartFacet[];
  /**
   * The chart has lines over virtual time, from 0 to this many ns: a series is one run, and its
   * points lie along it.
   */
  readonly time?: number;
  /** Metrics that are drawn together. */
  readonly parts?: readonly string[];
  /**
   * The chart shows the file's metric as a multiple of its value at `over`; `choice.y` has no unit
   * then.
   */
  readonly relative?: { readonly metric: string; readonly over: readonly Coordinate[] };
}

/** The published range of one point; an undefined end is open. */
export interface PointBand {
  readonly point: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** Positions by ratio need a last number at least so many times the first. */
const FAR = 16;

/** True if positions by ratio show these numbers better: they grow by about the same factor. */
export function growsByFactor(xs: readonly SweptValue[]): boolean {
  const numbers = xs.map(Number);
  const ratios = numbers.slice(1).map((value, n) => value / (numbers[n] ?? 0));
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  const far = (numbers.at(-1) ?? 0) >= FAR * (numbers[0] ?? 0);
  return numbers.length > 2 && far && (numbers[0] ?? 0) > 0 && low >= 1.5 && high <= low * 2;
}
