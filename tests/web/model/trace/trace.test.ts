import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  joinPhases,
  kindOf,
  phaseAt,
  phaseDuration,
  positionAtTime,
  timeAt,
  traceNames,
  transactionName,
} from '../../../../web/model/trace/trace';
import { anyPlace, anyTrace, names, phaseOf, traceOf } from '../../support/made_traces';

const run = phaseOf(
  0,
  0,
  [
    { kind: 'begin', time: 5, txn: 1 },
    { kind: 'store', time: 20, txn: 1 },
    { kind: 'store', time: 12, txn: 2, actor: 1 },
    { kind: 'acknowledge', time: 30, txn: 1 },
  ],
  [
    { start: 0, end: 15, actor: 0, category: 0, txn: 1 },
    { start: 15, end: 40, actor: 0, category: 2, txn: 1 },
    { start: 25, end: 40, actor: 1, category: 2, txn: 2 },
  ],
);
const recovery = phaseOf(1, 3, [
  { kind: 'phase', time: 2, actor: 3 },
  { kind: 'recovered', time: 9, actor: 3 },
]);

describe('joining phases', () => {
  const trace = joinPhases(names, [run, recovery]);

  it('drops what the power cut made undone', () => {
    expect(trace.length).toBe(5);
    expect(Array.from({ length: 5 }, (_, i) => kindOf(trace, i))).toEqual([
      'begin',
      'store',
      'store',
      'phase',
      'recovered',
    ]);
  });

  it('clips spans at the power cut, and keeps them whole without one', () => {
    expect(trace.phases[0]?.spans.map(({ start, end }) => [start, end])).toEqual([
      [0, 15],
      [15, 20],
    ]);
    expect(joinPhases(names, [run]).phases[0]?.spans).toBe(run.spans);
  });

  it('gives the position of a power cut to the phase before it', () => {
    expect(phaseAt(trace, 3)?.phase).toBe(0);
    expect(phaseAt(trace, 4)?.phase).toBe(1);
    expect(phaseAt(trace, 99)?.phase).toBe(1);
  });

  it('has no phase where nothing was run', () => {
    const empty = joinPhases(names, []);
    expect(phaseAt(empty, 0)).toBeUndefined();
    expect(timeAt(empty, 0)).toBe(0);
  });

  it('keeps a verdict with its phase, and a trap only where it was reached', () => {
    const trapped = { ...run, trap: { at: 4, message: 'unreachable' } };
    expect(joinPhases(names, [trapped]).phases[0]?.trap?.message).toBe('unreachable');
    expect(joinPhases(names, [trapped, recovery]).phases[0]?.trap).toBeUndefined();
  });
});

describe('virtual time', () => {
  const trace = joinPhases(names, [run, recovery]);

  it('never goes back within a phase, even where an actor is ahead of the others', () => {
    expect([0, 1, 2, 3].map((at) => timeAt(trace, at))).toEqual([0, 5, 20, 20]);
  });

  it('starts again in each recovery', () => {
    expect(timeAt(trace, 4)).toBe(2);
  });

  it('leads back to the last position that is not later', () => {
    fc.assert(
      fc.property(anyPlace, ({ trace: any, at }) => {
        const phase = phaseAt(any, at);
        if (!phase) return;
        const time = timeAt(any, at);
        const found = positionAtTime(any, phase, time);
        expect(found).toBeGreaterThanOrEqual(Math.max(at, phase.start));
        expect(timeAt(any, found)).toBeLessThanOrEqual(time);
        if (found < phase.end) expect(any.clock[found]).toBeGreaterThan(time);
      }),
    );
  });

  it('lasts until the last span ends', () => {
    const whole = traceOf([{ kind: 'begin', time: 5 }], [...run.spans]);
    expect(phaseDuration(whole, whole.phases[0] as NonNullable<(typeof whole.phases)[0]>)).toBe(40);
  });
});

it('covers every position by exactly one phase', () => {
  fc.assert(
    fc.property(anyTrace, (trace) => {
      for (let at = 0; at <= trace.length; at++) {
        const phase = phaseAt(trace, at);
        expect(phase && at >= phase.start && at <= phase.end).toBe(true);
      }
      expect(trace.phases.at(-1)?.end).toBe(trace.length);
    }),
  );
});

it('takes its names from the scheme that the session runs', () => {
  const description = {
    eventKinds: ['', 'begin'],
    tiers: [''],
    schemes: [
      { id: 'other', structures: [] },
      { id: 'mine', structures: names.structures },
    ],
  } as unknown as Parameters<typeof traceNames>[0];
  const info = {
    scheme: 'mine',
    transactions: names.transactions,
    actors: [],
  } as unknown as Parameters<typeof traceNames>[1];
  const found = traceNames(description, info);
  expect(found.structures).toBe(names.structures);
  expect(transactionName(found, 2)).toBe('T2');
  expect(transactionName(found, 0)).toBe('');
});
