import type { TransactionState } from '../../engine/protocol';
import { statementAt } from '../../model/trace/program';
import { kindOf } from '../../model/trace/trace';
import { type ClockSide, isCommit, type Moment } from './clock';

/** The times of a transaction's steps during the run, in virtual nanoseconds. */
export interface TransactionTimes {
  readonly txn: number;
  /** The thread of its client; undefined where it never began. */
  readonly actor?: number;
  /** Its first begin; undefined where it never began. */
  readonly begin?: number;
  /** The time at which its client asked for the commit. */
  readonly commit?: number;
  /** The time at which its client got the answer; undefined where the run ended before. */
  readonly end?: number;
  readonly outcome: 'acknowledged' | 'aborted' | 'open' | 'not-begun';
}

/** The times of all transactions, in the order of their ids. */
export function transactionTimes({ trace, info }: ClockSide): TransactionTimes[] {
  const found = new Map<number, TransactionTimes>(
    info.transactions.map(({ id }) => [id, { txn: id, outcome: 'not-begun' }]),
  );
  const { events, clock } = trace;
  for (let i = 0; i < (trace.phases[0]?.end ?? 0); i++) {
    const before = found.get(events.txn[i] ?? 0);
    if (!before) continue;
    const kind = kindOf(trace, i);
    const commits = kind === 'statement' && isCommit(statementAt(trace, info, i).en);
    const times = after(before, kind, commits, clock[i] ?? 0);
    const began = kind === 'begin' && before.actor === undefined;
    found.set(before.txn, began ? { ...times, actor: events.actor[i] ?? 0 } : times);
  }
  return [...found.values()];
}

function after(
  before: TransactionTimes,
  kind: string,
  commits: boolean,
  time: number,
): TransactionTimes {
  const { txn, begin, actor } = before;
  if (kind === 'begin') {
    return { txn, ...(actor !== undefined && { actor }), begin: begin ?? time, outcome: 'open' };
  }
  if (commits) return { ...before, commit: time };
  if (kind === 'acknowledge') return { ...before, end: time, outcome: 'acknowledged' };
  // A transaction that must retry begins again.
  if (kind === 'abort') return { ...before, end: time, outcome: 'aborted' };
  return before;
}

/** The state of a transaction as its client knew it at a moment; a power cut adds nothing. */
export function stateAt(
  { begin, commit, end, outcome }: TransactionTimes,
  { phase, time }: Moment,
): TransactionState['state'] {
  const now = phase > 0 ? Number.POSITIVE_INFINITY : time;
  if (begin === undefined || now < begin) return 'not-begun';
  if (end !== undefined && now >= end) return outcome === 'aborted' ? 'aborted' : 'acknowledged';
  return commit !== undefined && now >= commit ? 'committing' : 'active';
}

/** The nanoseconds from the client's commit to the answer. */
export function commitLatency({ commit, end, outcome }: TransactionTimes): number | undefined {
  if (outcome !== 'acknowledged' || commit === undefined || end === undefined) return undefined;
  return end - commit;
}

/** The side that acknowledged a commit first, and the largest single part of the difference. */
export interface Sooner {
  readonly txn: number;
  readonly side: 0 | 1;
  readonly by: number;
  /** The largest part: a category on which the later side spent more time, or its later begin. */
  readonly because: { readonly category?: number; readonly by: number };
}

type Pair<T> = readonly [T, T];

/**
 * Compares the acknowledgements of one transaction; undefined where a side has none, or they do not
 * differ.
 */
export function sooner(
  sides: Pair<ClockSide>,
  times: Pair<readonly TransactionTimes[]>,
  txn: number,
): Sooner | undefined {
  const [left, right] = times.map((all) => all.find((each) => each.txn === txn));
  if (left?.outcome !== 'acknowledged' || right?.outcome !== 'acknowledged') return undefined;
  const by = (right.end ?? 0) - (left.end ?? 0);
  if (by === 0) return undefined;
  const side = by > 0 ? 0 : 1;
  const [fast, slow] = side === 0 ? [left, right] : [right, left];
  const spent = timeByCategory(sides[side], fast);
  let because: Sooner['because'] = { by: (slow.begin ?? 0) - (fast.begin ?? 0) };
  for (const [category, ns] of timeByCategory(sides[side === 0 ? 1 : 0], slow)) {
    const more = ns - (spent.get(category) ?? 0);
    if (more > because.by) because = { category, by: more };
  }
  return { txn, side, by: Math.abs(by), because };
}

/** The time that a transaction's thread spent between begin and answer, by category. */
export function timeByCategory({ trace }: ClockSide, times: TransactionTimes) {
  const { begin = 0, end = 0, actor } = times;
  const spent = new Map<number, number>();
  for (const span of trace.phases[0]?.spans ?? []) {
    const inside = Math.min(span.end, end) - Math.max(span.start, begin);
    if (span.actor === actor && inside > 0) {
      spent.set(span.category, (spent.get(span.category) ?? 0) + inside);
    }
  }
  return spent;
}
