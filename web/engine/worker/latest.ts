/**
 * Work of which only the newest counts. New work ends the work before: its signal is aborted, and
 * its answer is dropped. After `dispose` nothing begins any more.
 */
export class Latest {
  private controller = new AbortController();
  private disposed = false;

  /**
   * Ends the work before, and begins new work. The signal is aborted once this is no longer the
   * newest.
   */
  begin(): AbortSignal {
    this.controller.abort();
    this.controller = new AbortController();
    if (this.disposed) this.controller.abort();
    return this.controller.signal;
  }

  /** The signal of the newest work, for anything that goes on beside it and ends with it. */
  get current(): AbortSignal {
    return this.controller.signal;
  }

  /**
   * Begins, and gives the answer to `use`, or the error to `fail`, unless newer work has begun
   * meanwhile. Returns true if it was still the newest.
   */
  async ask<T>(
    work: (signal: AbortSignal) => Promise<T>,
    use: (answer: T) => void,
    fail: (error: unknown) => void,
  ): Promise<boolean> {
    const signal = this.begin();
    if (signal.aborted) return false;
    try {
      const answer = await work(signal);
      if (!signal.aborted) use(answer);
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
    return !signal.aborted;
  }

  /** Ends what is under way. */
  stop(): void {
    this.controller.abort();
  }

  /** Ends what is under way; work that begins later is ended from the start. */
  dispose(): void {
    this.disposed = true;
    this.controller.abort();
  }
}

/**
 * Asks once, on behalf of a caller that may end before the answer comes; the returned function ends
 * it.
 */
export function askOnce<T>(
  work: (signal: AbortSignal) => Promise<T>,
  use: (answer: T) => void,
  fail: (error: unknown) => void = () => {},
): () => void {
  const latest = new Latest();
  void latest.ask(work, use, fail);
  return () => latest.dispose();
}
