import type { ExperimentOutcome } from '../engine/experiment_client';
import type { ExperimentFile, PointPlan, PointResult } from '../engine/experiment_protocol';
import type { MetricDescription, Text } from '../engine/protocol';
import { type CheckedClaim, checkClaim } from './claims';

export interface ReportedPoint {
  readonly key: string;
  readonly scheme: {
    readonly index: number;
    readonly id: string;
    readonly params: PointPlan['params'];
  };
  readonly assignment: PointPlan['assignment'];
  readonly complete: boolean;
  readonly metrics: PointResult['metrics'];
  readonly kinds: PointResult['kinds'];
  readonly recovered?: boolean;
  readonly check?: PointResult['check'];
}

/** What `lab run` prints of an experiment; the wall-clock numbers stand at the end. */
export interface ExperimentResult {
  readonly experiment: string;
  readonly title: Text;
  readonly engine: string;
  readonly scale: 'quick' | 'published';
  readonly machine: string;
  readonly workload: string;
  readonly points: readonly ReportedPoint[];
  readonly claims: readonly CheckedClaim[];
  /** Every point recovered and its check held; null where no power was cut. */
  readonly consistent: boolean | null;
  readonly cancelled: boolean;
  readonly metrics: readonly MetricDescription[];
  readonly wallSeconds: number;
  readonly transactionsPerWallSecond: number | null;
  readonly eventsPerTransaction: number | null;
  readonly peakMemoryBytes: number;
}

/** Puts together what was measured and what the file asks of it. */
export function experimentResult(
  file: ExperimentFile,
  outcome: ExperimentOutcome,
): ExperimentResult {
  const { plan } = outcome;
  const byIndex = new Map(outcome.points.map((point) => [point.plan.index, point]));
  const metricOf = (point: number, metric: string) => byIndex.get(point)?.metrics[metric];
  const cut = outcome.points.filter(({ recovered }) => recovered !== undefined);
  const over = (a: number, b: number) => (b > 0 ? a / b : null);
  return {
    experiment: plan.id,
    title: file.title,
    engine: plan.version,
    scale: plan.scale,
    machine: plan.machine,
    workload: plan.workload,
    points: outcome.points.map(({ plan: point, complete, metrics, kinds, recovered, check }) => ({
      key: point.key,
      scheme: { index: point.scheme, id: point.schemeId, params: point.params },
      assignment: point.assignment,
      complete,
      metrics,
      kinds,
      ...(recovered !== undefined && { recovered }),
      ...(check && { check }),
    })),
    claims: plan.claims.flatMap((claim) => {
      const formula = file.claims?.find(({ id }) => id === claim.id);
      return formula ? [checkClaim(formula, claim, metricOf)] : [];
    }),
    consistent:
      cut.length === 0
        ? null
        : cut.every(({ recovered, check }) => recovered && check?.holds !== false),
    cancelled: outcome.cancelled,
    metrics: plan.metrics,
    wallSeconds: outcome.wallSeconds,
    transactionsPerWallSecond: over(outcome.transactions, outcome.busySeconds),
    eventsPerTransaction: over(outcome.steps, outcome.transactions),
    peakMemoryBytes: outcome.peakMemoryBytes,
  };
}
