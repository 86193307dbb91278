import type {
  ClaimFormula,
  ExperimentFile,
  ExperimentPlan,
  PointResult,
} from '../engine/experiment_protocol';

/** Where the published range puts one point; undefined: open to that side. */
export interface PointBand {
  readonly point: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

export interface ClaimBands {
  readonly formula: ClaimFormula;
  readonly bands: readonly PointBand[];
}

/**
 * The published range of a claim on the scale of its own metric: of a ratio, the range times what was
 * measured at the denominator. Only claims about `metric` alone can be drawn over it.
 */
export function claimBands(
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
  metric: string,
): ClaimBands[] {
  return plan.claims.flatMap(({ id, ratio, pairs }) => {
    const formula = file.claims?.find((claim) => claim.id === id);
    if (!formula || String(formula.metric) !== metric) return [];
    const [low, high] = formula.expect;
    const bands = pairs.flatMap(([num, den]) => {
      const key = plan.points[den]?.key ?? '';
      const unit = ratio ? results.get(key)?.metrics[metric] : 1;
      if (unit === undefined || unit <= 0) return [];
      const bound = (value: number | null) => (value === null ? undefined : value * unit);
      return [{ point: num, low: bound(low), high: bound(high) }];
    });
    return [{ formula, bands }];
  });
}
