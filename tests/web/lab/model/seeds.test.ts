import { describe, expect, it } from 'vitest';
import { type CheckedClaim, judge } from '../../../../web/lab/model/claims';
import {
  dissentingSeeds,
  hangsOnSeed,
  overSeeds,
  seedsAgree,
  seedVerdicts,
  spreads,
} from '../../../../web/lab/model/scorecard/seeds';

const rules = { kind: 'prediction', as: 'ratio', expected: [1.2, 1.5] } as const;
const claim = (measured: readonly number[] | null, more: Partial<CheckedClaim> = {}) => {
  const whole = { ...rules, ...more };
  return {
    id: 'c',
    claim: 'c',
    metric: 'throughput',
    reduce: 'range',
    points: 2,
    of: 2,
    ...whole,
    measured,
    verdict: measured ? judge(whole, measured) : 'unknown',
  } as CheckedClaim;
};
/** The claim with what seeds 4, 5, 6 ... give of it. */
const over = (lists: readonly (readonly number[] | null)[], more: Partial<CheckedClaim> = {}) => {
  const [first, ...others] = lists.map((list, n) => ({ seed: n + 4, claim: claim(list, more) }));
  if (!first) throw new RangeError('no seed');
  return overSeeds([first, ...others]);
};

describe('a claim over several seeds', () => {
  it('has the mean of each value, the spread of all, and what each seed gave', () => {
    expect(
      over([
        [1, 2],
        [1.5, 2.5],
        [2, 6],
      ]),
    ).toMatchObject({
      measured: [1.5, 3.5],
      seeds: 3,
      spread: [1, 6],
      by_seed: { 4: [1, 2], 5: [1.5, 2.5], 6: [2, 6] },
    });
  });

  it('is as it was with one seed: no spread, and nothing to hang on', () => {
    const alone = over([[1.3]]);
    expect(alone).toEqual(claim([1.3]));
    expect([hangsOnSeed(alone), seedVerdicts(alone), spreads(alone)]).toEqual([false, {}, []]);
  });

  it('is unknown where it is unknown with one of them', () => {
    const lost = over([[1.3], null, [1.4]]);
    expect(lost).toMatchObject({ measured: null, verdict: 'unknown' });
    expect(lost).not.toHaveProperty('seeds');
    expect(hangsOnSeed(lost)).toBe(false);
  });

  it('has a spread for each value, in their order', () => {
    expect(
      spreads(
        over([
          [1, 5],
          [2, 3],
          [1.5, 4],
        ]),
      ),
    ).toEqual([
      [1, 2],
      [3, 5],
    ]);
    expect(spreads(over([null, [1]]))).toEqual([]);
  });

  it('says whether all seeds give the same', () => {
    expect(
      seedsAgree(
        over([
          [1, 2],
          [1, 2],
          [1, 2],
        ]),
      ),
    ).toBe(true);
    expect(
      seedsAgree(
        over([
          [1, 2],
          [1, 2.1],
          [1, 2],
        ]),
      ),
    ).toBe(false);
  });
});

describe('a verdict', () => {
  type Case = [string, (readonly number[])[], Partial<CheckedClaim>, string, string[], number];
  const order = { expected: [1, null] } as const;
  it.each<Case>([
    ['the same with each seed', [[1.3], [1.4]], {}, 'inside', ['inside', 'inside'], 0],
    ['that one seed misses', [[1.3], [1.6], [1.4]], {}, 'inside', ['inside', 'near', 'inside'], 1],
    ['of the mean alone', [[1.1], [1.6]], {}, 'inside', ['near', 'near'], 2],
    ['of an order turned round', [[1.3], [0.9]], order, 'inside', ['inside', 'contradicted'], 1],
    [
      'of both ends',
      [
        [1.2, 1.5],
        [1.2, 9],
      ],
      {},
      'order',
      ['inside', 'order'],
      1,
    ],
    ['of a note: not judged', [[1], [9]], { kind: 'note' }, 'note', ['note', 'note'], 0],
  ])('%s', (_, lists, more, verdict, each, dissenting) => {
    const claim = over(lists, more);
    expect(claim.verdict).toBe(verdict);
    expect(Object.values(seedVerdicts(claim))).toEqual(each);
    expect([dissentingSeeds(claim), hangsOnSeed(claim)]).toEqual([dissenting, dissenting > 0]);
  });
});
