import { describe, expect, it } from 'vitest';
import {
  commitLatency,
  sooner,
  stateAt,
  type TransactionTimes,
  transactionTimes,
} from '../../../../web/compare/model/transaction_times';
import type { SessionInfo, Span } from '../../../../web/engine/protocol';
import { type MadeEvent, names, traceOf } from '../../support/made_traces';

const script = (name: string) => [`begin ${name}`, 'A := 1', 'commit'];
const info = {
  transactions: names.transactions.slice(0, 2),
  statements: [script('T1'), script('T2')].map((lines, thread) =>
    lines.map((text) => ({ text, txn: thread + 1 })),
  ),
} as unknown as SessionInfo;

const told = (end: number, spans: readonly Span[] = [], more: readonly MadeEvent[] = []) => ({
  trace: traceOf(
    [
      { kind: 'begin', time: 10, txn: 1, statement: 0 },
      { kind: 'statement', time: 50, txn: 1, statement: 2 },
      { kind: 'acknowledge', time: end, txn: 1, statement: 2 },
      ...more,
    ],
    spans,
  ),
  info,
});
const span = (category: number, start: number, end: number): Span => ({
  start,
  end,
  actor: 0,
  category,
  txn: 1,
});
const at = (time: number) => ({ phase: 0, time });

describe('the times of a transaction', () => {
  it('are its begin, its commit and its answer; others have not begun', () => {
    const times = transactionTimes(told(90));
    expect(times).toEqual([
      { txn: 1, actor: 0, begin: 10, commit: 50, end: 90, outcome: 'acknowledged' },
      { txn: 2, outcome: 'not-begun' },
    ]);
    expect(commitLatency(times[0] as TransactionTimes)).toBe(40);
  });

  it('tell its state at any moment, and in recovery what was known at the cut', () => {
    const [first, second] = transactionTimes(told(90)) as [TransactionTimes, TransactionTimes];
    expect([9, 10, 50, 89, 90].map((time) => stateAt(first, at(time)))).toEqual([
      'not-begun',
      'active',
      'committing',
      'committing',
      'acknowledged',
    ]);
    expect(stateAt(first, { phase: 1, time: 0 })).toBe('acknowledged');
    expect(stateAt(second, { phase: 1, time: 0 })).toBe('not-begun');
  });

  it('of one that had to retry reach from its first begin to its last answer', () => {
    const [, second] = transactionTimes(
      told(
        90,
        [],
        [
          { kind: 'begin', time: 100, txn: 2, actor: 1, statement: 0 },
          { kind: 'abort', time: 120, txn: 2, actor: 1, statement: 1 },
          { kind: 'begin', time: 140, txn: 2, actor: 1, statement: 0 },
          { kind: 'acknowledge', time: 200, txn: 2, actor: 1, statement: 2 },
        ],
      ),
    );
    expect(second).toEqual({ txn: 2, actor: 1, begin: 100, end: 200, outcome: 'acknowledged' });
  });

  it('of one that was rolled back have no commit latency', () => {
    const { trace } = told(90);
    const [times] = transactionTimes({
      trace: {
        ...trace,
        names: {
          ...names,
          kinds: names.kinds.map((kind) => (kind === 'acknowledge' ? 'abort' : kind)),
        },
      },
      info,
    });
    expect(times?.outcome).toBe('aborted');
    expect(commitLatency(times as TransactionTimes)).toBeUndefined();
  });
});

describe('who was told sooner', () => {
  const pair = (left: ReturnType<typeof told>, right: ReturnType<typeof told>) =>
    sooner([left, right], [transactionTimes(left), transactionTimes(right)], 1);

  it('is said with the category that makes most of it', () => {
    const left = told(90, [span(0, 10, 60), span(6, 60, 90)]);
    const right = told(150, [span(0, 10, 65), span(6, 65, 150)]);
    expect(pair(left, right)).toEqual({
      txn: 1,
      side: 0,
      by: 60,
      because: { category: 6, by: 55 },
    });
    expect(pair(right, left)).toMatchObject({ side: 1, by: 60, because: { category: 6 } });
  });

  it('is nobody where both were told at once, or one was never told', () => {
    expect(pair(told(90), told(90))).toBeUndefined();
    const open = { trace: traceOf([{ kind: 'begin', time: 10, txn: 1 }]), info };
    expect(pair(told(90), open)).toBeUndefined();
  });

  it('names no category where the later side only began later', () => {
    const late = {
      trace: traceOf([
        { kind: 'begin', time: 110, txn: 1 },
        { kind: 'acknowledge', time: 190, txn: 1 },
      ]),
      info,
    };
    expect(pair(told(90), late)).toEqual({ txn: 1, side: 0, by: 100, because: { by: 100 } });
  });
});
