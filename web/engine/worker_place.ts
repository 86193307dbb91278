import type { PointPlace } from './experiment_client';
import type { ExperimentPlan, PointProgress } from './experiment_protocol';
import { type PointReply, unwrapped } from './point_host';
import type { MeasuredPoint } from './point_runner';

/** A point host in a worker of its own (or, in tests, in this thread). */
export interface PointPort {
  open(text: string, input?: string): Promise<PointReply<ExperimentPlan>>;
  run(
    index: number,
    onProgress: (progress: PointProgress) => void,
  ): Promise<PointReply<MeasuredPoint | undefined>>;
  stop(): void;
  /** Ends it at once, whatever it is doing; outstanding calls are never answered. */
  terminate(): void;
}

export type SpawnPointHost = () => Promise<PointPort>;

/** A set-up, a check of a database or a result is one slice: it is not waited for. */
const PATIENCE_MS = 500;

/** Measures points in a worker, which starts when it is first needed and again after it was ended. */
export class WorkerPlace implements PointPlace {
  private port: Promise<PointPort> | undefined;
  private text = '';
  private input: string | undefined;
  /** The text that the worker of `port` has open. */
  private opened: string | undefined;

  constructor(
    private readonly spawn: SpawnPointHost,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  async open(text: string, input?: string): Promise<ExperimentPlan> {
    const port = await this.started();
    const plan = unwrapped(await port.open(text, input));
    this.text = text;
    this.input = input;
    this.opened = text;
    return plan;
  }

  async run(
    index: number,
    signal: AbortSignal,
    onProgress: (progress: PointProgress) => void,
  ): Promise<MeasuredPoint | undefined> {
    if (signal.aborted) return undefined;
    const port = await this.started();
    if (this.opened !== this.text) await this.open(this.text, this.input);
    const cancelled = this.cancelled(port, signal);
    try {
      const reply = await Promise.race([port.run(index, onProgress), cancelled.promise]);
      return reply && unwrapped(reply);
    } catch (error) {
      // A worker that failed answers nothing any more.
      this.end();
      throw error;
    } finally {
      cancelled.forget();
    }
  }

  dispose(): void {
    this.end();
  }

  /** Settles, with undefined, when the worker was told to stop and did not answer in time. */
  private cancelled(port: PointPort, signal: AbortSignal) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = () => {};
    const promise = new Promise<undefined>((resolve) => {
      stop = () => {
        port.stop();
        timer = setTimeout(() => {
          this.end();
          resolve(undefined);
        }, this.patienceMs);
      };
      signal.addEventListener('abort', stop, { once: true });
    });
    const forget = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    return { promise, forget };
  }

  private started(): Promise<PointPort> {
    this.port ??= this.spawn().catch((error: unknown) => {
      this.port = undefined;
      throw error;
    });
    return this.port;
  }

  private end(): void {
    this.port?.then((port) => port.terminate()).catch(() => undefined);
    this.port = undefined;
    this.opened = undefined;
  }
}
