/** How busy the NVM's banks are. */
export interface BankLoad {
  readonly banks: number;
  /** Banks that serve a request. */
  readonly busy: number;
  /** Requests that wait behind another one. */
  readonly waiting: number;
}

/** Sums up the requests at each bank; undefined where there is no limit of banks. */
export function bankLoad(requests: readonly number[] | undefined): BankLoad | undefined {
  if (!requests) return undefined;
  const busy = requests.filter((each) => each > 0).length;
  const all = requests.reduce((sum, each) => sum + each, 0);
  return { banks: requests.length, busy, waiting: all - busy };
}

/** Requests of so many banks side by side, from `first` on. */
export interface BankCell {
  readonly first: number;
  readonly last: number;
  readonly busy: number;
  readonly waiting: number;
}

/** The banks in at most `most` cells of equally many, in their order. */
export function bankCells(requests: readonly number[], most: number): readonly BankCell[] {
  const per = Math.max(1, Math.ceil(requests.length / most));
  return Array.from({ length: Math.ceil(requests.length / per) }, (_, n) => {
    const own = requests.slice(n * per, (n + 1) * per);
    const { busy = 0, waiting = 0 } = bankLoad(own) ?? {};
    return { first: n * per, last: n * per + own.length - 1, busy, waiting };
  });
}
