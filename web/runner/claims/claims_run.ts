import {
  type ExperimentOutcome,
  type PointWorker,
  runExperiment,
} from '../../engine/measure/client';
import type { Text } from '../../engine/protocol';
import type { ClaimFormula, PointResult, Scale } from '../../engine/protocol/experiment';
import { type CheckedClaim, firstMetric, publishedVerdicts } from '../../lab/model/claims';
import { checkedClaims } from '../../lab/model/experiment_result';
import {
  hangsOnSeed,
  overSeeds,
  type RepeatedClaim,
  seedVerdicts,
} from '../../lab/model/scorecard/seeds';
import { type PointLine, partOf, pointLine, type Shard } from '../../model/experiment/point_lines';
import { incompleteLines } from '../incomplete';
import { interruptSignal } from '../interrupt';
import { progressText } from '../progress_text';
import { StatusLine } from '../status_line';
import {
  type Job,
  JobClock,
  type Jobs,
  jobsOf,
  pointsOf,
  type SeedRun,
  type WantedClaims,
} from './claims_jobs';

/** A claim as `lab claims` prints it: formula, published values, measured values, the verdict. */
export interface ReportedClaim extends RepeatedClaim {
  readonly experiment: string;
  readonly scale: Scale;
  readonly num: ClaimFormula['num'] | undefined;
  readonly den: ClaimFormula['den'];
  readonly per?: ClaimFormula['per'];
  readonly den_metric?: ClaimFormula['metric'];
  readonly note?: Text;
  /** The unit of the metric, where the claim is about its value and not a ratio. */
  readonly unit?: string;
  /** The verdict of each seed, and whether one differs; only where there are several. */
  readonly seed_verdicts?: ReturnType<typeof seedVerdicts>;
  readonly hangs_on_seed?: boolean;
}

interface Measured {
  /** The points that did not end, as `experiment/key: reason`. */
  readonly incomplete: readonly string[];
  readonly cancelled: boolean;
}

export interface ClaimsResult extends Omit<Jobs, 'jobs'>, Measured {
  readonly engine: string;
  readonly claims: readonly ReportedClaim[];
  /** The verdict on each published claim: the worst of its formulas'. */
  readonly published: ReturnType<typeof publishedVerdicts>;
  /** The number of formulas with each verdict. */
  readonly verdicts: Readonly<Partial<Record<CheckedClaim['verdict'], number>>>;
}

interface Wanted extends WantedClaims {
  /** The places that measure points, at least one; each measures one at a time. */
  readonly places: readonly PointWorker[];
  readonly known: ReadonlyMap<string, PointResult>;
  /** True where nothing is measured: claims with unknown points stay unknown. */
  readonly onlyKnown?: boolean;
}

/**
 * Measures the points that the claims of these experiments need, and judges them. Throws
 * FileRefused.
 */
export async function runClaims(texts: readonly string[], wanted: Wanted): Promise<ClaimsResult> {
  const { jobs, ...left } = await jobsOf(texts, wanted);
  const { places, known, onlyKnown } = wanted;
  const claims: ReportedClaim[] = [];
  const measured = await measureJobs(jobs, {
    places,
    known,
    wanted: (key) => !onlyKnown || known.has(key),
    onJob: (job, outcomes) => claims.push(...judgedClaims(job, outcomes)),
  });
  const engine = jobs[0]?.runs[0].plan.version ?? '';
  const verdicts = { published: publishedVerdicts(claims), verdicts: counted(claims) };
  return { engine, claims, ...verdicts, ...left, ...measured };
}

/**
 * Measures one part of the points that the claims need; `write` receives each as soon as it is
 * known. Throws FileRefused.
 */
export async function runClaimsShard(
  texts: readonly string[],
  wanted: Wanted,
  shard: Shard,
  write: (point: PointLine) => void,
): Promise<Measured & Omit<Jobs, 'jobs'>> {
  const { jobs, ...left } = await jobsOf(texts, wanted);
  const points = pointsOf(jobs);
  const keys = partOf(
    points.map(({ point }) => point.key),
    shard,
  );
  const first = new Map([...points].reverse().map((each) => [each.point.key, each]));
  for (const key of keys) {
    const [at, result] = [first.get(key), wanted.known.get(key)];
    if (at && result) write(pointLine(at.run.plan, at.point, result));
  }
  const measured = await measureJobs(jobs, {
    places: wanted.places,
    known: wanted.known,
    wanted: (key) => keys.has(key),
    onPoint: write,
  });
  return { ...left, ...measured };
}

type Outcomes = readonly ExperimentOutcome['points'][];

interface Measuring {
  readonly places: readonly PointWorker[];
  readonly known: ReadonlyMap<string, PointResult>;
  /** Returns true if the point with this key is to be measured. */
  readonly wanted: (key: string) => boolean;
  /** Called with each point that has been measured. */
  readonly onPoint?: (line: PointLine) => void;
  /** Called with the points of each run of a job. */
  readonly onJob?: (job: Job, outcomes: Outcomes) => void;
}

/** Measures the points of these jobs, one run after the other; points with equal keys once. */
async function measureJobs(jobs: readonly Job[], measuring: Measuring): Promise<Measured> {
  const { signal, release } = interruptSignal();
  const line = new StatusLine();
  const clock = new JobClock(jobs, measuring.known, measuring.wanted);
  const known = new Map(measuring.known);
  const incomplete: string[] = [];
  let cancelled = false;
  const measure = async ({ points }: Job, { plan, text }: SeedRun, name: string) => {
    const outcome = await runExperiment(measuring.places, text, {
      signal,
      known,
      wanted: ({ index, key }) => points.has(index) && measuring.wanted(key),
      onPoint: (point, result) => {
        known.set(point.key, result);
        measuring.onPoint?.(pointLine(plan, point, result));
      },
      onProgress: (progress) => line.show(`${name}: ${progressText(clock.over(progress))}`),
    });
    clock.next(outcome.transactions);
    cancelled ||= outcome.cancelled;
    const named = outcome.points.map((point) => ({
      ...point,
      name: `${plan.id}/${point.plan.key}`,
    }));
    incomplete.push(...incompleteLines(named));
    return outcome.points;
  };
  try {
    for (const job of jobs) {
      const outcomes: ExperimentOutcome['points'][] = [];
      for (const run of job.runs) {
        const name = job.runs.length > 1 ? `${run.plan.id}, seed ${run.seed}` : run.plan.id;
        outcomes.push(await measure(job, run, name));
      }
      measuring.onJob?.(job, outcomes);
    }
  } finally {
    line.end();
    release();
  }
  return { incomplete, cancelled };
}

/** The claims of a job, each by the mean over the seeds. */
function judgedClaims(job: Job, outcomes: Outcomes): ReportedClaim[] {
  const [own, ...others] = job.runs.map((run, n) => ({
    seed: run.seed,
    claims: checkedClaims(job.file, run.plan, outcomes[n] ?? []),
  }));
  return (own?.claims ?? [])
    .filter(({ id }) => job.ids.has(id))
    .map((claim) => {
      const same = others.flatMap(({ seed, claims }) => {
        const found = claims.find(({ id }) => id === claim.id);
        return found ? [{ seed, claim: found }] : [];
      });
      return told(overSeeds([{ seed: own?.seed ?? 0, claim }, ...same]), job);
    });
}

function told(claim: RepeatedClaim, { file, runs: [{ plan }] }: Job): ReportedClaim {
  const { num, den, per, den_metric, note } = file.claims?.find(({ id }) => id === claim.id) ?? {};
  const where = { experiment: plan.id, scale: plan.scale, num, den, ...(per && { per }) };
  const unit = plan.metrics.find(({ id }) => id === firstMetric(claim))?.unit;
  const said = { ...(note && { note }), ...(claim.as === 'value' && unit && { unit }) };
  const repeated = claim.seeds && {
    seed_verdicts: seedVerdicts(claim),
    hangs_on_seed: hangsOnSeed(claim),
  };
  return { ...claim, ...where, ...(den_metric && { den_metric }), ...said, ...repeated };
}

function counted(claims: readonly ReportedClaim[]): ClaimsResult['verdicts'] {
  const counts: Partial<Record<CheckedClaim['verdict'], number>> = {};
  for (const { verdict } of claims) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}
