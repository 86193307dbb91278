import { growsByFactor } from '../../chart/model/data';
import type { ExperimentFile, SweptValue } from '../../engine/protocol/experiment';
import {
  type PointName,
  type PredictedValue,
  type PredictionQuestion,
  rightChoice,
} from '../../model/experiment/prediction';
import { chartChoice, dimensionsOf, isNumeric, SCHEME } from './chart_data';
import { NEAR } from './claims';

/**
 * @file A line that a reader draws before it is measured: what it is of, and how far from the
 * measured one it is.
 */

/** The subject of a question along the whole axis of its experiment's chart. */
export interface Curve {
  /** The name along the foot. */
  readonly x: string;
  readonly numeric: boolean;
  readonly xs: readonly SweptValue[];
  /** The value at each place. */
  readonly values: readonly PredictedValue[];
  /** The place that the question asks for. */
  readonly asked: number;
}

/** A single place makes no line. */
const LEAST = 2;

/**
 * The curve of a question; undefined where the chart's places do not include the question's point.
 */
export function curveOf({ value }: PredictionQuestion, file: ExperimentFile): Curve | undefined {
  const { x } = chartChoice(file);
  const wanted = dimensionsOf(file).find(({ name }) => name === x)?.values ?? [];
  const numeric = x !== SCHEME && isNumeric(wanted);
  const xs = numeric ? wanted.toSorted((a, b) => Number(a) - Number(b)) : wanted;
  const { of, over } = value;
  const asked = xs.findIndex((each) => Object.is(each, of[x]));
  if (asked < 0) return undefined;
  const moves = over[x] === of[x];
  const values = xs.map((at) => ({
    ...value,
    of: { ...of, [x]: at },
    over: moves ? { ...over, [x]: at } : over,
  }));
  return { x, numeric, xs, values, asked };
}

/** Neighbours nearer than this fraction of the axis could not be drawn one by one. */
const NEAREST = 0.04;

/** True if numbers lie so unevenly that their places are set side by side instead. */
export function crowds(xs: readonly SweptValue[]): boolean {
  if (growsByFactor(xs)) return false;
  const numbers = xs.map(Number);
  const length = (numbers.at(-1) ?? 0) - (numbers[0] ?? 0);
  return numbers.slice(1).some((value, n) => value - (numbers[n] ?? 0) < NEAREST * length);
}

const named = (metric: string, name: PointName) =>
  JSON.stringify([metric, Object.entries(name).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The measurements that a value needs: a metric at two points. */
const partsOf = ({ metric, over_metric = metric, of, over }: PredictedValue) => [
  named(metric, of),
  named(over_metric, over),
];

/** A value that is a multiple of itself. */
export function isItself(value: PredictedValue): boolean {
  const [top, bottom] = partsOf(value);
  return top === bottom;
}

const tells = (shown: readonly PredictedValue[], value: PredictedValue) => {
  const parts = new Set(shown.flatMap(partsOf));
  return partsOf(value).every((part) => parts.has(part));
};

/**
 * The line that is drawn for a question; undefined where it is too short, or would answer a later
 * question.
 */
export function drawnCurve(
  questions: readonly PredictionQuestion[],
  n: number,
  file: ExperimentFile,
): Curve | undefined {
  const question = questions[n];
  const curve = question && curveOf(question, file);
  if (!curve || curve.xs.length < LEAST) return undefined;
  const later = questions.slice(n + 1);
  return later.some(({ value }) => tells(curve.values, value)) ? undefined : curve;
}

/**
 * The places of a line that are known before it is drawn: no difference by definition, or earlier
 * answers.
 */
export function knownPlaces(
  questions: readonly PredictionQuestion[],
  n: number,
  file: ExperimentFile,
): readonly boolean[] {
  const question = questions[n];
  const curve = question && curveOf(question, file);
  const before = questions.slice(0, n).map(({ value }, m) => {
    return drawnCurve(questions, m, file)?.values ?? [value];
  });
  return (curve?.values ?? []).map((value) => {
    return isItself(value) || before.some((shown) => tells(shown, value));
  });
}

/** A scale between two values, by ratio or by difference. */
export interface GuessScale {
  readonly low: number;
  readonly high: number;
  readonly log: boolean;
}

/**
 * The ratio of highest to lowest from which the scale goes by ratio: a linear one would hide the
 * lower values.
 */
const FAR = 12;
/** The room above the largest value that an answer mentions. */
const ABOVE = 1.5;

/** A scale on which every answer of a question can be drawn, and what has been measured. */
export function guessScale(
  { choices }: PredictionQuestion,
  measured: readonly (number | undefined)[],
): GuessScale {
  const bounds = choices.flatMap(({ expect }) => expect.filter((bound) => bound !== null));
  const seen = measured.filter((value) => value !== undefined);
  const low = Math.min(1, ...bounds, ...seen.filter((value) => value > 0));
  const top = Math.max(1, ...bounds) * ABOVE;
  const high = Math.max(top, ...seen.map((value) => value * 1.1));
  const log = high / Math.max(low, 1e-9) >= FAR;
  return log ? { low: low / ABOVE, high, log } : { low: 0, high, log };
}

/** The place of a value: 0 at the foot, 1 at the head. */
export function shareAt({ low, high, log }: GuessScale, value: number): number {
  const share = log
    ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
    : (value - low) / (high - low);
  return Math.min(1, Math.max(0, share));
}

/** A hand draws no more exactly than this. */
const DIGITS = 2;

/** The value at a fraction of the height, as exact as a hand can draw. */
export function valueAtShare({ low, high, log }: GuessScale, share: number): number {
  const inside = Math.min(1, Math.max(0, share));
  const value = log ? low * (high / low) ** inside : low + (high - low) * inside;
  return Number(value.toPrecision(DIGITS));
}

/** The drawn values, one for each place; undefined where there is none yet. */
export type Guess = readonly (number | undefined)[];

export interface Stroke {
  readonly place: number;
  readonly value: number;
}

/**
 * A pointer that moves between two places also draws the places between them; known places stay.
 */
export function stroked(
  guess: Guess,
  known: readonly boolean[],
  from: Stroke,
  to: Stroke,
  scale: GuessScale,
): Guess {
  const [first, last] = [Math.min(from.place, to.place), Math.max(from.place, to.place)];
  return guess.map((value, place) => {
    if (place < first || place > last || known[place]) return value;
    const way = to.place === from.place ? 1 : (place - from.place) / (to.place - from.place);
    const [a, b] = [shareAt(scale, from.value), shareAt(scale, to.value)];
    return valueAtShare(scale, a + (b - a) * way);
  });
}

/** A key moves a point by one step of the height, or by five. */
export function nudged(value: number, by: number, scale: GuessScale): number {
  const STEP = 0.02;
  const share = shareAt(scale, value);
  // A value rounded to two digits may differ by more than a step.
  for (let step = by * STEP; Math.abs(step) < 1; step += Math.sign(by) * STEP) {
    const next = valueAtShare(scale, share + step);
    if (next !== value) return next;
  }
  return value;
}

/**
 * The complete line: straight between places that are drawn or known, level before the first and
 * after the last.
 */
export function wholeGuess(guess: Guess, given: Guess): readonly number[] | undefined {
  const fixed = guess.map((value, n) => given[n] ?? value);
  const places = [...fixed.keys()].filter((n) => fixed[n] !== undefined);
  if (!guess.some((value, n) => value !== undefined && given[n] === undefined)) return undefined;
  return fixed.map((value, n) => {
    if (value !== undefined) return value;
    const before = places.findLast((place) => place < n) ?? places[0] ?? 0;
    const after = places.find((place) => place > n) ?? before;
    const [a, b] = [fixed[before] ?? 1, fixed[after] ?? 1];
    const way = after === before ? 0 : (n - before) / (after - before);
    return Number((a + (b - a) * way).toPrecision(DIGITS));
  });
}

/**
 * The position of a drawn line relative to the measured one; places that were known do not count.
 */
export interface GuessOutcome {
  /** The number of drawn places within a quarter of the measured value. */
  readonly near: number;
  readonly count: number;
  /** The drawn place with the largest error, by ratio. */
  readonly farthest: number;
  /** The drawn value over the measured one, at the place in question. */
  readonly factor: number;
  readonly right: boolean;
}

const isNear = (factor: number) => Math.abs(factor - 1) <= NEAR;
const off = (factor: number) => (factor > 0 ? Math.abs(Math.log(factor)) : Number.MAX_VALUE);

export function guessOutcome(
  question: PredictionQuestion,
  { asked }: Pick<Curve, 'asked'>,
  drawn: readonly number[],
  measured: readonly (number | undefined)[],
  known: readonly boolean[],
): GuessOutcome {
  const factors = drawn.map((value, n) => {
    const true_ = measured[n];
    return true_ === undefined || known[n] ? undefined : true_ === 0 ? 0 : value / true_;
  });
  const places = [...factors.keys()].filter((n) => factors[n] !== undefined);
  const farthest = places.reduce(
    (worst, n) => (off(factors[n] ?? 1) > off(factors[worst] ?? 1) ? n : worst),
    places[0] ?? asked,
  );
  const factor = factors[asked] ?? 1;
  const choice = rightChoice(question, drawn[asked] ?? 0);
  const same = choice >= 0 && choice === rightChoice(question, measured[asked] ?? 0);
  return {
    near: places.filter((n) => isNear(factors[n] ?? 1)).length,
    count: places.length,
    farthest,
    factor,
    right: same || isNear(factor),
  };
}
