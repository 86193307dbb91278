import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mark, Scenario } from '../../../../web/engine/protocol';
import {
  type Course,
  clampJump,
  clampStep,
  courseOf,
  currentMark,
  limitFrom,
  nextMove,
  openAt,
  previousPosition,
  sightOf,
  untoldAt,
} from '../../../../web/model/lecture/lecture_course';
import { resolveMarks } from '../../../../web/model/lecture/marks';
import { traceOf } from '../../support/made_traces';

const say = { en: 'look', zh: '看' };
const asking: Mark = { when: { event: 'x' }, say, ask: { kind: 'fate', tx: 'T1' } };
const plain: Mark = { when: { event: 'x' }, say };

/** Marks at 10, 20 (asks), 30, 30 (asks), 40. */
const course: Course = {
  stops: [
    { index: 0, position: 10, mark: plain },
    { index: 1, position: 20, mark: asking },
    { index: 2, position: 30, mark: plain },
    { index: 3, position: 30, mark: asking },
    { index: 4, position: 40, mark: plain },
  ],
  length: 50,
  left: undefined,
};
const none = () => false;
const all = () => true;

describe('the way through a lecture', () => {
  it('goes from mark to mark, waits at each question, and ends behind the last mark', () => {
    expect(nextMove(course, none, 0)).toEqual({ kind: 'to', position: 10 });
    expect(nextMove(course, none, 20)).toMatchObject({ kind: 'question', stop: { index: 1 } });
    expect(nextMove(course, all, 20)).toEqual({ kind: 'to', position: 30 });
    expect(nextMove(course, all, 45)).toEqual({ kind: 'end' });
  });

  it('passes no open question, by no jump and no step', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.nat(60),
        fc.uniqueArray(fc.constantFrom<number>(1, 3)),
        (at, to, closed) => {
          const isClosed = (mark: number) => closed.includes(mark);
          for (const there of [
            clampJump(course, isClosed, at, to),
            clampStep(course, isClosed, at, to),
          ]) {
            const passed = course.stops.filter(
              ({ position, mark, index }) =>
                mark.ask && !isClosed(index) && position >= at && position < there,
            );
            expect(passed).toEqual([]);
          }
        },
      ),
    );
  });

  it('lets every mark end a step, forwards and back, and goes back as far as one likes', () => {
    expect(clampStep(course, all, 0, 50)).toBe(10);
    expect(clampStep(course, all, 10, 50)).toBe(20);
    expect(clampStep(course, all, 35, 0)).toBe(30);
    expect(clampStep(course, none, 20, 25)).toBe(20);
    expect(clampJump(course, none, 20, 0)).toBe(0);
    expect(previousPosition(course, 35)).toBe(30);
    expect(previousPosition(course, 5)).toBe(0);
    expect(previousPosition(course, 0)).toBeUndefined();
  });

  it('asks no question behind the place where one came in, until one goes back to it', () => {
    expect(limitFrom(course, none, 25)).toBe(30);
    expect(limitFrom(course, none, 5)).toBe(20);
    expect(limitFrom(course, none, 45)).toBe(50);
  });

  it('says of several marks at one place the one that asks, until it is answered', () => {
    expect(currentMark(course, none, 35)?.index).toBe(3);
    expect(openAt(course, none, 35)).toBeUndefined();
    expect(currentMark(course, all, 12)?.index).toBe(0);
    expect(currentMark(course, all, 3)).toBeUndefined();
  });
});

describe('what may be seen', () => {
  it('is the run as far as one has come, and fates before the first question', () => {
    expect(sightOf(course, none, 15, false, false)).toEqual({ frontier: 15, fatesUntil: 16 });
    expect(sightOf(course, none, 20, false, false)).toEqual({ frontier: 20, fatesUntil: 20 });
    expect(sightOf(course, all, 20, false, false)).toEqual({ frontier: 20, fatesUntil: 21 });
  });

  it('is the whole run where one wants it, but no answer; and all of it at the end', () => {
    expect(sightOf(course, none, 20, true, false)).toEqual({ frontier: 50, fatesUntil: 20 });
    expect(sightOf(course, none, 40, true, true)).toEqual({ frontier: 50, fatesUntil: undefined });
  });
});

describe('the course of a lecture on a trace', () => {
  const trace = traceOf([
    { kind: 'begin', txn: 1 },
    { kind: 'write-back', txn: 1, of: 'log-object' },
    { kind: 'acknowledge', txn: 1 },
  ]);
  const scenario = {
    marks: [
      { when: { event: 'begin' }, say },
      { when: { event: 'acknowledge', tx: 'T1' }, say },
    ],
    faults: [{ at: { event: 'write-back' }, crash: { survive: 'none' } }],
  } as unknown as Scenario;
  const { stops } = resolveMarks(trace, scenario);
  const cut = (at: number) => ({ at, survive: { survive: 'none' } as const });

  it('keeps all marks as long as the power is cut as the lecture does', () => {
    const own = courseOf(trace, scenario, stops, [cut(2)]);
    expect([own.left, own.stops.length]).toEqual([undefined, 2]);
  });

  it('is left where the power is cut otherwise, once more, or not at all', () => {
    expect(courseOf(trace, scenario, stops, [cut(1)]).left).toBe(1);
    expect(courseOf(trace, scenario, stops, [cut(2), cut(3)]).left).toBe(3);
    const uncut = courseOf(trace, scenario, stops, []);
    expect([uncut.left, uncut.stops.length]).toEqual([2, 1]);
    expect(nextMove(uncut, all, 2)).toEqual({ kind: 'aside' });
  });

  it('says nothing of whom recovery is to be asked about, from the power cut to the answer', () => {
    const names = { transactions: [{ id: 4, name: 'T1' }] } as never;
    const phase = (number: number, start: number, end: number) =>
      ({ phase: number, start, end, spans: [] }) as const;
    const phases = [phase(0, 0, 15), phase(1, 15, 40)];
    const untold = (closed: (mark: number) => boolean, at: number) =>
      untoldAt(course, closed, { phases, names }, at);
    expect(untold(none, 15)).toBeUndefined();
    expect(untold(none, 16)).toEqual({ txn: 4, from: 15 });
    expect(untold(none, 30)).toEqual({ txn: 4, from: 15 });
    expect(untold(none, 31)).toBeUndefined();
    expect(untold((mark) => mark === 1, 16)).toEqual({ txn: 4, from: 15 });
    expect(untold(all, 16)).toBeUndefined();
  });
});
