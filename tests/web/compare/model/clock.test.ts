import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Clock,
  clampMoment,
  clockStops,
  compareMoments,
  FIRST_MOMENT,
  lastMoment,
  type Moment,
  milestones,
  moved,
  nearestEvent,
  nextMoment,
  phaseEnd,
  positionAtMoment,
  previousMoment,
} from '../../../../web/compare/model/clock';
import type { SessionInfo } from '../../../../web/engine/protocol';
import { STEP_SIZES } from '../../../../web/model/trace/steps';
import { joinPhases, type Trace, timeAt } from '../../../../web/model/trace/trace';
import { anyTrace, type MadeEvent, names, phaseOf, traceOf } from '../../support/made_traces';

const statements = [['begin T1', 'A := 1', 'commit'].map((text) => ({ text, txn: 1 }))];
const info = { statements, transactions: names.transactions } as unknown as SessionInfo;
const side = (trace: Trace) => ({ trace, info });
const clockOf = (...traces: Trace[]): Clock => ({ sides: traces.map(side), cuts: [] });

const fast = traceOf([
  { kind: 'begin', time: 10, txn: 1 },
  { kind: 'store', time: 20 },
  { kind: 'acknowledge', time: 30, txn: 1 },
]);
const slow = traceOf([
  { kind: 'begin', time: 10, txn: 1 },
  { kind: 'fence', time: 25 },
  { kind: 'fence', time: 25 },
  { kind: 'acknowledge', time: 60, txn: 1 },
]);

/** Two runs, both cut at the same time somewhere in the run. */
const anyPair = fc
  .tuple(anyTrace, anyTrace, fc.nat(500))
  .map(([left, right, time]): { clock: Clock } => {
    const cutAt = (trace: Trace): Trace => {
      const at = positionAtMoment(trace, { phase: 0, time });
      const made: MadeEvent[] = [
        { kind: 'phase', time: 5 },
        { kind: 'redo', time: 5 + (at % 7) },
        { kind: 'recovered', time: 20 + (at % 3) },
      ];
      const run = phaseOf(0, 0, []);
      const first = trace.phases[0];
      const events = { ...run, events: trace.events, spans: first?.spans ?? [] };
      return joinPhases(names, [events, phaseOf(1, at, made)]);
    };
    return { clock: { sides: [side(cutAt(left)), side(cutAt(right))], cuts: [time] } };
  });

describe('a moment on the clock', () => {
  it('puts each side after its last event that is not later', () => {
    const at = (time: number) =>
      [fast, slow].map((trace) => positionAtMoment(trace, { phase: 0, time }));
    expect(at(0)).toEqual([0, 0]);
    expect(at(10)).toEqual([1, 1]);
    expect(at(24)).toEqual([2, 1]);
    expect(at(25)).toEqual([2, 3]);
    expect(at(1000)).toEqual([3, 4]);
  });

  it('never shows a side an event from its future', () => {
    fc.assert(
      fc.property(anyPair, fc.nat(600), fc.nat(1), ({ clock }, time, phase) => {
        for (const { trace } of clock.sides) {
          const at = positionAtMoment(trace, { phase, time });
          const found = trace.phases[phase];
          const first = phase > 0 && at === (found?.start ?? 0) + 1;
          expect(first || timeAt(trace, at) <= time).toBe(true);
          expect(at === found?.end || (trace.clock[at] ?? 0) > time || first).toBe(true);
        }
      }),
    );
  });

  it('is past the power cut as soon as recovery is on the clock', () => {
    const cut = joinPhases(names, [
      phaseOf(0, 0, [{ kind: 'begin', time: 10 }]),
      phaseOf(1, 1, [{ kind: 'phase', time: 50 }]),
    ]);
    expect(positionAtMoment(cut, { phase: 0, time: 99 })).toBe(1);
    expect(positionAtMoment(cut, { phase: 1, time: 0 })).toBe(2);
  });

  it('is drawn to the nearest event of either side, if one is near', () => {
    const near = (time: number, within: number) =>
      nearestEvent(clockOf(fast, slow), { phase: 0, time }, within);
    expect([near(21.4, 5), near(23.2, 5), near(59, 5), near(61, 5)]).toEqual([20, 25, 60, 60]);
    expect([near(45, 5), near(21.4, 1)]).toEqual([45, 21]);
  });

  it('is held inside what has run', () => {
    const clock = clockOf(fast, slow);
    expect(clampMoment(clock, { phase: 0, time: 99 })).toEqual({ phase: 0, time: 60 });
    expect(clampMoment(clock, { phase: 3, time: 1 })).toEqual({ phase: 0, time: 60 });
    expect(clampMoment(clock, { phase: -1, time: 1 })).toEqual(FIRST_MOMENT);
  });
});

describe('stepping', () => {
  it('goes to whichever side has the next event, and back the same way', () => {
    const clock = clockOf(fast, slow);
    const stops = clockStops(clock, 'micro-operation');
    const seen: number[] = [];
    for (let at: Moment | undefined = FIRST_MOMENT; at; at = nextMoment(stops, at))
      seen.push(at.time);
    expect(seen).toEqual([0, 10, 20, 25, 30, 60]);
    const back: number[] = [];
    for (let at: Moment | undefined = lastMoment(clock); at; at = previousMoment(stops, at))
      back.push(at.time);
    expect(back).toEqual(seen.reverse());
  });

  it('says which sides a step moves, and where to', () => {
    const { sides } = clockOf(fast, slow);
    const from = { phase: 0, time: 10 };
    expect(moved(sides, from, { phase: 0, time: 20 })).toEqual([2, undefined]);
    expect(moved(sides, from, { phase: 0, time: 30 })).toEqual([3, 3]);
  });

  it('visits every stop of every size in order, over the power cut, both ways', () => {
    fc.assert(
      fc.property(anyPair, fc.constantFrom(...STEP_SIZES), ({ clock }, size) => {
        const stops = clockStops(clock, size);
        const there: Moment[] = [];
        for (let at: Moment | undefined = FIRST_MOMENT; at; at = nextMoment(stops, at)) {
          const last = there.at(-1);
          if (last) expect(compareMoments(last, at)).toBeLessThan(0);
          there.push(at);
        }
        expect(there.at(-1)).toEqual(lastMoment(clock));
        const back: Moment[] = [];
        for (let at: Moment | undefined = there.at(-1); at; at = previousMoment(stops, at))
          back.push(at);
        expect(back.reverse()).toEqual(there);
        expect(there.length).toBe(stops.reduce((sum, times) => sum + times.length, 0));
      }),
    );
  });

  it('ends a phase where the power was cut, though a side had its last event before', () => {
    const clock = { ...clockOf(fast, slow), cuts: [44] };
    expect(phaseEnd(clock, 0)).toBe(44);
    expect(clockStops(clock, 'transaction')[0]).toContain(44);
  });
});

it('milestones are begins, commits asked for and answers, not every statement', () => {
  const trace = traceOf([
    { kind: 'statement', statement: 0, txn: 1 },
    { kind: 'begin', statement: 0, txn: 1 },
    { kind: 'statement', statement: 1, txn: 1 },
    { kind: 'store', statement: 1, txn: 1 },
    { kind: 'statement', statement: 2, txn: 1 },
    { kind: 'acknowledge', statement: 2, txn: 1 },
  ]);
  expect([...milestones(side(trace))]).toEqual([2, 5, 6]);
});
