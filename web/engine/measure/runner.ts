import { FileRefused, InputRefused } from '../protocol/errors';
import type {
  ExperimentEngine,
  ExperimentPlan,
  PointProgress,
  PointResult,
  WorkloadInputSummary,
} from '../protocol/experiment';
import { nextTurn } from '../worker/next_turn';
import { type LogInput, logPieces, MOST_LOG_BYTES } from './log_pieces';

/** The result of a point, and its costs on this machine. */
export interface MeasuredPoint {
  readonly result: PointResult;
  /** The wall time of the transactions alone, without set-up, recovery and check. */
  readonly wallSeconds: number;
  readonly memoryBytes: number;
}

export interface SliceOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PointProgress) => void;
  /** Receives the number of bytes of the workload's text that have been read. */
  readonly onRead?: (bytes: number) => void;
  /** Wall time between two looks at the signal. */
  readonly sliceMs?: number;
  /** Lets messages and signals in; replaced in tests. */
  readonly pause?: () => Promise<void>;
}

const SLICE_MS = 50;
/** The first slice is short, since the first progress gives the first picture. */
const FIRST_STEPS = 4000;
const LEAST_STEPS = 500;
const MOST_STEPS = 50_000_000;

/** The bytes of a text that are read between two pauses. */
const BREATH_BYTES = 8 << 20;
/** The engine takes no longer text, and says so: the rest need not be read. */
const MOST_BYTES = MOST_LOG_BYTES + 1;

/**
 * Has the engine read a text that a workload can run, and returns its summary; `onRead` receives
 * the number of bytes of it that have been read. Throws InputRefused.
 */
export async function readInput(
  engine: ExperimentEngine,
  input: LogInput,
  onRead?: (bytes: number) => void,
): Promise<WorkloadInputSummary> {
  engine.beginInput();
  let bytes = 0;
  let breath = BREATH_BYTES;
  for await (const piece of logPieces(input)) {
    engine.feedInput(piece);
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) break;
    if (bytes < breath) continue;
    breath = bytes + BREATH_BYTES;
    onRead?.(bytes);
    await nextTurn();
  }
  const read = engine.endInput();
  if ('problems' in read) throw new InputRefused(read.problems);
  return read.summary;
}

/**
 * Opens an experiment and returns its plan. The engine must have read the text that the workload
 * runs, if it runs one. Throws FileRefused.
 */
export function openExperiment(engine: ExperimentEngine, text: string): ExperimentPlan {
  const opened = engine.openExperiment(text);
  if ('problems' in opened) throw new FileRefused(opened.problems);
  return opened.plan;
}

/**
 * Runs one point of the experiment that is open in `engine`, in slices. Undefined where it was
 * cancelled; throws FileRefused, and EngineTrap as the engine does.
 */
export async function runPoint(
  engine: ExperimentEngine,
  index: number,
  { signal, onProgress, sliceMs = SLICE_MS, pause = nextTurn }: SliceOptions = {},
): Promise<MeasuredPoint | undefined> {
  let busy = 0;
  const problems = engine.startPoint(index);
  if (problems) throw new FileRefused(problems);
  for (let steps = FIRST_STEPS; ; ) {
    if (signal?.aborted) {
      engine.dropPoint();
      return undefined;
    }
    const before = performance.now();
    const { ended, progress } = engine.advancePoint(Math.round(steps));
    const took = performance.now() - before;
    if (progress.stage !== 'recovery') busy += took;
    onProgress?.(progress);
    if (ended) break;
    const change = Math.min(4, Math.max(0.25, sliceMs / Math.max(took, 0.01)));
    steps = Math.min(MOST_STEPS, Math.max(LEAST_STEPS, steps * change));
    await pause();
  }
  const result = engine.pointResult();
  const memoryBytes = engine.reservedBytes();
  engine.dropPoint();
  return { result, wallSeconds: busy / 1000, memoryBytes };
}
