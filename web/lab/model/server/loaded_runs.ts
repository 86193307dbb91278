import { areRoundsFar, medianRate, type Rate } from './rate_text';

// Runs of more clients: which of those in a pasted text sets a price, which stand beside the rate
// that the model makes, and why others do not count.

/** A run with several clients that tells how long a flush takes meanwhile. */
export type LoadedRate = Rate & { readonly clients: number };

/** The use of a run; all but the first four are refused. */
export type RunUse =
  /** It sets a price. */
  | 'used'
  /** It is of as many clients as the reader's: his own rate; or sets a price as well. */
  | 'own'
  | 'both'
  /** It stands beside what the model makes. */
  | 'check'
  /** It is of the reader's clients, whose rate has a field. */
  | 'given'
  /** Its commits did not wait. */
  | 'off'
  /** Another run of as many clients is far from it, and no third says which of them is right. */
  | 'apart'
  /** It does not say its clients, had one, had fewer than the reader's, or too many. */
  | 'unnamed'
  | 'one'
  | 'fewer'
  | 'many';

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

/** The clients of the reader's server, as far as the text is about them. */
export interface OwnClients {
  readonly count: number;
  /** True if that is only a guess, which refuses nothing. */
  readonly isGuess: boolean;
  /** True if their rate has been given in its own field. */
  readonly isGiven: boolean;
}

/** The numbers of clients of which there are two runs that are far apart. */
function doubtful(rates: readonly Rate[]): ReadonlySet<number | undefined> {
  const counts = new Set(rates.map(({ clients }) => clients));
  return new Set(
    [...counts].filter((count) => {
      const rounds = rates.filter(({ clients }) => clients === count);
      const rate = rounds.length === 2 ? medianRate(rounds) : undefined;
      return rate !== undefined && areRoundsFar(rate);
    }),
  );
}

/** Every run of a text with what becomes of it. */
export function listRuns(
  rates: readonly Rate[],
  { count, isGuess, isGiven }: OwnClients,
  most: number,
): readonly ListedRun[] {
  const own = isGuess ? 1 : count;
  const doubted = doubtful(rates.filter((rate) => !refusal(rate, own, most)));
  const refused = rates.map(
    (rate) => refusal(rate, own, most) ?? (doubted.has(rate.clients) ? 'apart' : undefined),
  );
  const clients = rates.map((rate, n) => (refused[n] ? 0 : (rate.clients ?? 0)));
  const used = Math.max(...clients);
  const becomes = (n: number): RunUse => {
    const isOwn = clients[n] === count && !isGiven;
    if (clients[n] === used) return isOwn ? 'both' : 'used';
    if (clients[n] === count) return isOwn ? 'own' : 'given';
    return 'check';
  };
  return rates.map((rate, n) => ({ rate, use: refused[n] ?? becomes(n) }));
}

const medianOf = (runs: readonly ListedRun[], uses: readonly RunUse[]) =>
  medianRate(runs.flatMap(({ rate, use }) => (uses.includes(use) ? rate : [])));

const ofSeveral = (rate: Rate | undefined): LoadedRate | undefined =>
  rate?.clients === undefined ? undefined : { ...rate, clients: rate.clients };

/** The rate that sets a price: of the runs with most clients the median. */
export const usedRun = (runs: readonly ListedRun[]): LoadedRate | undefined =>
  ofSeveral(medianOf(runs, ['used', 'both']));

/** The rate of as many clients as the reader has, where it has no other. */
export const ownRun = (runs: readonly ListedRun[]): Rate | undefined =>
  medianOf(runs, ['own', 'both']);

/** The rates that stand beside the model's, by their clients. */
export function checkRuns(runs: readonly ListedRun[]): readonly LoadedRate[] {
  const checks = runs.filter(({ use }) => use === 'check');
  const counts = [...new Set(checks.map(({ rate }) => rate.clients))];
  return counts.flatMap((count) => {
    const rounds = checks.filter(({ rate }) => rate.clients === count);
    return ofSeveral(medianOf(rounds, ['check'])) ?? [];
  });
}
