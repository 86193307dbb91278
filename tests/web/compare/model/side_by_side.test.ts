import { describe, expect, it } from 'vitest';
import { diskBytes, passTime, recoveryWork } from '../../../../web/compare/model/phase_work';
import {
  costRows,
  fateDifferences,
  rowOf,
  type Spent,
  verdictDifference,
  workRows,
} from '../../../../web/compare/model/side_by_side';
import type { Outlook, Verdict } from '../../../../web/engine/protocol';
import { joinPhases } from '../../../../web/model/trace/trace';
import { names, phaseOf } from '../../support/made_traces';

const spent = (changes: Partial<Spent['counters']>, time = 0): Spent => ({
  counters: {
    nvmStores: 0,
    nvmWriteBacks: 0,
    nvmFences: 0,
    nvmEvictions: 0,
    nvmLinesWritten: 0,
    diskReads: 0,
    diskWrites: 0,
    logRecords: 0,
    ...changes,
  },
  time,
  disk: { read: 0, written: 0 },
});

describe('rows', () => {
  it('say which side has more, and by how much', () => {
    expect(rowOf('x', 'count', [3, 5])).toMatchObject({ larger: 1, more: 2 });
    expect(rowOf('x', 'count', [5, 3])).toMatchObject({ larger: 0, more: 2 });
    expect(rowOf('x', 'count', [4, 4])).toMatchObject({ larger: undefined, more: 0 });
  });

  it('say nothing of a side that is not known', () => {
    expect(rowOf('x', 'count', [undefined, 5])).toMatchObject({
      larger: undefined,
      more: undefined,
    });
    expect(costRows([spent({}), undefined]).every(({ more }) => more === undefined)).toBe(true);
  });

  it('count the bytes of the lines that went to the NVM', () => {
    const rows = costRows([spent({ nvmLinesWritten: 3 }), spent({ nvmLinesWritten: 1 })]);
    expect(rows.find(({ id }) => id === 'nvmBytes')?.values).toEqual([192, 64]);
  });
});

const kinds = [...names.kinds, 'page-read', 'page-write', 'redo-skip', 'undo'];
const trace = joinPhases({ ...names, kinds }, [
  phaseOf(0, 0, [{ kind: 'undo', time: 5 }]),
  made(1, 1, [
    ['page-read', 20, { tier: 'disk', size: 512 }],
    ['phase', 20, { a: 0 }],
    ['check', 25, {}],
    ['check', 28, {}],
    ['phase', 30, { a: 1 }],
    ['redo', 60, {}],
    ['redo-skip', 65, {}],
    ['phase', 70, { a: 2 }],
    ['undo', 80, {}],
    ['page-write', 85, { tier: 'disk', size: 1024 }],
    ['page-write', 86, { tier: 'nvm', size: 64 }],
    ['phase', 90, { a: 3 }],
    ['recovered', 100, {}],
  ]),
]);

function made(
  phase: number,
  start: number,
  list: readonly (readonly [string, number, { tier?: string; size?: number; a?: number }])[],
) {
  const part = phaseOf(
    phase,
    start,
    list.map(([, time, more]) => ({ kind: '', time, ...more })),
  );
  list.forEach(([kind], i) => {
    part.events.kind[i] = kinds.indexOf(kind);
  });
  return part;
}

describe('the work of a recovery', () => {
  it('counts by kind of event and adds up by pass, up to where one stands', () => {
    const all = recoveryWork(trace, 1, trace.length);
    expect(all).toMatchObject({ checked: 2, redone: 1, skipped: 1, undone: 1, total: 100 });
    expect(all?.ended).toBe(true);
    expect(
      all && (['analysis', 'redo', 'undo'] as const).map((pass) => passTime(all, pass)),
    ).toEqual([10, 40, 20]);
  });

  it('goes on with the open pass, and has none before the first', () => {
    const midRedo = recoveryWork(trace, 1, 1 + 6);
    expect(midRedo?.passes).toEqual([
      { pass: 'analysis', from: 20, to: 30 },
      { pass: 'redo', from: 30, to: 60 },
    ]);
    expect(recoveryWork(trace, 1, 2)?.passes).toEqual([]);
    expect(midRedo?.ended).toBe(false);
  });

  it('leaves out what a rollback undid before the power cut', () => {
    expect(recoveryWork(trace, 0, 1)).toBeUndefined();
    expect(recoveryWork(trace, 1, 1)?.undone).toBe(0);
  });

  it('is compared row by row', () => {
    const rows = workRows([recoveryWork(trace, 1, trace.length), recoveryWork(trace, 1, 7)]);
    expect(rows.find(({ id }) => id === 'undone')).toMatchObject({ values: [1, 0], larger: 0 });
  });

  it('counts bytes of the disk only', () => {
    expect(diskBytes(trace, 1, trace.length)).toEqual({ read: 512, written: 1024 });
    expect(diskBytes(trace, 1, 2)).toEqual({ read: 512, written: 0 });
  });
});

const outlook = (...fates: readonly string[]) =>
  ({
    transactions: fates.map((fate, n) => ({ id: n + 1, fate, reason: 'acknowledged' })),
  }) as unknown as Outlook;
const verdict = (kind: string, ...survived: readonly boolean[]) =>
  ({
    verdict: kind,
    transactions: survived.map((each, n) => ({ id: n + 1, survived: each })),
  }) as unknown as Verdict;

describe('what a power cut would do', () => {
  it('differs only where the fates do', () => {
    const found = fateDifferences([outlook('always', 'never'), outlook('sometimes', 'never')]);
    expect(found).toMatchObject([{ txn: 1, fates: ['always', 'sometimes'] }]);
  });

  it('is not compared before both are known', () => {
    expect(fateDifferences([outlook('always'), undefined])).toEqual([]);
    expect(verdictDifference([verdict('consistent'), undefined])).toBeUndefined();
  });

  it('names the side that kept a transaction, and verdicts that are not the same', () => {
    expect(
      verdictDifference([verdict('consistent', true, false), verdict('lost', false, false)]),
    ).toEqual({ verdicts: ['consistent', 'lost'], survivors: [{ txn: 1, side: 0 }] });
    expect(verdictDifference([verdict('lost', true), verdict('lost', true)])).toEqual({
      verdicts: undefined,
      survivors: [],
    });
  });
});
