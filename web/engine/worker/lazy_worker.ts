/** A service in a worker of its own (or, in tests, in this thread). */
export interface WorkerPort {
  /** Asks the running work to end; it answers with its results so far. */
  stop(): void;
  /** Ends it at once, whatever it is doing; outstanding calls are never answered. */
  terminate(): void;
}

/**
 * The time that a stopped worker has to answer: work that does not look at messages for longer is
 * ended.
 */
const PATIENCE_MS = 500;

/** A worker that starts when it is first needed, and again after it was ended. */
export class LazyWorker<Port extends WorkerPort> {
  private port: Promise<Port> | undefined;

  constructor(
    private readonly spawn: () => Promise<Port>,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * Asks the worker. Rejects where it cannot be started, or `work` rejects: such a worker is ended.
   */
  async ask<T>(work: (port: Port) => Promise<T>): Promise<T> {
    const started = this.started();
    const port = await started;
    try {
      return await work(port);
    } catch (error) {
      // A worker that failed answers nothing any more.
      this.end(started);
      throw error;
    }
  }

  /**
   * Asks like `ask`; undefined where `signal` came before the work, or the worker then did not stop
   * in time.
   */
  async run<T>(
    signal: AbortSignal,
    work: (port: Port) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (signal.aborted) return undefined;
    return this.ask(async (port) => {
      // The signal may have come while the worker was starting.
      if (signal.aborted) return undefined;
      const unanswered = this.unanswered(port, signal);
      try {
        return await Promise.race([work(port), unanswered.promise]);
      } finally {
        unanswered.forget();
      }
    });
  }

  /** Ends the worker, or the one of `started` if it still is the worker. */
  end(started = this.port): void {
    if (!started || started !== this.port) return;
    this.port = undefined;
    started.then((port) => port.terminate()).catch(() => undefined);
  }

  /** Settles, with undefined, when the worker was asked to stop and did not answer in time. */
  private unanswered(port: Port, signal: AbortSignal) {
    const { port: started } = this;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = () => {};
    const promise = new Promise<undefined>((resolve) => {
      stop = () => {
        port.stop();
        timer = setTimeout(() => {
          this.end(started);
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

  private started(): Promise<Port> {
    this.port ??= this.spawn().catch((error: unknown) => {
      this.port = undefined;
      throw error;
    });
    return this.port;
  }
}
