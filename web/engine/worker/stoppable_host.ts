import { answer, type FileReply } from './reply';

/**
 * A host in a worker for long work: exceptions become answers, and the running work can be stopped.
 */
export class StoppableHost {
  private stopping = new AbortController();

  /**
   * Answers with the result of `work`, or with its error; its signal comes when `stop` is called.
   */
  protected stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<FileReply<T>> {
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    return answer(() => work(signal));
  }

  /** Ends the running work at its next slice; it answers with its results so far. */
  stop(): void {
    this.stopping.abort();
  }
}
