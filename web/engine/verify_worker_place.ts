import type { VerifyPlace, WaysTask } from './verify_client';
import { type VerifyReply, verified } from './verify_host';
import type {
  VerifyProgress,
  VerifyReport,
  VerifySite,
  VerifyTask,
  VerifyWay,
} from './verify_protocol';

/** A verify host in a worker of its own (or, in tests, in this thread). */
export interface VerifyPort {
  explore(
    text: string,
    task: VerifyTask,
    onProgress: (progress: VerifyProgress) => void,
  ): Promise<VerifyReply<VerifyReport>>;
  ways(text: string, task: WaysTask, index: number): Promise<VerifyReply<readonly VerifyWay[]>>;
  sites(text: string): Promise<VerifyReply<readonly VerifySite[]>>;
  stop(): void;
  /** Ends it at once, whatever it is doing; outstanding calls are never answered. */
  terminate(): void;
}

export type SpawnVerifyHost = () => Promise<VerifyPort>;

/** A point with very many ways is one slice: it is not waited for. */
const PATIENCE_MS = 500;

/** Explores in a worker, which starts when it is first needed and again after it was ended. */
export class VerifyWorkerPlace implements VerifyPlace {
  private port: Promise<VerifyPort> | undefined;
  private tail: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly spawn: SpawnVerifyHost,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** One after the other: a worker that is ended takes nobody else's answer with it. */
  explore(
    text: string,
    task: VerifyTask,
    signal: AbortSignal,
    onProgress: (progress: VerifyProgress) => void,
  ): Promise<VerifyReport | undefined> {
    const result = this.tail.then(() => this.perform(text, task, signal, onProgress));
    this.tail = result.catch(() => undefined);
    return result;
  }

  private async perform(
    text: string,
    task: VerifyTask,
    signal: AbortSignal,
    onProgress: (progress: VerifyProgress) => void,
  ): Promise<VerifyReport | undefined> {
    if (signal.aborted) return undefined;
    const port = await this.started();
    const cancelled = this.cancelled(port, signal);
    try {
      const answer = port.explore(text, task, onProgress);
      const reply = await Promise.race([answer, cancelled.promise]);
      return reply && verified(reply);
    } finally {
      cancelled.forget();
    }
  }

  async ways(text: string, task: WaysTask, index: number): Promise<readonly VerifyWay[]> {
    return verified(await (await this.started()).ways(text, task, index));
  }

  async sites(text: string): Promise<readonly VerifySite[]> {
    return verified(await (await this.started()).sites(text));
  }

  dispose(): void {
    this.port?.then((port) => port.terminate()).catch(() => undefined);
    this.port = undefined;
  }

  /** Settles, with undefined, when the worker was told to stop and did not answer in time. */
  private cancelled(port: VerifyPort, signal: AbortSignal) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = () => {};
    const promise = new Promise<undefined>((resolve) => {
      stop = () => {
        port.stop();
        timer = setTimeout(() => {
          this.dispose();
          resolve(undefined);
        }, this.patienceMs);
      };
      // The signal may have come while the worker was starting.
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
    const forget = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    return { promise, forget };
  }

  private started(): Promise<VerifyPort> {
    this.port ??= this.spawn().catch((error: unknown) => {
      this.port = undefined;
      throw error;
    });
    return this.port;
  }
}
