import { FileRefused } from '../protocol/errors';
import type {
  VerifyEngine,
  VerifyProgress,
  VerifyReport,
  VerifyTask,
  VerifyWay,
} from '../protocol/exploration';
import { nextTurn } from '../worker/next_turn';

/** The task of exploring one point alone. */
export type WaysTask = Pick<VerifyTask, 'model' | 'depth' | 'maxRuns' | 'maxMb'>;

export interface VerifySlices {
  readonly signal?: AbortSignal;
  /** Called after each slice, with the points that are new. */
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** Wall time between two looks at the signal. */
  readonly sliceMs?: number;
  /** Lets messages and signals in; replaced in tests. */
  readonly pause?: () => Promise<void>;
}

const SLICE_MS = 60;
const MOST_RUNS = 100_000;
/** A number of shards so large that each shard is a single point. */
const POINT_SHARDS = 0x7fffffff;

/**
 * Explores in slices, and reports what was found until the signal came. Throws FileRefused, and
 * EngineTrap.
 */
export async function runVerification(
  engine: VerifyEngine,
  text: string,
  task: VerifyTask,
  { signal, onProgress, sliceMs = SLICE_MS, pause = nextTurn }: VerifySlices = {},
): Promise<VerifyReport> {
  open(engine, text, task);
  let known = 0;
  for (let runs = 8; !signal?.aborted; ) {
    const before = performance.now();
    const { ended, progress } = engine.advanceVerification(Math.ceil(runs), known);
    known += progress.points.length;
    onProgress?.(progress);
    if (ended || (task.until && progress.verdicts[task.until])) break;
    const took = Math.max(performance.now() - before, 0.01);
    runs = Math.min(MOST_RUNS, Math.max(1, runs * Math.min(4, Math.max(0.25, sliceMs / took))));
    await pause();
  }
  const report = engine.verificationReport();
  engine.dropVerification();
  return report;
}

/** Returns the ways of the run's crash point number `index`, found by exploring it alone. */
export function waysOfPoint(
  engine: VerifyEngine,
  text: string,
  task: WaysTask,
  index: number,
): readonly VerifyWay[] {
  open(engine, text, { ...task, shard: index, shards: POINT_SHARDS, first: false });
  let points = 0;
  for (let ended = false; points === 0 && !ended; ) {
    const slice = engine.advanceVerification(1, 0);
    points = slice.progress.points.length;
    ended = slice.ended;
  }
  const ways = points > 0 ? engine.verificationWays(0) : [];
  engine.dropVerification();
  return ways;
}

/** Returns the operations that the run comes to, without losing power anywhere. */
export function sitesOfRun(engine: VerifyEngine, text: string): VerifyReport['sites'] {
  const none = { shard: POINT_SHARDS - 1, shards: POINT_SHARDS, first: false };
  open(engine, text, { model: 'adr', depth: 0, maxRuns: 0, maxMb: 0, ...none });
  while (!engine.advanceVerification(1, 0).ended) {}
  const { sites } = engine.verificationReport();
  engine.dropVerification();
  return sites;
}

function open(engine: VerifyEngine, text: string, task: VerifyTask): void {
  const problems = engine.openVerification(text, task);
  if (problems) throw new FileRefused(problems);
}
