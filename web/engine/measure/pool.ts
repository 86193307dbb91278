import type { Description } from '../protocol';
import type { ExperimentPlan, WorkloadInputSummary } from '../protocol/experiment';
import { Pool } from '../worker/pool';
import {
  type ExperimentOptions,
  type ExperimentOutcome,
  planExperiment,
  runExperiment,
} from './client';
import type { LogInput } from './log_pieces';
import { RemotePointWorker, type SpawnPointHost } from './remote_worker';

/** Plans and runs experiments away from the page's thread. Both throw FileRefused. */
export interface LabEngine {
  /**
   * Plans an experiment without measuring. `input` is the text that the workload runs, if it runs
   * one; `run` takes it among its options.
   */
  plan(text: string, input?: LogInput): Promise<ExperimentPlan>;
  /**
   * Sums up a text that a workload can run; `onRead` is told how many bytes of it have been read.
   * Throws InputRefused.
   */
  read(input: LogInput, onRead?: (bytes: number) => void): Promise<WorkloadInputSummary>;
  run(text: string, points: number, options: ExperimentOptions): Promise<ExperimentOutcome>;
  /** Returns this engine's description, which includes the system that users program. */
  describe(): Promise<Description>;
  dispose(): void;
}

/** The most workers of a page, since an instance may grow to more than a gigabyte. */
const MOST_WORKERS = 8;

/** Returns how many workers measure `points` on a machine with `cores` cores, at least one. */
export const poolSize = (points: number, cores: number) =>
  Math.max(1, Math.min(points, cores, MOST_WORKERS));

/**
 * Makes a pool of workers for each run, which ends with all its memory; nothing starts before a
 * run.
 */
export class LabPool implements LabEngine {
  /** This pool only plans, so that an edit is judged while points are being measured. */
  private readonly judge: RemotePointWorker;
  private readonly running: Pool<RemotePointWorker>;

  constructor(
    spawn: SpawnPointHost,
    private readonly cores: number,
  ) {
    this.judge = new RemotePointWorker(spawn);
    this.running = new Pool(() => new RemotePointWorker(spawn));
  }

  plan(text: string, input?: LogInput): Promise<ExperimentPlan> {
    return planExperiment(this.judge, text, input);
  }

  read(input: LogInput, onRead?: (bytes: number) => void): Promise<WorkloadInputSummary> {
    return this.judge.read(input, onRead);
  }

  describe(): Promise<Description> {
    return this.judge.describe();
  }

  async run(text: string, points: number, options: ExperimentOptions): Promise<ExperimentOutcome> {
    const workers = this.running.take(poolSize(points, this.cores));
    try {
      return await runExperiment(workers, text, options);
    } finally {
      this.running.end(workers);
    }
  }

  dispose(): void {
    this.judge.dispose();
    this.running.end();
  }
}
