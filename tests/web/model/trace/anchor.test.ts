import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anchorAt,
  findPattern,
  formatAnchor,
  parseAnchor,
  patternOf,
  resolveAnchor,
} from '../../../../web/model/trace/anchor';
import { joinPhases, kindOf } from '../../../../web/model/trace/trace';
import { anyPlace, names, phaseOf, traceOf } from '../../support/made_traces';

const run = [
  { kind: 'begin', txn: 1 },
  { kind: 'store', txn: 1, of: 'log-object' },
  { kind: 'write-back', txn: 1, of: 'log-object' },
  { kind: 'write-back', txn: 2, of: 'log-object' },
  { kind: 'write-back', txn: 1, of: 'log-object' },
  { kind: 'fence' },
  { kind: 'step' },
  { kind: 'acknowledge', txn: 1 },
];
const trace = traceOf(run);

describe('a pattern', () => {
  it('means the moment just after its event', () => {
    expect(findPattern(trace, { event: 'begin' })).toBe(1);
  });

  it('counts only what fits in kind, structure and transaction', () => {
    const writeBack = { event: 'write-back', of: 'log-object' };
    expect(findPattern(trace, { ...writeBack, nth: 2 })).toBe(4);
    expect(findPattern(trace, { ...writeBack, tx: 'T1', nth: 2 })).toBe(5);
    expect(findPattern(trace, { ...writeBack, tx: 'T1', nth: 3 })).toBeUndefined();
  });

  it('finds nothing by names that do not exist', () => {
    expect(findPattern(trace, { event: 'nonsense' })).toBeUndefined();
    expect(findPattern(trace, { event: '' })).toBeUndefined();
    expect(findPattern(trace, { event: 'begin', tx: 'T9' })).toBeUndefined();
    expect(findPattern(trace, { event: 'begin', of: 'nowhere' })).toBeUndefined();
    expect(findPattern(trace, { event: 'begin', phase: 1 })).toBeUndefined();
  });

  it('looks only into its own phase', () => {
    const recovery = phaseOf(1, 2, [{ kind: 'begin', txn: 1 }]);
    const both = joinPhases(names, [phaseOf(0, 0, run), recovery]);
    expect(findPattern(both, { event: 'begin', phase: 1 })).toBe(3);
    expect(findPattern(both, { event: 'begin', nth: 2 })).toBeUndefined();
    expect(patternOf(both, 2)).toEqual({ event: 'begin', tx: 'T1', phase: 1 });
  });

  it('made from an event leads back to that event', () => {
    fc.assert(
      fc.property(anyPlace, ({ trace: any, at }) => {
        const index = at - 1;
        if (index < 0 || kindOf(any, index) === '') return;
        expect(findPattern(any, patternOf(any, index))).toBe(at);
      }),
    );
  });
});

describe('an anchor', () => {
  it('comes back to the position it was made for, through its text', () => {
    fc.assert(
      fc.property(anyPlace, ({ trace: any, at }) => {
        const text = formatAnchor(anchorAt(any, at));
        const parsed = parseAnchor(text);
        expect(parsed, text).toBeDefined();
        expect(resolveAnchor(any, parsed ?? anchorAt(any, 0)), text).toEqual({
          exact: true,
          position: at,
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('needs no escaping in a URL but for its plus sign', () => {
    fc.assert(
      fc.property(anyPlace, ({ trace: any, at }) => {
        const text = formatAnchor(anchorAt(any, at));
        expect(encodeURIComponent(text).replaceAll('%2B', '+')).toBe(text);
      }),
    );
  });

  it('reads short and as the file would say it', () => {
    expect(formatAnchor(anchorAt(trace, 5))).toBe('T1.write-back.log-object.2');
    expect(formatAnchor(anchorAt(trace, 7))).toBe('T1.write-back.log-object.2+2');
    expect(formatAnchor(anchorAt(trace, 0))).toBe('start');
    expect(formatAnchor(anchorAt(trace, 8))).toBe('end');
  });

  it('survives a plus sign that form decoding made a space', () => {
    expect(parseAnchor('T1.begin 3')).toEqual(parseAnchor('T1.begin+3'));
    expect(parseAnchor('start 3')).toEqual(parseAnchor('start+3'));
  });

  it.each([
    '',
    'T1',
    'T1.',
    '.begin',
    'T1.begin.',
    'T1.begin+',
    '1~',
    'x~start',
    'T1.b.c.d.e',
    '-',
    'T1..3',
  ])('is not read from %j', (text) => expect(parseAnchor(text)).toBeUndefined());

  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'T1.~+- ab_9e') }), (text) => {
        const anchor = parseAnchor(text);
        if (anchor) expect(parseAnchor(formatAnchor(anchor))).toEqual(anchor);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['T1.write-back.log-object.9', 5, 'nth'],
    ['T1.write-back.entry.1', 3, 'structure'],
    ['T2.begin', 1, 'transaction'],
    ['T7.begin', 1, 'transaction'],
    ['T2.log-insert', 4, 'event'],
    ['_.log-insert', 0, 'event'],
    ['2~T1.begin', 8, 'phase'],
    ['T1.acknowledge+5', 8, 'offset'],
    ['start-1', 0, 'offset'],
  ])(
    'whose event is gone (%s) says so and stands at the nearest thing',
    (text, position, missing) => {
      const anchor = parseAnchor(text);
      expect(anchor).toBeDefined();
      if (anchor) expect(resolveAnchor(trace, anchor)).toEqual({ exact: false, position, missing });
    },
  );
});
