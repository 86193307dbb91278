import { type ExperimentProgress, planExperiment } from '../../engine/measure/client';
import type {
  ClaimFormula,
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
  Scale,
} from '../../engine/protocol/experiment';
import { readExperiment } from '../../model/experiment/experiment_text';
import { measuringPlace } from '../experiment_run';
import { textAtScale } from '../options/scale_option';
import { seedOf, sweepsSeed, withSeed } from '../options/seeds_option';

export interface WantedClaims {
  readonly scale: Scale | undefined;
  /** One published claim, or one formula; all by default. */
  readonly id: string | undefined;
  /**
   * The number of seeds with which each experiment is measured: its own, and those that follow; one
   * by default.
   */
  readonly seeds?: number;
}

/** An experiment with one seed. */
export interface SeedRun {
  readonly seed: number;
  readonly text: string;
  readonly plan: ExperimentPlan;
}

/** The part of an experiment that is needed. */
export interface Job {
  readonly file: ExperimentFile;
  /**
   * The runs, one for each seed, the file's own first; they differ in the keys of their points
   * alone.
   */
  readonly runs: readonly [SeedRun, ...SeedRun[]];
  readonly ids: ReadonlySet<string>;
  /** The indices of the points that these claims compare, the same in each run. */
  readonly points: ReadonlySet<number>;
}

export interface Jobs {
  readonly jobs: readonly Job[];
  /** The experiments without the requested scale. */
  readonly withoutScale: readonly string[];
  /** The experiments that sweep the seed themselves, and so have one run whatever was requested. */
  readonly sweepingSeed: readonly string[];
}

/** True if a formula has an id: its own, or the published claim's. */
export const answersTo = ({ id, claim = id }: ClaimFormula, wanted: string) =>
  id === wanted || claim === wanted;

/** Returns the measurements that the claims of these experiments need. Throws FileRefused. */
export async function jobsOf(
  texts: readonly string[],
  { scale, id, seeds = 1 }: WantedClaims,
): Promise<Jobs> {
  const jobs: Job[] = [];
  const withoutScale: string[] = [];
  for (const text of texts) {
    const file = readExperiment(text);
    const wanted = (file.claims ?? []).filter((claim) => id === undefined || answersTo(claim, id));
    if (wanted.length === 0) continue;
    // The scale does not depend on the one at which the page opens: all claims at once are for a
    // quick look.
    const scaled = textAtScale(text, scale ?? (file.quick ? 'quick' : undefined));
    if (scaled === undefined) withoutScale.push(file.id);
    else jobs.push(await jobOf(file, scaled, wanted, sweepsSeed(file) ? 1 : seeds));
  }
  const sweeping = seeds > 1 ? jobs.filter(({ file }) => sweepsSeed(file)) : [];
  return { jobs, withoutScale, sweepingSeed: sweeping.map(({ file }) => file.id) };
}

async function jobOf(
  file: ExperimentFile,
  text: string,
  wanted: readonly ClaimFormula[],
  seeds: number,
): Promise<Job> {
  const own = await seedRun(text);
  const others: SeedRun[] = [];
  const scaled = readExperiment(text);
  for (let seed = own.seed + 1; seed < own.seed + seeds; seed++) {
    others.push(await seedRun(JSON.stringify(withSeed(scaled, seed))));
  }
  const ids = new Set(wanted.map((claim) => claim.id));
  const pairs = own.plan.claims
    .filter((claim) => ids.has(claim.id))
    .flatMap((claim) => [...claim.pairs, ...(claim.per ?? [])]);
  return { file, runs: [own, ...others], ids, points: new Set(pairs.flat()) };
}

const seedRun = async (text: string): Promise<SeedRun> => ({
  seed: seedOf(readExperiment(text)),
  text,
  plan: await planExperiment(measuringPlace(), text),
});

/** Every point that these jobs need, with its run; some have equal keys. */
export const pointsOf = (
  jobs: readonly Job[],
): readonly { readonly run: SeedRun; readonly point: PointPlan }[] =>
  jobs.flatMap(({ runs, points }) =>
    runs.flatMap((run) =>
      run.plan.points
        .filter(({ index }) => points.has(index))
        .map((point) => ({ run, point }) as const),
    ),
  );

/** The progress of all experiments together, by their transactions. */
export class JobClock {
  private readonly total: number;
  private before = 0;

  /** `wanted` are the keys of the points that are measured, if not all are. */
  constructor(
    jobs: readonly Job[],
    known: ReadonlyMap<string, PointResult>,
    wanted: (key: string) => boolean,
  ) {
    const points = new Map(pointsOf(jobs).map(({ point }) => [point.key, point] as const));
    const left = [...points.values()].filter(({ key }) => wanted(key) && !known.has(key));
    this.total = left.reduce((sum, { transactions }) => sum + transactions, 0);
  }

  /** Notes that a run has ended. */
  next(transactions: number): void {
    this.before += transactions;
  }

  /** Converts the `progress` of one run to that of all, at its speed. */
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
