/** Sends things one after another: each until it has arrived, and none before the one before it. */
export interface Outbox {
  push(send: () => Promise<void>): void;
  /** Once all has arrived, or the time is over; true if it has. */
  emptied(ms: number): Promise<boolean>;
}

const AGAIN_MS = 3000;

/** `onTaken`: whether what was pushed last has arrived. */
export function createOutbox(onTaken: (taken: boolean) => void): Outbox {
  const waiting: (() => Promise<void>)[] = [];
  let empty: (() => void)[] = [];
  let busy = false;
  const work = async () => {
    if (busy) return;
    busy = true;
    for (let [next] = waiting; next; [next] = waiting) {
      try {
        await next();
        waiting.shift();
        onTaken(true);
      } catch {
        // No connection, or the store has too much to do.
        onTaken(false);
        await new Promise((again) => setTimeout(again, AGAIN_MS));
      }
    }
    busy = false;
    for (const each of empty.splice(0)) each();
  };
  return {
    push: (send) => {
      waiting.push(send);
      void work();
    },
    emptied: async (ms) => {
      if (!busy) return true;
      const all = new Promise<void>((done) => empty.push(done));
      await Promise.race([all, new Promise((over) => setTimeout(over, ms))]);
      empty = [];
      return waiting.length === 0;
    },
  };
}
