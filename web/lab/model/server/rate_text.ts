import { LONGEST_PASTED, type Reading, shownLine, typedNumber } from './reading';

// Transactions a second, as somebody types them or as pgbench prints them.

export interface Rate {
  /** Transactions a second. */
  readonly tps: number;
  /** Where the text says how many there were. */
  readonly clients?: number;
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

/** Of several runs in one text the last one counts. */
function lastRate(lines: readonly string[]): Rate | undefined {
  let rate: Rate | undefined;
  let clients: number | undefined;
  for (const line of lines) {
    const [, many] = CLIENTS.exec(line) ?? [];
    if (many !== undefined) clients = Number(many);
    const [, tps, what] = TPS.exec(line) ?? [];
    if (tps === undefined) continue;
    // The line without connecting follows, and replaces this one.
    const counted = clients !== undefined && clients >= 1 && clients <= MOST_CLIENTS;
    rate = { tps: Number(tps), line: shownLine(line), ...(counted && { clients }) };
    if (what !== WITH_CONNECTING) clients = undefined;
  }
  return rate;
}

/** Transactions a second that a text says. */
export function readRate(text: string): Reading<Rate, RateProblem> {
  if (text.length > LONGEST_PASTED) return { problem: 'too-long' };
  const typed = typedNumber(text.replace(/\s*(?:tps|txn\/s)\s*$/i, ''));
  const lines = text.split(/\r?\n/);
  const rate = typed === undefined ? lastRate(lines) : { tps: typed, line: shownLine(text) };
  if (!rate)
    return { problem: lines.some((line) => PROGRESS.test(line)) ? 'only-progress' : 'unknown' };
  return rate.tps > 0 && rate.tps <= MOST_TPS ? { found: rate } : { problem: 'unlikely' };
}
