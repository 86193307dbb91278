import type { PointPlace } from './experiment_client';
import type {
  ExperimentEngine,
  ExperimentPlan,
  PointProgress,
  WorkloadInputSummary,
} from './experiment_protocol';
import {
  type MeasuredPoint,
  openExperiment,
  readInput,
  runPoint,
  type SliceOptions,
} from './point_runner';

/**
 * Measures points in this thread, each in an engine instance of its own: no point sees the memory,
 * or the broken engine, of another.
 */
export class LocalPlace implements PointPlace {
  private text = '';
  private input: string | undefined;

  constructor(
    private readonly instantiate: () => Promise<ExperimentEngine>,
    private readonly options: SliceOptions = {},
  ) {}

  /** What is found in a text; what is open stays open. Throws InputRefused. */
  async read(input: string): Promise<WorkloadInputSummary> {
    return readInput(await this.instantiate(), input);
  }

  async open(text: string, input?: string): Promise<ExperimentPlan> {
    const plan = openExperiment(await this.instantiate(), text, input);
    this.text = text;
    this.input = input;
    return plan;
  }

  async run(
    index: number,
    signal: AbortSignal,
    onProgress: (progress: PointProgress) => void,
  ): Promise<MeasuredPoint | undefined> {
    const engine = await this.instantiate();
    openExperiment(engine, this.text, this.input);
    return runPoint(engine, index, { ...this.options, signal, onProgress });
  }
}
