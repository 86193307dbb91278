import { LONGEST_PASTED, type Reading, shownLine, typedNumber } from './reading';

// Transactions a second, as somebody types them or as pgbench prints them.

export interface Rate {
  /** Transactions a second. */
  readonly tps: number;
  /** Where the text says how many there were. */
  readonly clients?: number;
  /** Whether commits waited, where the text or a name in it says so. */
  readonly commits?: 'on' | 'off';
  /** The line that says so; a typed number as it was typed. */
  readonly line: string;
}

export type RateProblem = 'unknown' | 'too-long' | 'only-progress' | 'unlikely';

const TPS = /^\s*tps = (\d+(?:\.\d+)?)(?:\s*\((.*)\))?/;
const CLIENTS = /^\s*number of clients: (\d+)\s*$/;
/** A setting in a command or a statement, or a row of settings. */
const COMMITS = /synchronous_commit\b["'\s]*(?:[=:|]|to\b|is\b)?\s*["']?(on|off)\b/i;
/** The name of a script, or of a file that `tail` prints. */
const NAMED = /^\s*(?:transaction type:|==>)\s*(.+)$/;
const OFF_NAME = /(?:^|[\W_])(?:async|off)(?:[\W_]|$)/i;
const PROGRESS = /^\s*progress: \d/;
/**
 * Up to version 13 there are two lines, of which the second is without the time for connecting.
 */
const WITH_CONNECTING = 'including connections establishing';

const MOST_TPS = 100_000_000;
const MOST_CLIENTS = 10_000;

function commitsIn(line: string): Rate['commits'] {
  const said = COMMITS.exec(line)?.[1]?.toLowerCase();
  if (said === 'on' || said === 'off') return said;
  const [, name] = NAMED.exec(line) ?? [];
  return name !== undefined && OFF_NAME.test(name) ? 'off' : undefined;
}

/** The runs of a text, in its order. What stands before a run's rate is of that run. */
function runsIn(lines: readonly string[]): readonly Rate[] {
  const runs: Rate[] = [];
  let clients: number | undefined;
  let commits: Rate['commits'];
  let isReplaced = false;
  for (const line of lines) {
    const [, many] = CLIENTS.exec(line) ?? [];
    if (many !== undefined) clients = Number(many);
    commits = commitsIn(line) ?? commits;
    const [, tps, what] = TPS.exec(line) ?? [];
    if (tps === undefined) continue;
    if (isReplaced) runs.pop();
    const counted = clients !== undefined && clients >= 1 && clients <= MOST_CLIENTS;
    runs.push({
      tps: Number(tps),
      line: shownLine(line),
      ...(counted && { clients }),
      ...(commits && { commits }),
    });
    // The line without connecting follows, and replaces this one.
    isReplaced = what === WITH_CONNECTING;
    if (!isReplaced) [clients, commits] = [undefined, undefined];
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

/** Transactions a second that a text says: of several runs the last one counts. */
export function readRate(text: string): Reading<Rate, RateProblem> {
  const read = readRates(text);
  if ('problem' in read) return read;
  const last = read.found.at(-1);
  return last ? { found: last } : { problem: 'unknown' };
}
