import { Overtaken } from '../protocol/errors';

/**
 * Keeps at most one request waiting: a newer one takes its place, and the older rejects with
 * `Overtaken`. A request that already runs is left to end, so that scrubbing shows something.
 */
export class Newest {
  private waiting: { start: () => void; drop: () => void } | undefined;
  private running = false;

  run<T>(work: () => Promise<T>): Promise<T> {
    this.waiting?.drop();
    return new Promise<T>((resolve, reject) => {
      this.waiting = {
        start: () =>
          work()
            .then(resolve, reject)
            .finally(() => this.next()),
        drop: () => reject(new Overtaken()),
      };
      if (!this.running) this.next();
    });
  }

  /** Rejects what waits. */
  clear(): void {
    this.waiting?.drop();
    this.waiting = undefined;
  }

  private next(): void {
    const { waiting } = this;
    this.waiting = undefined;
    this.running = waiting !== undefined;
    waiting?.start();
  }
}
