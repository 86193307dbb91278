import type { Cut, Description, VerdictKind } from '../protocol';
import type {
  FailureModelId,
  ScheduleSet,
  VerdictPairs,
  VerifyPoint,
  VerifyProgress,
  VerifyReport,
  VerifySite,
  VerifyTask,
  VerifyWay,
} from '../protocol/exploration';
import { addVerdicts, mergeReports } from './merge';
import type { Replay } from './replay';
import type { WaysTask } from './runner';

/** Explores a scenario, in this thread or in one of its own. */
export interface ExploreWorker {
  /**
   * Explores, and reports what was found until the signal came; undefined where even that could not
   * be had. Throws FileRefused.
   */
  explore(
    text: string,
    task: VerifyTask,
    signal: AbortSignal,
    onProgress: (progress: VerifyProgress) => void,
  ): Promise<VerifyReport | undefined>;
  /** Returns the ways of crash point number `index` of the run. */
  ways(text: string, task: WaysTask, index: number): Promise<readonly VerifyWay[]>;
  /** Returns the operations on devices that the run comes to. */
  sites(text: string): Promise<readonly VerifySite[]>;
  /** Returns the schedules with up to so many delays. */
  schedules(text: string, bound: number): Promise<ScheduleSet>;
  /**
   * Runs the scenario with these power cuts in an ordinary session, as far as the engine makes
   * them.
   */
  replay(text: string, cuts: readonly Cut[]): Promise<Replay>;
  /** Returns the description by the explorer's engine, which can run every system. */
  describe(): Promise<Description>;
}

/** The request to all workers together. */
export interface VerifyRequest {
  readonly model: FailureModelId;
  readonly depth: number;
  /** The recoveries of all workers after which they give up; 0: never. */
  readonly maxRuns: number;
  /**
   * The MiB, about, that all workers together may keep of recoveries before they give up; 0: no
   * limit.
   */
  readonly maxMb: number;
  /**
   * The first of the crash points to explore, if only every `SAMPLE_STRIDE`-th one is to be
   * explored.
   */
  readonly sample?: number;
  /** The most images of a point, drawn by `sample`; the choice depends on the number of workers. */
  readonly images?: number;
  /**
   * The delays of a schedule, at most, where others than the scenario's own are explored, too: 1 or
   * 2.
   */
  readonly schedules?: number;
  /** True where it is to end with the first failure that a worker finds. */
  readonly first?: boolean;
  /** The verdict soon after which each worker is to end. */
  readonly until?: VerdictKind;
}

/** The number of samples that it takes to see every point. */
export const SAMPLE_STRIDE = 8;

/**
 * The MiB that are safe in a browser's tab, where the results of an exploration may stay until the
 * next one has ended.
 */
export const SAFE_MB = 256;

export const DEFAULT_REQUEST: VerifyRequest = {
  model: 'adr',
  depth: 1,
  maxRuns: 0,
  maxMb: SAFE_MB,
};

/** The progress of an exploration. */
export interface VerifyTotals {
  readonly pairs: number;
  readonly runs: number;
  readonly failures: number;
  readonly verdicts: VerdictPairs;
  /** The points explored so far, in the order of the run. */
  readonly points: readonly VerifyPoint[];
}

export interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (totals: VerifyTotals) => void;
}

export interface VerifyOutcome extends VerifyReport {
  readonly cancelled: boolean;
}

/** Explores a scenario by all workers, each every n-th point. Throws FileRefused and EngineTrap. */
export async function verifyScenario(
  workers: readonly ExploreWorker[],
  text: string,
  request: VerifyRequest = DEFAULT_REQUEST,
  options: VerifyOptions = {},
): Promise<VerifyOutcome> {
  if (workers.length === 0) throw new RangeError('a verification needs a worker');
  const stop = new AbortController();
  const abort = () => stop.abort();
  if (options.signal?.aborted) abort();
  options.signal?.addEventListener('abort', abort);
  const shards = workers.map(() => new Shard());
  const told = () => options.onProgress?.(totalsOf(shards));
  try {
    const reports = await Promise.all(
      workers.map((worker, index) =>
        explore(worker, text, taskOf(request, index, workers.length), stop, shards[index], told),
      ),
    );
    return { ...mergeReports(reports), cancelled: options.signal?.aborted ?? false };
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}

/** Places share the points, and what they may cost, evenly. */
function taskOf(request: VerifyRequest, index: number, count: number): VerifyTask {
  const { model, depth, maxRuns, maxMb, sample, images, until } = request;
  const stride = sample === undefined ? 1 : SAMPLE_STRIDE;
  return {
    model,
    depth,
    first: request.first ?? false,
    maxRuns: Math.ceil(maxRuns / count),
    maxMb: Math.ceil(maxMb / count),
    ...(until && { until }),
    ...(images !== undefined && { images, seed: sample ?? 0 }),
    shard: ((sample ?? 0) % stride) + stride * index,
    shards: stride * count,
  };
}

async function explore(
  worker: ExploreWorker,
  text: string,
  task: VerifyTask,
  stop: AbortController,
  shard: Shard = new Shard(),
  told: () => void,
): Promise<VerifyReport> {
  try {
    const report = await worker.explore(text, task, stop.signal, (progress) => {
      shard.add(progress);
      told();
    });
    return report ?? shard.report();
  } catch (error) {
    stop.abort(); // the others end, too
    throw error;
  }
}

/** The reports of one worker so far. */
class Shard {
  readonly points: VerifyPoint[] = [];
  last: VerifyProgress | undefined;

  add(progress: VerifyProgress): void {
    this.points.push(...progress.points);
    this.last = progress;
  }

  /** True where it had to be ended. */
  report(): VerifyReport {
    const { runs = 0, states = 0, innerPoints = 0 } = this.last ?? {};
    const verdicts = addVerdicts(this.points);
    const counts = { pairs: 0, runs, states, innerPoints, exact: false, ended: false, verdicts };
    return { ...counts, failures: [], sites: [], points: this.points };
  }
}

function totalsOf(shards: readonly Shard[]): VerifyTotals {
  const points = shards.flatMap((shard) => shard.points).sort((a, b) => a.at - b.at);
  return {
    points,
    pairs: points.reduce((sum, { pairs }) => sum + pairs, 0),
    runs: shards.reduce((sum, { last }) => sum + (last?.runs ?? 0), 0),
    failures: shards.reduce((sum, { last }) => sum + (last?.failures ?? 0), 0),
    verdicts: addVerdicts(points),
  };
}
