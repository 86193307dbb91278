import type { ClaimFormula, ClaimPlan } from '../../engine/protocol/experiment';

/**
 * `inside`: within the published bounds; `near`: each outlier within 25 % of the nearest bound;
 * `order`: only on the published side of no difference; `wrong-way`: near, but on the other side of
 * no difference; `contradicted`: none of these.
 */
export type ClaimVerdict = 'inside' | 'near' | 'order' | 'wrong-way' | 'contradicted';

export interface CheckedClaim {
  readonly id: string;
  /** The published claim. */
  readonly claim: string;
  readonly kind: NonNullable<ClaimFormula['kind']>;
  readonly metric: ClaimFormula['metric'];
  readonly reduce: ClaimFormula['reduce'];
  readonly as: NonNullable<ClaimFormula['as']> | 'value';
  readonly expected: readonly [number | null, number | null];
  /** One number, or two for a range; null where a point is missing or has no such metric. */
  readonly measured: readonly number[] | null;
  /** The number of points by which it was judged, of all that it has at the published scale. */
  readonly points: number;
  readonly of: number;
  readonly verdict: ClaimVerdict | 'note' | 'unknown';
}

/**
 * The metric that a claim is about; the first of several that are added up, which has their unit.
 */
export const firstMetric = ({ metric }: Pick<CheckedClaim, 'metric'>): string =>
  typeof metric === 'string' ? metric : (metric[0] ?? '');

/** A metric of a point by its index; undefined where it is not known. */
export type MetricOf = (point: number, metric: string) => number | undefined;

export const NEAR = 0.25;

/** The value that means "no difference" for each way to read a claim; a plain value has none. */
export const NEUTRAL = { ratio: 1, growth: 0, saving: 0, value: undefined } as const;

/** The verdicts, best first; a published claim is no better than the worst of its parts. */
export const VERDICTS = [
  'note',
  'inside',
  'near',
  'order',
  'unknown',
  'wrong-way',
  'contradicted',
] as const;

/** The verdict on each published claim, all of its formulas together. */
export function publishedVerdicts(
  claims: readonly Pick<CheckedClaim, 'claim' | 'verdict'>[],
): Readonly<Record<string, CheckedClaim['verdict']>> {
  const worst = new Map<string, number>();
  for (const { claim, verdict } of claims) {
    worst.set(claim, Math.max(worst.get(claim) ?? 0, VERDICTS.indexOf(verdict)));
  }
  const entries = [...worst].map(([claim, rank]) => [claim, VERDICTS[rank] ?? 'unknown'] as const);
  return Object.fromEntries(entries);
}

/** Evaluates one claim over the points that the engine found for it. */
export function checkClaim(
  formula: ClaimFormula,
  plan: ClaimPlan,
  metricOf: MetricOf,
): CheckedClaim {
  const { id, claim = id, kind = 'prediction', metric, reduce, expect } = formula;
  const made = readAs(formula, plan.ratio);
  // The quotient of two growths or savings is a plain ratio.
  const as = plan.per ? 'ratio' : made;
  const values = plan.pairs.map(([num, den], n) => {
    const value = valueAt(formula, made, num, den, metricOf);
    const unit = plan.per?.[n];
    if (!plan.per || value === undefined) return value;
    const under = unit && valueAt(formula, made, ...unit, metricOf);
    return under ? value / under : undefined;
  });
  const known = values.filter((value) => value !== undefined && Number.isFinite(value));
  const complete = known.length === values.length && known.length > 0;
  const measured = complete ? reduced(reduce, known as number[]) : null;
  const verdict = measured ? judge({ kind, as, expected: expect }, measured) : 'unknown';
  const counts = { points: plan.pairs.length, of: plan.of };
  return { id, claim, kind, metric, reduce, as, expected: expect, measured, ...counts, verdict };
}

/** Returns how a claim's numbers are to be read. */
export const readAs = ({ as = 'ratio' }: ClaimFormula, ratio: boolean): CheckedClaim['as'] =>
  ratio ? as : 'value';

/** Returns the verdict of these values on a claim; a note is shown and not judged. */
export const judge = (
  { kind, as, expected }: Pick<CheckedClaim, 'kind' | 'as' | 'expected'>,
  measured: readonly number[],
): ClaimVerdict | 'note' => (kind === 'note' ? 'note' : verdictOn(measured, expected, NEUTRAL[as]));

/**
 * Judges `measured` against [low, high], either of which may be open; `neutral` is the value of no
 * difference, if there is one.
 */
export function verdictOn(
  measured: readonly number[],
  [low, high]: ClaimFormula['expect'],
  neutral: number | undefined,
): ClaimVerdict {
  const distance = Math.max(...measured.map((value) => outside(value, low, high)));
  if (distance === 0) return 'inside';
  // A claim that is open to one side states an order, so that no value is near to it.
  if (low === null || high === null) return 'contradicted';
  if (distance <= NEAR) {
    const wrong =
      neutral !== undefined &&
      ((isAbove(low, high, neutral) && measured.some((value) => value < neutral)) ||
        (isBelow(low, high, neutral) && measured.some((value) => value > neutral)));
    return wrong ? 'wrong-way' : 'near';
  }
  if (neutral === undefined) return 'contradicted';
  const above = isAbove(low, high, neutral) && measured.every((value) => value > neutral);
  const below = isBelow(low, high, neutral) && measured.every((value) => value < neutral);
  return above || below ? 'order' : 'contradicted';
}

// A range that begins or ends at no difference has a side; one that contains it has none.
const isAbove = (low: number, high: number, neutral: number) => low >= neutral && high > neutral;
const isBelow = (low: number, high: number, neutral: number) => high <= neutral && low < neutral;

/**
 * The distances of measured values outside of a closed range: the smallest and the largest, and the
 * side.
 */
export interface Miss {
  readonly side: 'above' | 'below' | 'both';
  /** The distances of all values as fractions of the nearest bound; 0 for a value inside. */
  readonly least: number;
  readonly most: number;
}

/**
 * The miss; undefined where no value lies outside, or where the range is open, so that there is no
 * distance.
 */
export function missOf(
  measured: readonly number[],
  [low, high]: ClaimFormula['expect'],
): Miss | undefined {
  if (low === null || high === null) return undefined;
  const distances = measured.map((value) => outside(value, low, high));
  const most = Math.max(0, ...distances);
  if (most === 0 || !Number.isFinite(most)) return undefined;
  const [above, below] = [
    measured.some((each) => each > high),
    measured.some((each) => each < low),
  ];
  const side = above && below ? 'both' : above ? 'above' : 'below';
  return { side, least: Math.min(...distances), most };
}

/** The distance outside of the bounds, as a fraction of the nearest bound; 0 inside. */
function outside(value: number, low: number | null, high: number | null): number {
  if (low !== null && value < low) return shareOf(low - value, low);
  if (high !== null && value > high) return shareOf(value - high, high);
  return 0;
}

const shareOf = (difference: number, bound: number) =>
  bound === 0 ? Number.POSITIVE_INFINITY : difference / Math.abs(bound);

function valueAt(
  { metric, den_metric = metric }: ClaimFormula,
  as: CheckedClaim['as'],
  num: number,
  den: number,
  metricOf: MetricOf,
): number | undefined {
  const top = total(metric, num, metricOf);
  if (as === 'value' || top === undefined) return top;
  const bottom = total(den_metric, den, metricOf);
  if (bottom === undefined || bottom === 0) return undefined;
  const ratio = top / bottom;
  return as === 'growth' ? ratio - 1 : as === 'saving' ? 1 - ratio : ratio;
}

function total(
  metric: ClaimFormula['metric'],
  point: number,
  metricOf: MetricOf,
): number | undefined {
  let sum = 0;
  for (const name of typeof metric === 'string' ? [metric] : metric) {
    const value = metricOf(point, name);
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

function reduced(reduce: ClaimFormula['reduce'], values: readonly number[]): number[] {
  const min = Math.min(...values);
  const max = Math.max(...values);
  switch (reduce) {
    case 'range':
      return [min, max];
    case 'min':
      return [min];
    case 'max':
      return [max];
    case 'mean':
      return [values.reduce((sum, value) => sum + value, 0) / values.length];
    case 'at':
      return [...values];
  }
}
