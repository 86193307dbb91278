import { answer, type FileReply } from './reply';

/**
 * What answers in a worker and works for long: what is thrown is answered, and what runs can be
 * stopped.
 */
export class StoppableHost {
  private stopping = new AbortController();

  /** Answers with what `work` gives or throws; its signal comes when somebody calls `stop`. */
  protected stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<FileReply<T>> {
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    return answer(() => work(signal));
  }

  /** Ends what runs, at its next slice; it answers with what it has. */
  stop(): void {
    this.stopping.abort();
  }
}
