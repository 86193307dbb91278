import type { PointBand } from '../../chart/model/data';
import type {
  ClaimFormula,
  ExperimentFile,
  ExperimentPlan,
  PointResult,
} from '../../engine/protocol/experiment';
import { type CheckedClaim, readAs } from './claims';

export interface ClaimBands {
  readonly formula: ClaimFormula;
  readonly bands: readonly PointBand[];
}

/**
 * The published range of a claim on the scale of its own metric; for a ratio, the range times the
 * measured denominator. Only claims about `metric` alone can be drawn over it.
 */
export function claimBands(
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
  metric: string,
): ClaimBands[] {
  return plan.claims.flatMap(({ id, ratio, pairs, per }) => {
    if (per) return []; // a quotient of two ratios has no place on the metric's scale
    const formula = file.claims?.find((claim) => claim.id === id);
    const { den_metric: below = metric } = formula ?? {};
    if (!formula || String(formula.metric) !== metric || typeof below !== 'string') return [];
    const as = readAs(formula, ratio);
    const bands = pairs.flatMap(([num, den]) => {
      const key = plan.points[den]?.key ?? '';
      const unit = ratio ? results.get(key)?.metrics[below] : 1;
      if (unit === undefined || unit <= 0) return [];
      const [low, high] = ratioBounds(formula.expect, as).map((bound) =>
        bound === null ? undefined : bound * unit,
      );
      return [{ point: num, low, high }];
    });
    return [{ formula, bands }];
  });
}

/** The bounds of the ratio itself, lowest first. */
function ratioBounds([low, high]: ClaimFormula['expect'], as: CheckedClaim['as']) {
  const turned = (bound: number | null) =>
    bound === null ? null : as === 'growth' ? 1 + bound : as === 'saving' ? 1 - bound : bound;
  return as === 'saving' ? [turned(high), turned(low)] : [turned(low), turned(high)];
}
