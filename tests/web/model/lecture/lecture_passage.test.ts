import { describe, expect, it } from 'vitest';
import {
  MOST_POSITIONS,
  PASSAGE_MS,
  paceOf,
  passageBetween,
  watched,
} from '../../../../web/model/lecture/lecture_passage';
import { type MadeEvent, traceOf } from '../../support/made_traces';

const say = { en: 'look', zh: '看' };
const many = (length: number, event: MadeEvent) => Array.from({ length }, () => event);

describe('what is played between two marks', () => {
  it('is what happens to the lecture’s own structures, and ends at the mark', () => {
    const trace = traceOf([
      { kind: 'store', of: 'page' },
      { kind: 'write-back', of: 'page' },
      { kind: 'write-back', of: 'log-object' },
      { kind: 'fence' },
      { kind: 'store', of: 'log-object' },
      { kind: 'acknowledge', txn: 1 },
      { kind: 'end' },
    ]);
    const { positions } = passageBetween(trace, 0, 7, new Set(['log-object']));
    expect(positions).toEqual([3, 5, 6, 7]);
  });

  it('is a dozen places at most, in two seconds, whatever the distance', () => {
    const trace = traceOf(many(5000, { kind: 'write-back', of: 'page' }));
    const passage = passageBetween(trace, 100, 4900, new Set(['page']));
    expect(passage.positions).toHaveLength(MOST_POSITIONS);
    expect(passage.positions.at(-1)).toBe(4900);
    expect(passage.positions.every((at) => at > 100 && at <= 4900)).toBe(true);
    expect([...passage.positions].sort((a, b) => a - b)).toEqual(passage.positions);
    expect(paceOf(passage) * passage.positions.length).toBeLessThanOrEqual(PASSAGE_MS);
  });

  it('is something else where nothing of them happens, and nothing between neighbours', () => {
    const trace = traceOf([{ kind: 'store' }, { kind: 'fence' }, { kind: 'store' }]);
    expect(passageBetween(trace, 0, 3, new Set(['page'])).positions).toEqual([1, 2, 3]);
    expect(passageBetween(trace, 2, 3, new Set(['page'])).positions).toEqual([3]);
  });

  it('is about the structures that the lecture names, else those that its marks point at', () => {
    const marks = [{ when: { event: 'x' }, say, focus: ['dram.log-buffer'] }];
    expect([...watched(undefined, marks)]).toEqual(['log-buffer']);
    expect([...watched(['disk.log-record'], marks)]).toEqual(['log-record']);
  });
});
