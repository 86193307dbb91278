/** Sends items one after another: each until it has arrived, and none before its predecessor. */
export interface Outbox {
  push(send: () => Promise<void>): void;
  /** Resolves once all have arrived, or the time is over; true if they have. */
  emptied(ms: number): Promise<boolean>;
}

const AGAIN_MS = 3000;

/** `onTaken` is told whether the item that was pushed last has arrived. */
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
        // There is no connection, or the store is overloaded.
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
