import type { Description } from '../protocol';
import type { ExperimentPlan, PointProgress, WorkloadInputSummary } from '../protocol/experiment';
import { LazyWorker, type WorkerPort } from '../worker/lazy_worker';
import { type FileReply, unwrapped } from '../worker/reply';
import type { PointWorker } from './client';
import type { LogInput } from './log_pieces';
import type { MeasuredPoint } from './runner';

/** A point host in a worker. */
export interface PointPort extends WorkerPort {
  read(input: LogInput, onRead?: (bytes: number) => void): Promise<FileReply<WorkloadInputSummary>>;
  describe(): Promise<FileReply<Description>>;
  open(text: string, input?: LogInput): Promise<FileReply<ExperimentPlan>>;
  run(
    index: number,
    onProgress: (progress: PointProgress) => void,
  ): Promise<FileReply<MeasuredPoint | undefined>>;
}

export type SpawnPointHost = () => Promise<PointPort>;

/** Measures points in a worker. */
export class RemotePointWorker implements PointWorker {
  private readonly worker: LazyWorker<PointPort>;
  private text = '';
  private input: LogInput | undefined;
  /** The text that a worker has open; a restarted worker has none. */
  private readonly opened = new WeakMap<PointPort, string>();

  constructor(spawn: SpawnPointHost, patienceMs?: number) {
    this.worker = new LazyWorker(spawn, patienceMs);
  }

  /**
   * Sums up a text that a workload can run, and changes nothing; `onRead` receives the number of
   * bytes of it that have been read. Throws InputRefused.
   */
  async read(input: LogInput, onRead?: (bytes: number) => void): Promise<WorkloadInputSummary> {
    return unwrapped(await this.worker.ask((port) => port.read(input, onRead)));
  }

  async describe(): Promise<Description> {
    return unwrapped(await this.worker.ask((port) => port.describe()));
  }

  async open(text: string, input?: LogInput): Promise<ExperimentPlan> {
    const plan = unwrapped(await this.worker.ask((port) => this.openAt(port, text, input)));
    this.text = text;
    this.input = input;
    return plan;
  }

  async run(
    index: number,
    signal: AbortSignal,
    onProgress: (progress: PointProgress) => void,
  ): Promise<MeasuredPoint | undefined> {
    const reply = await this.worker.run<FileReply<MeasuredPoint | undefined>>(
      signal,
      async (port) => {
        if (this.opened.get(port) !== this.text) {
          const opened = await this.openAt(port, this.text, this.input);
          if (!opened.ok) return opened;
          if (signal.aborted) return undefined;
        }
        return port.run(index, onProgress);
      },
    );
    return reply && unwrapped(reply);
  }

  dispose(): void {
    this.worker.end();
  }

  private async openAt(
    port: PointPort,
    text: string,
    input?: LogInput,
  ): Promise<FileReply<ExperimentPlan>> {
    const reply = await port.open(text, input);
    if (reply.ok) this.opened.set(port, text);
    return reply;
  }
}
