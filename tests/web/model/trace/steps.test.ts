import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comingNext,
  nextStop,
  previousStop,
  STEP_SIZES,
  stepStops,
} from '../../../../web/model/trace/steps';
import { joinPhases } from '../../../../web/model/trace/trace';
import { anyPlace, anyTrace, names, phaseOf, traceOf } from '../../support/made_traces';

const trace = traceOf([
  { kind: 'statement', statement: 0 }, // 1
  { kind: 'begin', txn: 1, statement: 0 }, // 2
  { kind: 'statement-end', statement: 0 }, // 3
  { kind: 'statement', txn: 1, statement: 1 }, // 4
  { kind: 'store', txn: 1, of: 'log-object', key: 1, label: 3 }, // 5
  { kind: 'store', txn: 1, of: 'log-object', key: 1, label: 3 }, // 6
  { kind: 'store', txn: 2, of: 'log-object', key: 2, label: 3, actor: 1 }, // 7
  { kind: 'log-insert', txn: 1, of: 'log-object', key: 1 }, // 8
  { kind: 'acknowledge', txn: 1 }, // 9
  { kind: 'end' }, // 10
]);

describe('stops', () => {
  it.each([
    ['transaction', [0, 2, 9, 10]],
    ['statement', [0, 1, 4, 10]],
    ['log-record', [0, 8, 10]],
    ['operation', [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]],
    ['micro-operation', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['mark', [0, 10]],
  ] as const)('by %s', (size, expected) => {
    expect([...stepStops(trace, size)]).toEqual(expected);
  });

  it('by mark are the marks that lie in the trace', () => {
    expect([...stepStops(trace, 'mark', [7, 3, 7, 99, -1])]).toEqual([0, 3, 7, 10]);
  });

  it('always stop at a power cut', () => {
    const both = joinPhases(names, [
      phaseOf(0, 0, [{ kind: 'store' }, { kind: 'store' }, { kind: 'store' }]),
      phaseOf(1, 2, [{ kind: 'store' }, { kind: 'recovered' }]),
    ]);
    for (const size of STEP_SIZES) expect([...stepStops(both, size)]).toContain(2);
    expect([...stepStops(both, 'transaction')]).toEqual([0, 2, 4]);
  });

  it('ascend, without repeats, within the trace, coarse ones among the finest', () => {
    fc.assert(
      fc.property(anyTrace, fc.constantFrom(...STEP_SIZES), (any, size) => {
        const stops = [...stepStops(any, size)];
        expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b));
        expect(stops[0]).toBe(0);
        expect(stops.at(-1)).toBe(any.length);
      }),
    );
  });
});

describe('stepping', () => {
  it('forwards then backwards comes back to the stop it left', () => {
    fc.assert(
      fc.property(anyPlace, fc.constantFrom(...STEP_SIZES), ({ trace: any, at }, size) => {
        const stops = stepStops(any, size);
        const next = nextStop(stops, at);
        if (at === any.length) expect(next).toBeUndefined();
        else expect(next).toBeGreaterThan(at);
        const back = next === undefined ? undefined : previousStop(stops, next);
        if (back !== undefined) expect(back).toBeLessThanOrEqual(at);
        if (stops.includes(at) && next !== undefined) expect(back).toBe(at);
      }),
    );
  });

  it('skips no stop in either direction', () => {
    fc.assert(
      fc.property(anyTrace, fc.constantFrom(...STEP_SIZES), (any, size) => {
        const stops = stepStops(any, size);
        const forwards = [0];
        for (let at = nextStop(stops, 0); at !== undefined; at = nextStop(stops, at))
          forwards.push(at);
        const backwards = [any.length];
        for (
          let at = previousStop(stops, any.length);
          at !== undefined;
          at = previousStop(stops, at)
        ) {
          backwards.unshift(at);
        }
        expect(forwards).toEqual([...stops]);
        expect(backwards).toEqual([...stops]);
      }),
    );
  });

  it('says what comes next, and nothing at the end', () => {
    const stops = stepStops(trace, 'transaction');
    expect(comingNext(stops, 0)).toEqual({ position: 2, event: 1 });
    expect(comingNext(stops, 10)).toBeUndefined();
  });
});
