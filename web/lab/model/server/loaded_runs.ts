import { medianRate, type Rate } from './rate_text';

// Runs of more clients: which of those in a pasted text sets a price, and why others do not.

/** A run with several clients that tells how long a flush takes meanwhile. */
export type LoadedRate = Rate & { readonly clients: number };

/** What becomes of a run; all but the first are refused. */
export type RunUse =
  | 'used'
  /** Its commits did not wait. */
  | 'off'
  /** It does not say its clients, had one, had fewer than the reader's, or too many. */
  | 'unnamed'
  | 'one'
  | 'fewer'
  | 'many'
  /** Runs of more clients are used. */
  | 'other';

export interface ListedRun {
  readonly rate: Rate;
  readonly use: RunUse;
}

function refusal({ clients, commits }: Rate, own: number, most: number): RunUse | undefined {
  if (commits === 'off') return 'off';
  if (clients === undefined) return 'unnamed';
  if (clients <= 1) return 'one';
  if (clients > most) return 'many';
  return clients < own ? 'fewer' : undefined;
}

/** Every run of a text with what becomes of it. `own` clients are the reader's, where he says. */
export function listRuns(rates: readonly Rate[], own: number, most: number): readonly ListedRun[] {
  const refused = rates.map((rate) => refusal(rate, own, most));
  const clients = rates.map((rate, n) => (refused[n] ? 0 : (rate.clients ?? 0)));
  const used = Math.max(...clients);
  const useOf = (n: number) => refused[n] ?? (clients[n] === used ? 'used' : 'other');
  return rates.map((rate, n) => ({ rate, use: useOf(n) }));
}

/** The rate that sets a price: of the runs with most clients the median. */
export function usedRun(runs: readonly ListedRun[]): LoadedRate | undefined {
  const rate = medianRate(runs.flatMap((run) => (run.use === 'used' ? run.rate : [])));
  return rate?.clients === undefined ? undefined : { ...rate, clients: rate.clients };
}
