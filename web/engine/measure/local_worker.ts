import type { Description } from '../protocol';
import type {
  ExperimentEngine,
  ExperimentPlan,
  PointProgress,
  WorkloadInputSummary,
} from '../protocol/experiment';
import type { PointWorker } from './client';
import { isSameInput, type LogInput } from './log_pieces';
import {
  type MeasuredPoint,
  openExperiment,
  readInput,
  runPoint,
  type SliceOptions,
} from './runner';

/**
 * Measures points in this thread, each in an engine instance of its own: no point sees the memory,
 * or the broken engine, of another.
 */
export class LocalPointWorker implements PointWorker {
  private text = '';
  private input: LogInput | undefined;
  /**
   * An engine that has read its input and has measured nothing yet: the next question about the
   * same input can use it.
   */
  private fresh:
    | { readonly engine: ExperimentEngine; readonly input: LogInput | undefined }
    | undefined;

  constructor(
    private readonly instantiate: () => Promise<ExperimentEngine>,
    private readonly options: SliceOptions = {},
  ) {}

  /**
   * Sums up a text that a workload can run; the open experiment stays open. Throws InputRefused.
   */
  async read(input: LogInput, onRead = this.options.onRead): Promise<WorkloadInputSummary> {
    const engine = await this.instantiate();
    const summary = await readInput(engine, input, onRead);
    this.fresh = { engine, input };
    return summary;
  }

  async describe(): Promise<Description> {
    const engine = await this.instantiate();
    return engine.describe();
  }

  async open(text: string, input?: LogInput): Promise<ExperimentPlan> {
    const engine = await this.engineWith(input);
    const plan = openExperiment(engine, text);
    this.fresh = { engine, input };
    this.text = text;
    this.input = input;
    return plan;
  }

  async run(
    index: number,
    signal: AbortSignal,
    onProgress: (progress: PointProgress) => void,
  ): Promise<MeasuredPoint | undefined> {
    const engine = await this.engineWith(this.input);
    openExperiment(engine, this.text);
    return runPoint(engine, index, { ...this.options, signal, onProgress });
  }

  /**
   * Returns an engine that has measured nothing, with this input, whose reading takes long. The
   * caller owns it from here on.
   */
  private async engineWith(input: LogInput | undefined): Promise<ExperimentEngine> {
    const { fresh } = this;
    this.fresh = undefined;
    if (fresh && isSameInput(fresh.input, input)) return fresh.engine;
    const engine = await this.instantiate();
    if (input !== undefined) await readInput(engine, input, this.options.onRead);
    return engine;
  }
}
