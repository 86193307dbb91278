import { describe, expect, it } from 'vitest';
import type { Fact, Scenario } from '../../../../web/engine/protocol';
import { checkFacts } from '../../../../web/model/lecture/facts';
import {
  leavesCourse,
  markAt,
  resolveFault,
  resolveMarks,
} from '../../../../web/model/lecture/marks';
import { traceOf } from '../../support/made_traces';

const trace = traceOf([
  { kind: 'begin', txn: 1 },
  { kind: 'write-back', txn: 1, of: 'log-object' },
  { kind: 'write-back', txn: 1, of: 'log-object' },
  { kind: 'acknowledge', txn: 1 },
]);
const say = { en: 'look', zh: '看' };
const scenario = {
  marks: [
    { when: { event: 'acknowledge', tx: 'T1' }, say },
    { when: { event: 'begin' }, say },
    { when: { event: 'abort', tx: 'T1' }, say },
    { when: { event: 'phase', phase: 1 }, say },
  ],
  faults: [
    { at: { event: 'write-back', nth: 2 }, crash: { survive: 'none' } },
    { at: { event: 'write-back', nth: 7 }, crash: { survive: 'none' } },
  ],
} as unknown as Scenario;

describe('the course of a lecture', () => {
  const none = { survive: 'none' } as const;
  it('is left at the first power cut that is elsewhere, or leaves other lines', () => {
    expect(leavesCourse(trace, scenario, [])).toBeUndefined();
    expect(leavesCourse(trace, scenario, [{ at: 3, survive: none }])).toBeUndefined();
    expect(leavesCourse(trace, scenario, [{ at: 2, survive: none }])).toBe(2);
    expect(leavesCourse(trace, scenario, [{ at: 3, survive: { survive: 'all' } }])).toBe(3);
    expect(
      leavesCourse(trace, scenario, [
        { at: 3, survive: none },
        { at: 4, survive: none },
      ]),
    ).toBe(4);
  });

  it('is the reader’s where the scenario has no power cut of its own', () => {
    const { faults: _faults, ...peaceful } = scenario;
    expect(leavesCourse(trace, peaceful as Scenario, [{ at: 2, survive: none }])).toBeUndefined();
  });
});

describe('marks', () => {
  const { stops, missing } = resolveMarks(trace, scenario);

  it('stand in the order of the trace, with their place in the file', () => {
    expect(stops.map(({ position, index }) => [position, index])).toEqual([
      [1, 1],
      [4, 0],
    ]);
    expect(markAt(stops, 3)?.index).toBe(1);
    expect(markAt(stops, 0)).toBeUndefined();
  });

  it('that are missing are told, apart from those whose phase is yet to come', () => {
    expect(missing.map(({ path, nearest, later }) => [path, nearest, later])).toEqual([
      ['marks[2].when', 4, false],
      ['marks[3].when', 4, true],
    ]);
  });
});

describe('faults', () => {
  it('cut the power just after their event', () => {
    expect(resolveFault(trace, scenario, 0)).toEqual({ position: 3 });
  });

  it('that cannot be placed say what is nearest', () => {
    expect(resolveFault(trace, scenario, 1)).toMatchObject({
      missing: { path: 'faults[1].at', nearest: 3, later: false },
    });
    expect(resolveFault(trace, scenario, 5)).toHaveProperty('missing');
  });
});

describe('facts', () => {
  const facts: Fact[] = [
    { after: 'run', record: 'A', is: 50 },
    { after: 'recovery', record: 'A', is: 100 },
    { after: 'recovery', record: 'B', is: null },
    { verdict: 'consistent' },
    { at: { event: 'begin' }, tx: 'T1', fate: 'never' },
  ];
  const evidence = {
    afterRun: new Map([['A', 50]]),
    afterRecovery: new Map([
      ['A', 100],
      ['B', null],
    ] as [string, number | null][]),
    verdict: 'consistent' as const,
    fateOf: () => 'never' as const,
  };

  it('hold where the evidence says the same', () => {
    expect(checkFacts(facts, evidence).map(({ holds }) => holds)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it('do not hold where it says otherwise, and tell what was found', () => {
    const wrong = checkFacts(facts, {
      afterRun: new Map([['A', 7]]),
      afterRecovery: new Map([['A', null]]),
      verdict: 'lost',
      fateOf: () => 'sometimes',
    });
    expect(wrong.map(({ holds, found }) => [holds, found])).toEqual([
      [false, 7],
      [false, null],
      [false, undefined],
      [false, 'lost'],
      [false, 'sometimes'],
    ]);
  });

  it('do not hold where nothing can be looked up', () => {
    const none = checkFacts(facts, { fateOf: () => undefined });
    expect(none.every(({ holds, found }) => !holds && found === undefined)).toBe(true);
  });
});
