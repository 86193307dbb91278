import type { ExperimentPlan, PointPlan, PointProgress, PointResult } from '../protocol/experiment';
import type { LogInput } from './log_pieces';
import type { MeasuredPoint } from './runner';

/** Measures points, in this thread or in one of its own. */
export interface PointWorker {
  /**
   * Opens an experiment and returns its plan; it must come before `run`. `input` is the text that
   * the workload runs, if it runs one. Throws FileRefused, and InputRefused where that text is bad.
   */
  open(text: string, input?: LogInput): Promise<ExperimentPlan>;
  /** Measures the point with this index; undefined where it was cancelled. */
  run(
    index: number,
    signal: AbortSignal,
    onProgress: (progress: PointProgress) => void,
  ): Promise<MeasuredPoint | undefined>;
}

export interface ExperimentProgress {
  /** The points that have ended, out of `of`. */
  readonly points: number;
  readonly of: number;
  /**
   * The transactions that have been committed, and their fraction of those of all points, 0 to 1.
   */
  readonly transactions: number;
  readonly fraction: number;
  readonly stage: PointProgress['stage'];
  readonly elapsedSeconds: number;
  /** The estimate of the time left; undefined until there is something to go by. */
  readonly secondsLeft: number | undefined;
}

export interface PointOutcome extends PointResult {
  readonly plan: PointPlan;
}

export interface ExperimentOutcome {
  readonly plan: ExperimentPlan;
  /**
   * The points measured, in the order of the plan. Those that a cancelled run did not reach are
   * missing.
   */
  readonly points: readonly PointOutcome[];
  /** True where some of the points that were wanted are missing. */
  readonly cancelled: boolean;
  readonly wallSeconds: number;
  /**
   * The wall seconds, transactions and kernel steps of the points that were measured, not merely
   * found equal.
   */
  readonly busySeconds: number;
  readonly transactions: number;
  readonly steps: number;
  readonly peakMemoryBytes: number;
}

export interface ExperimentOptions {
  readonly signal?: AbortSignal;
  /** Called once, before any point is measured. */
  readonly onPlan?: (plan: ExperimentPlan) => void;
  readonly onProgress?: (progress: ExperimentProgress) => void;
  /**
   * Called with each point as soon as it has been measured, but not with points that were found
   * equal.
   */
  readonly onPoint?: (point: PointPlan, result: PointResult) => void;
  /** Called with the progress of each point. */
  readonly onPointProgress?: (point: PointPlan, progress: PointProgress) => void;
  /** The results that are known already, by key. */
  readonly known?: ReadonlyMap<string, PointResult>;
  /** The text that the workload runs, if it runs one. */
  readonly input?: LogInput;
  /** Says which points are wanted; all where it is left out. */
  readonly wanted?: (point: PointPlan) => boolean;
  /**
   * Puts the points into the order in which they are measured; that of the plan where it is left
   * out.
   */
  readonly order?: (points: readonly PointPlan[]) => readonly PointPlan[];
}

/** Returns the plan, without measuring anything. Throws FileRefused. */
export const planExperiment = (worker: PointWorker, text: string, input?: LogInput) =>
  worker.open(text, input);

/**
 * Measures every point of an experiment by `workers`, one point a worker at a time. Points with
 * equal keys are measured once. The outcome depends neither on the number of workers nor on their
 * speed. Throws FileRefused, and whatever a worker throws.
 */
export async function runExperiment(
  workers: readonly PointWorker[],
  text: string,
  options: ExperimentOptions = {},
): Promise<ExperimentOutcome> {
  const start = performance.now();
  let board: Board | undefined;
  const begin = (plan: ExperimentPlan) => {
    if (!options.signal?.aborted) options.onPlan?.(plan);
    return new Board(plan, options, start);
  };
  // The first worker that is ready does not wait for the others: all have the same plan.
  const join = async (worker: PointWorker) => {
    try {
      const plan = await worker.open(text, options.input);
      board ??= begin(plan);
    } catch (error) {
      board?.end();
      throw error;
    }
    await board.work(worker);
  };
  try {
    await Promise.all(workers.map(join));
    if (!board) throw new RangeError('an experiment needs a worker');
    return board.outcome();
  } finally {
    board?.release();
  }
}

/** The assignment of points to workers, and the results so far. */
class Board {
  private readonly stop = new AbortController();
  private readonly results: Map<string, PointResult>;
  private readonly queue: PointPlan[] = [];
  private readonly running = new Map<PointPlan, PointProgress>();
  private readonly wanted: readonly PointPlan[];
  private first: { readonly elapsedSeconds: number; readonly transactions: number } | undefined;
  private measured = { points: 0, seconds: 0, transactions: 0, steps: 0, memory: 0 };

  constructor(
    private readonly plan: ExperimentPlan,
    private readonly options: ExperimentOptions,
    private readonly start: number,
  ) {
    this.results = new Map(options.known);
    this.wanted = plan.points.filter((point) => options.wanted?.(point) ?? true);
    const seen = new Set(this.results.keys());
    for (const point of options.order?.(this.wanted) ?? this.wanted) {
      if (!seen.has(point.key)) this.queue.push(point);
      seen.add(point.key);
    }
    this.total = this.queue.reduce((sum, { transactions }) => sum + transactions, 0);
    this.count = this.queue.length;
    if (options.signal?.aborted) this.stop.abort();
    options.signal?.addEventListener('abort', this.end);
  }

  /** Stops listening to the signal, which other experiments may use, too. */
  release(): void {
    this.options.signal?.removeEventListener('abort', this.end);
  }

  /** Ends all measuring. */
  readonly end = () => this.stop.abort();

  private readonly total: number;
  private readonly count: number;

  async work(worker: PointWorker): Promise<void> {
    try {
      for (let point = this.next(); point; point = this.next()) await this.measure(worker, point);
    } catch (error) {
      this.stop.abort(); // the others end, too
      throw error;
    }
  }

  outcome(): ExperimentOutcome {
    const points = this.wanted.flatMap((plan) => {
      const result = this.results.get(plan.key);
      return result ? [{ plan, ...result }] : [];
    });
    return {
      plan: this.plan,
      points,
      cancelled: points.length < this.wanted.length,
      wallSeconds: (performance.now() - this.start) / 1000,
      busySeconds: this.measured.seconds,
      transactions: this.measured.transactions,
      steps: this.measured.steps,
      peakMemoryBytes: this.measured.memory,
    };
  }

  private next(): PointPlan | undefined {
    return this.stop.signal.aborted ? undefined : this.queue.shift();
  }

  private async measure(worker: PointWorker, point: PointPlan): Promise<void> {
    let ended = false;
    const done = await worker.run(point.index, this.stop.signal, (progress) => {
      // A message of a worker may arrive after its result, which counts already.
      if (ended) return;
      this.running.set(point, progress);
      this.options.onPointProgress?.(point, progress);
      this.report(progress.stage);
    });
    ended = true;
    this.running.delete(point);
    if (!done) return;
    this.results.set(point.key, done.result);
    this.measured.points++;
    this.measured.seconds += done.wallSeconds;
    this.measured.transactions += point.transactions;
    this.measured.steps += done.result.steps;
    this.measured.memory = Math.max(this.measured.memory, done.memoryBytes);
    this.options.onPoint?.(point, done.result);
    this.report('ended');
  }

  private report(stage: PointProgress['stage']): void {
    const running = [...this.running.values()].reduce((sum, { done }) => sum + done, 0);
    const transactions = this.measured.transactions + running;
    const fraction = this.total === 0 ? 1 : transactions / this.total;
    const elapsedSeconds = (performance.now() - this.start) / 1000;
    // The first point's set-up, which comes before the first report, does not predict the rest.
    this.first ??= { elapsedSeconds, transactions };
    const seconds = elapsedSeconds - this.first.elapsedSeconds;
    const speed = (transactions - this.first.transactions) / seconds;
    // The duration of a recovery is not known beforehand.
    const known = seconds > 0.5 && speed > 0 && stage !== 'recovery';
    this.options.onProgress?.({
      points: this.measured.points,
      of: this.count,
      transactions,
      fraction,
      stage,
      elapsedSeconds,
      secondsLeft: known ? (this.total - transactions) / speed : undefined,
    });
  }
}
