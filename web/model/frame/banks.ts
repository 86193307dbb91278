/** The load of the NVM's banks. */
export interface BankLoad {
  readonly banks: number;
  /** The number of banks that serve a request. */
  readonly busy: number;
  /** The number of requests that wait behind another one. */
  readonly waiting: number;
}

/** The requests at each bank, by their lines, the one that is served first. */
export type BankQueues = readonly (readonly number[])[];

/** Sums up the requests at each bank; undefined where there is no limit of banks. */
export function bankLoad(queues: BankQueues | undefined): BankLoad | undefined {
  if (!queues) return undefined;
  const busy = queues.filter((each) => each.length > 0).length;
  const all = queues.reduce((sum, each) => sum + each.length, 0);
  return { banks: queues.length, busy, waiting: all - busy };
}

/** The bank at which a line waits or is served, and the number of lines before it there. */
export interface QueuePlace {
  readonly bank: number;
  readonly before: number;
}

const LINE_BYTES = 64;

/** The place of an address's line in the queues; undefined where no bank has a request for it. */
export function queuePlace(
  queues: BankQueues | undefined,
  address: number,
): QueuePlace | undefined {
  const line = address - (address % LINE_BYTES);
  const bank = queues?.findIndex((queue) => queue.includes(line)) ?? -1;
  return bank < 0 ? undefined : { bank, before: queues?.[bank]?.lastIndexOf(line) ?? 0 };
}

/** The requests of this many banks side by side, from `first` on. */
export interface BankCell {
  readonly first: number;
  readonly last: number;
  readonly busy: number;
  readonly waiting: number;
}

/** The banks in at most `most` cells of equally many, in their order. */
export function bankCells(queues: BankQueues, most: number): readonly BankCell[] {
  const per = Math.max(1, Math.ceil(queues.length / most));
  return Array.from({ length: Math.ceil(queues.length / per) }, (_, n) => {
    const own = queues.slice(n * per, (n + 1) * per);
    const { busy = 0, waiting = 0 } = bankLoad(own) ?? {};
    return { first: n * per, last: n * per + own.length - 1, busy, waiting };
  });
}
