import { type ExperimentProgress, planExperiment, runExperiment } from '../engine/measure/client';
import type { Text } from '../engine/protocol';
import type {
  ClaimFormula,
  ExperimentFile,
  ExperimentPlan,
  PointResult,
  Scale,
} from '../engine/protocol/experiment';
import { type CheckedClaim, firstMetric, publishedVerdicts } from '../lab/model/claims';
import { checkedClaims } from '../lab/model/experiment_result';
import { withoutMark } from '../model/scenario/file_kind';
import { measuringPlace } from './experiment_run';
import { interruptSignal } from './interrupt';
import { progressText } from './progress_text';
import { textAtScale } from './scale_option';
import { StatusLine } from './status_line';

/** A claim as `lab claims` prints it: formula, what was published, what was measured, the verdict. */
export interface ReportedClaim extends CheckedClaim {
  readonly experiment: string;
  readonly scale: Scale;
  readonly num: ClaimFormula['num'];
  readonly den: ClaimFormula['den'];
  readonly per?: ClaimFormula['per'];
  readonly den_metric?: ClaimFormula['metric'];
  readonly note?: Text;
  /** Of the metric, where the claim is about its value and not a ratio. */
  readonly unit?: string;
}

export interface ClaimsResult {
  readonly engine: string;
  readonly claims: readonly ReportedClaim[];
  /** The verdict on each published claim: the worst of its formulas'. */
  readonly published: ReturnType<typeof publishedVerdicts>;
  /** How many formulas have each verdict. */
  readonly verdicts: Readonly<Partial<Record<CheckedClaim['verdict'], number>>>;
  /** Experiments that do not have the scale that was asked for. */
  readonly withoutScale: readonly string[];
  /** Points that did not come to their end, as `experiment/key`. */
  readonly incomplete: readonly string[];
  readonly cancelled: boolean;
}

interface Wanted {
  readonly scale: Scale | undefined;
  /** One published claim, or one formula; all where it is left out. */
  readonly id: string | undefined;
  readonly known: ReadonlyMap<string, PointResult>;
  /** Nothing is measured: claims whose points are not all known stay unknown. */
  readonly onlyKnown?: boolean;
}

/** One experiment's part of what is wanted. */
interface Job {
  readonly text: string;
  readonly file: ExperimentFile;
  readonly plan: ExperimentPlan;
  readonly ids: ReadonlySet<string>;
  /** Indices of the points that these claims compare. */
  readonly points: ReadonlySet<number>;
}

/** Whether a formula answers to an id: its own, or the published claim's. */
export const answersTo = ({ id, claim = id }: ClaimFormula, wanted: string) =>
  id === wanted || claim === wanted;

/** Measures what the claims of these experiments need, and judges them. Throws FileRefused. */
export async function runClaims(texts: readonly string[], wanted: Wanted): Promise<ClaimsResult> {
  const { jobs, withoutScale } = await jobsOf(texts, wanted);
  const { signal, release } = interruptSignal();
  const line = new StatusLine();
  const clock = new JobClock(jobs, wanted.known);
  const known = new Map(wanted.known);
  const claims: ReportedClaim[] = [];
  const incomplete: string[] = [];
  let cancelled = false;
  try {
    for (const job of jobs) {
      const { plan, file } = job;
      const outcome = await runExperiment([measuringPlace()], job.text, {
        ...{ signal, known },
        wanted: ({ index, key }) => job.points.has(index) && (!wanted.onlyKnown || known.has(key)),
        onPoint: ({ key }, result) => known.set(key, result),
        onProgress: (progress) => line.show(`${plan.id}: ${progressText(clock.over(progress))}`),
      });
      clock.next(outcome.transactions);
      cancelled ||= outcome.cancelled;
      for (const { complete, plan: point } of outcome.points) {
        if (!complete) incomplete.push(`${plan.id}/${point.key}`);
      }
      const checked = checkedClaims(file, plan, outcome.points);
      claims.push(...checked.filter(({ id }) => job.ids.has(id)).map((claim) => told(claim, job)));
    }
  } finally {
    line.end();
    release();
  }
  const engine = jobs[0]?.plan.version ?? '';
  const [published, verdicts] = [publishedVerdicts(claims), counted(claims)];
  return { engine, claims, published, verdicts, withoutScale, incomplete, cancelled };
}

async function jobsOf(texts: readonly string[], { scale, id }: Wanted) {
  const jobs: Job[] = [];
  const withoutScale: string[] = [];
  for (const text of texts) {
    const file = JSON.parse(withoutMark(text)) as ExperimentFile;
    const wanted = (file.claims ?? []).filter((claim) => id === undefined || answersTo(claim, id));
    if (wanted.length === 0) continue;
    // Whatever scale a page opens at: all claims at once are for a quick look.
    const scaled = textAtScale(text, scale ?? (file.quick ? 'quick' : undefined));
    if (scaled === undefined) {
      withoutScale.push(file.id);
      continue;
    }
    const plan = await planExperiment(measuringPlace(), scaled);
    const ids = new Set(wanted.map((claim) => claim.id));
    const pairs = plan.claims
      .filter((claim) => ids.has(claim.id))
      .flatMap((claim) => [...claim.pairs, ...(claim.per ?? [])]);
    jobs.push({ text: scaled, file, plan, ids, points: new Set(pairs.flat()) });
  }
  return { jobs, withoutScale };
}

function told(claim: CheckedClaim, { file, plan }: Job): ReportedClaim {
  const { num, den, per, den_metric, note } = file.claims?.find(({ id }) => id === claim.id) ?? {};
  const where = { experiment: plan.id, scale: plan.scale, num, den, ...(per && { per }) };
  const unit = plan.metrics.find(({ id }) => id === firstMetric(claim))?.unit;
  const said = { ...(note && { note }), ...(claim.as === 'value' && unit && { unit }) };
  return { ...claim, ...where, ...(den_metric && { den_metric }), ...said };
}

function counted(claims: readonly ReportedClaim[]): ClaimsResult['verdicts'] {
  const counts: Partial<Record<CheckedClaim['verdict'], number>> = {};
  for (const { verdict } of claims) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

/** How far all experiments together are, by the transactions that they have. */
class JobClock {
  private readonly total: number;
  private before = 0;

  constructor(jobs: readonly Job[], known: ReadonlyMap<string, PointResult>) {
    const points = new Map(
      jobs.flatMap(({ plan, points }) =>
        plan.points
          .filter(({ index }) => points.has(index))
          .map((point) => [point.key, point] as const),
      ),
    );
    const left = [...points.values()].filter(({ key }) => !known.has(key));
    this.total = left.reduce((sum, { transactions }) => sum + transactions, 0);
  }

  /** An experiment has ended. */
  next(transactions: number): void {
    this.before += transactions;
  }

  /** `progress` of one experiment as that of all, at its speed. */
  over(progress: ExperimentProgress): ExperimentProgress {
    const { transactions, fraction, secondsLeft } = progress;
    const left = this.total - this.before - transactions;
    const leftHere = transactions / fraction - transactions;
    return {
      ...progress,
      fraction: 1 - left / this.total,
      secondsLeft: secondsLeft && leftHere > 0 ? (secondsLeft * left) / leftHere : undefined,
    };
  }
}
