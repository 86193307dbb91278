import { CommitSetting, type Commits } from './commit_setting';
import { LONGEST_PASTED, type Reading, shownLine, typedNumber } from './reading';

// Transactions a second, as somebody types them or as pgbench prints them.

export interface Rate {
  /** Transactions a second; of several rounds the median. */
  readonly tps: number;
  /** The number of rounds, and how far they differ. */
  readonly rounds?: { readonly count: number; readonly least: number; readonly most: number };
  /** The number of clients, if the text gives it. */
  readonly clients?: number;
  /** The setting of commits, if the text or a name in it gives it. */
  readonly commits?: Commits;
  /** The line that says so; a typed number as it was typed. */
  readonly line: string;
}

export type RateProblem = 'unknown' | 'too-long' | 'only-progress' | 'unlikely';

const TPS = /^\s*tps = (\d+(?:\.\d+)?)(?:\s*\((.*)\))?/;
const CLIENTS = /^\s*number of clients: (\d+)\s*$/;
const PROGRESS = /^\s*progress: \d/;
/**
 * Up to version 13 there are two lines, of which the second is without the time for connecting.
 */
const WITH_CONNECTING = 'including connections establishing';

const MOST_TPS = 100_000_000;
const MOST_CLIENTS = 10_000;

/** The runs of a text, in its order. What stands before a run's rate is of that run. */
function runsIn(lines: readonly string[]): readonly Rate[] {
  const runs: Rate[] = [];
  let clients: number | undefined;
  const commits = new CommitSetting();
  let isReplaced = false;
  for (const line of lines) {
    const [, many] = CLIENTS.exec(line) ?? [];
    if (many !== undefined) clients = Number(many);
    commits.read(line);
    const [, tps, what] = TPS.exec(line) ?? [];
    if (tps === undefined) continue;
    if (isReplaced) runs.pop();
    const counted = clients !== undefined && clients >= 1 && clients <= MOST_CLIENTS;
    runs.push({
      tps: Number(tps),
      line: shownLine(line),
      ...(counted && { clients }),
      ...(commits.ofRun && { commits: commits.ofRun }),
    });
    // The line without connecting follows, and replaces this one.
    isReplaced = what === WITH_CONNECTING;
    if (isReplaced) continue;
    clients = undefined;
    commits.endRun();
  }
  return runs;
}

const isLikely = ({ tps }: Rate) => tps > 0 && tps <= MOST_TPS;

/** All runs of a text; a typed number is one. */
export function readRates(text: string): Reading<readonly Rate[], RateProblem> {
  if (text.length > LONGEST_PASTED) return { problem: 'too-long' };
  const typed = typedNumber(text.replace(/\s*(?:tps|txn\/s)\s*$/i, ''));
  const lines = text.split(/\r?\n/);
  const rates = typed === undefined ? runsIn(lines) : [{ tps: typed, line: shownLine(text) }];
  if (rates.length === 0)
    return { problem: lines.some((line) => PROGRESS.test(line)) ? 'only-progress' : 'unknown' };
  return rates.every(isLikely) ? { found: rates } : { problem: 'unlikely' };
}

/** Rounds that are further apart may not be of one measurement. */
const FAR_APART = 1.3;

/** Tells if rounds of a rate differ so much that some may be of another setting. */
export const areRoundsFar = ({ rounds }: Rate): boolean =>
  rounds !== undefined && rounds.most > FAR_APART * rounds.least;

/** Rounds of one measurement as one rate: the middle one, or between the two in the middle. */
export function medianRate(rounds: readonly Rate[]): Rate | undefined {
  const sorted = [...rounds].sort((a, b) => a.tps - b.tps);
  const [least, most] = [sorted[0], sorted.at(-1)];
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  if (!least || !most || !low || !high) return undefined;
  if (sorted.length === 1) return least;
  return {
    ...low,
    tps: (low.tps + high.tps) / 2,
    line: low === high ? low.line : `${low.line} · ${high.line}`,
    rounds: { count: sorted.length, least: least.tps, most: most.tps },
  };
}

/** The run that a field asks for; what is undefined may be any. */
export interface WantedRun {
  readonly clients?: number | undefined;
  readonly commits?: Commits;
}

const isWanted = ({ clients, commits }: Rate, wanted: WantedRun) =>
  (clients ?? wanted.clients) === (wanted.clients ?? clients) &&
  (commits ?? wanted.commits) === (wanted.commits ?? commits);

/**
 * Transactions a second that a text says. Of several runs those that are wanted count, or else the
 * last one; rounds of as many clients as the last of these are one measurement.
 */
export function readRate(text: string, wanted: WantedRun = {}): Reading<Rate, RateProblem> {
  const read = readRates(text);
  if ('problem' in read) return read;
  const fitting = read.found.filter((rate) => isWanted(rate, wanted));
  const runs = fitting.length > 0 ? fitting : read.found;
  const last = runs.at(-1);
  const rounds = runs.filter(
    ({ clients, commits }) => clients === last?.clients && commits === last?.commits,
  );
  const found = medianRate(rounds);
  return found ? { found } : { problem: 'unknown' };
}
