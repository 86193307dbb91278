import type { ExperimentOutcome, PointOutcome } from '../../engine/measure/client';
import type { MetricDescription, Text } from '../../engine/protocol';
import type {
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
  SampleSlice,
  Scale,
} from '../../engine/protocol/experiment';
import { type CheckedClaim, checkClaim } from './claims';

/** The reason why a run ended before its last transaction. */
export type Ending = Pick<PointResult, 'gave_up' | 'too_small' | 'worn_out' | 'program_fault'>;

export interface ReportedPoint extends Ending {
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
  readonly occupancy?: PointResult['occupancy'];
  /**
   * The samples, where the file asks for them: for each name a list with one number for each
   * sample.
   */
  readonly samples?: SampleSlice['columns'];
  readonly recovered?: boolean;
  readonly check?: PointResult['check'];
}

/**
 * The measurements, and the file's questions about them: the same wherever and whenever they are
 * measured.
 */
export interface ExperimentReport {
  readonly experiment: string;
  readonly title: Text;
  readonly engine: string;
  readonly scale: Scale;
  readonly machine: string;
  readonly workload: string;
  /** The summary of the text that the workload ran, if it ran one. */
  readonly input?: ExperimentPlan['input'];
  readonly points: readonly ReportedPoint[];
  readonly claims: readonly CheckedClaim[];
  /** True if every point recovered and its check held; null where no power was cut. */
  readonly consistent: boolean | null;
  /** True where points are missing. */
  readonly cancelled: boolean;
  readonly metrics: readonly MetricDescription[];
}

/** The output of `lab run` for an experiment; the wall-clock numbers are at the end. */
export interface ExperimentResult extends ExperimentReport {
  readonly wallSeconds: number;
  readonly transactionsPerWallSecond: number | null;
  readonly eventsPerTransaction: number | null;
  readonly peakMemoryBytes: number;
}

const endingOf = ({ gave_up, too_small, worn_out, program_fault }: Ending): Ending => ({
  ...(program_fault && { program_fault }),
  ...(gave_up && { gave_up }),
  ...(too_small && { too_small }),
  ...(worn_out && { worn_out }),
});

/** Combines the measurements, their costs, and the file's questions. */
export function experimentResult(
  file: ExperimentFile,
  outcome: ExperimentOutcome,
): ExperimentResult {
  const over = (a: number, b: number) => (b > 0 ? a / b : null);
  return {
    ...experimentReport(file, outcome.plan, outcome.points),
    wallSeconds: outcome.wallSeconds,
    transactionsPerWallSecond: over(outcome.transactions, outcome.busySeconds),
    eventsPerTransaction: over(outcome.steps, outcome.transactions),
    peakMemoryBytes: outcome.peakMemoryBytes,
  };
}

/** `points` are those that have been measured, in the order of the plan. */
export function experimentReport(
  file: ExperimentFile,
  plan: ExperimentPlan,
  points: readonly PointOutcome[],
): ExperimentReport {
  const cut = points.filter(({ recovered }) => recovered !== undefined);
  return {
    experiment: plan.id,
    title: file.title,
    engine: plan.version,
    scale: plan.scale,
    machine: plan.machine,
    workload: plan.workload,
    ...(plan.input ? { input: plan.input } : {}),
    points: points.map(
      ({
        plan: point,
        complete,
        metrics,
        kinds,
        occupancy,
        samples,
        recovered,
        check,
        ...more
      }) => ({
        key: point.key,
        scheme: { index: point.scheme, id: point.schemeId, params: point.params },
        assignment: point.assignment,
        complete,
        ...endingOf(more),
        metrics,
        kinds,
        ...(occupancy && { occupancy }),
        ...(samples && { samples: samples.columns }),
        ...(recovered !== undefined && { recovered }),
        ...(check && { check }),
      }),
    ),
    claims: checkedClaims(file, plan, points),
    consistent:
      cut.length === 0
        ? null
        : cut.every(({ recovered, check }) => recovered && check?.holds !== false),
    cancelled: points.length < plan.points.length,
    metrics: plan.metrics,
  };
}

/** The points of a plan that have been measured, in its order. */
export function measuredPoints(
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
): PointOutcome[] {
  return plan.points.flatMap((point) => {
    const result = results.get(point.key);
    return result ? [{ plan: point, ...result }] : [];
  });
}

/** Judges every claim of the file by the points that have been measured. */
export function checkedClaims(
  file: ExperimentFile,
  plan: ExperimentPlan,
  points: readonly PointOutcome[],
): CheckedClaim[] {
  const byIndex = new Map(points.map((point) => [point.plan.index, point]));
  const metricOf = (point: number, metric: string) => byIndex.get(point)?.metrics[metric];
  return plan.claims.flatMap((claim) => {
    const formula = file.claims?.find(({ id }) => id === claim.id);
    return formula ? [checkClaim(formula, claim, metricOf)] : [];
  });
}
