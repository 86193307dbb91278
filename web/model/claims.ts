import type { ClaimFormula, ClaimPlan } from '../engine/experiment_protocol';

/**
 * `inside` the published bounds; `near`: each outlier within 25 % of the nearest bound; `order`: a
 * ratio that is on the published side of 1 and no more; `contradicted`: none of these.
 */
export type ClaimVerdict = 'inside' | 'near' | 'order' | 'contradicted';

export interface CheckedClaim {
  readonly id: string;
  readonly metric: string | readonly string[];
  readonly reduce: ClaimFormula['reduce'];
  readonly expected: readonly [number | null, number | null];
  /** One number, or two for a range; null where a point is missing or has no such metric. */
  readonly measured: readonly number[] | null;
  readonly verdict: ClaimVerdict | 'unknown';
}

/** A metric of a point by its index; undefined where it is not known. */
export type MetricOf = (point: number, metric: string) => number | undefined;

export const NEAR = 0.25;

/** Evaluates one claim over the points that the engine resolved it to. */
export function checkClaim(
  formula: ClaimFormula,
  plan: ClaimPlan,
  metricOf: MetricOf,
): CheckedClaim {
  const { id, metric, reduce, expect } = formula;
  const values = plan.pairs.map(([num, den]) => valueAt(formula, plan.ratio, num, den, metricOf));
  const known = values.filter((value) => value !== undefined && Number.isFinite(value));
  const complete = known.length === values.length && known.length > 0;
  const measured = complete ? reduced(reduce, known as number[]) : null;
  const verdict = measured ? verdictOn(measured, expect, plan.ratio) : 'unknown';
  return { id, metric, reduce, expected: expect, measured, verdict };
}

/** `measured` against [low, high], either of which may be open. */
export function verdictOn(
  measured: readonly number[],
  [low, high]: ClaimFormula['expect'],
  ratio: boolean,
): ClaimVerdict {
  const distance = Math.max(...measured.map((value) => outside(value, low, high)));
  if (distance === 0) return 'inside';
  // A claim that is open to one side states an order: there is no near to it.
  if (low === null || high === null) return 'contradicted';
  if (distance <= NEAR) return 'near';
  const above = low >= 1 && measured.every((value) => value > 1);
  const below = high <= 1 && measured.every((value) => value < 1);
  return ratio && (above || below) ? 'order' : 'contradicted';
}

/** How far outside of the bounds, as a share of the nearest bound; 0 inside. */
function outside(value: number, low: number | null, high: number | null): number {
  if (low !== null && value < low) return shareOf(low - value, low);
  if (high !== null && value > high) return shareOf(value - high, high);
  return 0;
}

const shareOf = (difference: number, bound: number) =>
  bound === 0 ? Number.POSITIVE_INFINITY : difference / Math.abs(bound);

function valueAt(
  { metric }: ClaimFormula,
  ratio: boolean,
  num: number,
  den: number,
  metricOf: MetricOf,
): number | undefined {
  const top = total(metric, num, metricOf);
  if (!ratio || top === undefined) return top;
  const bottom = total(metric, den, metricOf);
  return bottom === undefined || bottom === 0 ? undefined : top / bottom;
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
