import { scaleBand, scaleLinear, scaleLog } from 'd3-scale';
import type { SweptValue } from '../engine/protocol/experiment';
import { type AxisUnit, axisUnit } from '../model/values/axis_unit';
import type { Box } from './layout';
import type { PointBand } from './model/data';
import { type ChartData, growsByFactor } from './model/data';

/** The number of gridlines that a reader can use. */
const TICKS = 5;
/** Room for a time along the foot, in sizes of the text. */
const TIME_TICK = 5;

export interface YAxis {
  readonly unit: AxisUnit;
  /** The highest value, in the metric's own unit. */
  readonly top: number;
  readonly ticks: readonly number[];
}

/** The upward axis, from zero to a round number above everything that is drawn. */
export function yAxis(
  { facets, choice }: ChartData,
  unit: string,
  bands: readonly PointBand[],
): YAxis {
  const highs = facets.flatMap(({ series }) =>
    series.flatMap(({ points }) => points.map(({ high = 0 }) => high)),
  );
  const bounds = bands.map(({ low = 0, high = 0 }) => Math.max(low, high));
  const largest = Math.max(0, ...highs, ...bounds);
  const axis = axisUnit(choice.y, unit, largest);
  const scale = scaleLinear()
    .domain([0, largest > 0 ? largest / axis.divisor : 1])
    .nice(TICKS);
  const [, top = 1] = scale.domain();
  return {
    unit: axis,
    top: top * axis.divisor,
    ticks: largest > 0 ? scale.ticks(TICKS).map((tick) => tick * axis.divisor) : [],
  };
}

export interface XAxis {
  readonly log: boolean;
  /** The pixel of a value; in a group of bars, its middle. */
  readonly at: (x: SweptValue) => number;
  /** Width of a group of bars. */
  readonly band: number;
}

/** An axis of virtual time. */
export interface TimeXAxis extends XAxis {
  readonly unit: AxisUnit;
  /** Round times to name, in ns. */
  readonly values: readonly number[];
}

/** Places for the values of x between two pixels. */
export function xAxis(
  { numeric, xs }: Pick<ChartData, 'numeric' | 'xs'>,
  from: number,
  to: number,
  inset: number,
): XAxis {
  if (!numeric) {
    const scale = scaleBand<string>()
      .domain(xs.map(String))
      .range([from, to])
      .paddingInner(0.25)
      .paddingOuter(0.15);
    const band = scale.bandwidth();
    return { log: false, band, at: (x) => (scale(String(x)) ?? from) + band / 2 };
  }
  const log = growsByFactor(xs);
  const ends = [Number(xs[0]), Number(xs.at(-1))];
  const scale = (log ? scaleLog() : scaleLinear()).domain(ends).range([from + inset, to - inset]);
  return { log, band: 0, at: (x) => scale(Number(x)) };
}

/** The pixels from the left of a plot to its right. */
export const across = ({ x, width }: Box): [number, number] => [x, x + width];

/** The pixels from a plot's foot to its head. */
export const upward = ({ y, height }: Box): [number, number] => [y + height, y];

/** Virtual time from 0 to `end` ns along a plot's foot, in a unit that is easy to read. */
export function timeAxis(end: number, box: Box, ticks: number) {
  const unit = axisUnit('elapsed', 'ns', end);
  const x = scaleLinear().domain([0, end]).range(across(box));
  const values = scaleLinear()
    .domain([0, end / unit.divisor])
    .ticks(ticks)
    .map((tick) => tick * unit.divisor);
  return { x, unit, values };
}

/** The same axis for a chart, whose ticks are few enough to be read side by side. */
export function timeXAxis(end: number, box: Box, em: number): TimeXAxis {
  const ticks = Math.max(2, Math.min(TICKS, Math.floor(box.width / (TIME_TICK * em))));
  const { x, unit, values } = timeAxis(end, box, ticks);
  return { log: false, band: 0, at: (time) => x(Number(time)), unit, values };
}

/** Exponents of the powers of ten from one to another. */
export const exponents = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

/**
 * Round numbers of a logarithmic axis: powers of ten, and where there are few also twice and five
 * times as much.
 */
export function logTicks(from: number, to: number): number[] {
  const [first, last] = [Math.floor(Math.log10(from)), Math.ceil(Math.log10(to))];
  const steps = last - first > 3 ? [1] : [1, 2, 5];
  return exponents(first, last)
    .flatMap((power) => steps.map((step) => step * 10 ** power))
    .filter((value) => value >= from && value <= to);
}

/**
 * The labels that fit side by side: the two ends first, then each that keeps a gap to those already
 * chosen.
 */
export function fittingLabels(
  places: readonly { readonly at: number; readonly width: number }[],
  gap: number,
): readonly boolean[] {
  const shown = places.map(() => false);
  const order = [0, places.length - 1, ...places.keys()];
  for (const n of order) {
    const place = places[n];
    if (!place || shown[n]) continue;
    const free = places.every(
      (other, m) =>
        !shown[m] || Math.abs(other.at - place.at) >= (other.width + place.width) / 2 + gap,
    );
    shown[n] = free;
  }
  return shown;
}

/** Moves labels apart, each as little as possible, within [top, bottom]; they keep their order. */
export function spread(
  wanted: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): readonly number[] {
  const order = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = order.map((n) => wanted[n] ?? 0);
  for (let n = 1; n < placed.length; n++)
    placed[n] = Math.max(placed[n] ?? 0, (placed[n - 1] ?? 0) + gap);
  let floor = bottom;
  for (let n = placed.length - 1; n >= 0; n--) {
    placed[n] = Math.max(top, Math.min(placed[n] ?? 0, floor));
    floor = (placed[n] ?? 0) - gap;
  }
  const result = [...wanted];
  for (const [rank, n] of order.entries()) result[n] = placed[rank] ?? 0;
  return result;
}
