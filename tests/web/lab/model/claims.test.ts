import { describe, expect, it } from 'vitest';
import type { ClaimFormula } from '../../../../web/engine/protocol/experiment';
import { checkClaim, missOf, publishedVerdicts, verdictOn } from '../../../../web/lab/model/claims';

type Expect = ClaimFormula['expect'];

describe('a verdict', () => {
  it.each<[string, readonly number[], Expect, boolean, string]>([
    ['within both bounds', [1.7, 2.5], [1.62, 2.72], true, 'inside'],
    ['on the bounds', [1.62, 2.72], [1.62, 2.72], true, 'inside'],
    ['a quarter above the upper bound', [2, 3.4], [1.62, 2.72], true, 'near'],
    ['a quarter below the lower bound', [1.215, 2], [1.62, 2.72], true, 'near'],
    ['one end near, the other too far', [1.3, 4], [1.62, 2.72], true, 'order'],
    ['far above, on the published side of 1', [8], [1.62, 2.72], true, 'order'],
    ['near, on the other side of 1', [0.98], [1.12, 1.18], true, 'wrong-way'],
    ['near, one end on the other side of 1', [0.98, 1.15], [1.12, 1.18], true, 'wrong-way'],
    ['near from below, on the other side of 1', [1.02], [0.93, 0.95], true, 'wrong-way'],
    ['near, at 1 exactly', [1], [1.12, 1.18], true, 'near'],
    ['near, below a bound at 1', [0.98], [1, 1.11], true, 'wrong-way'],
    ['near, above a bound at 1', [1.02], [0.7, 1], true, 'wrong-way'],
    ['near 1, where 1 was published', [0.98], [1, 1], true, 'near'],
    ['no ratio has no other side', [0.98], [1.12, 1.18], false, 'near'],
    ['on the other side of 1', [0.9], [1.62, 2.72], true, 'contradicted'],
    ['at 1 exactly: no order', [1], [1.62, 2.72], true, 'contradicted'],
    ['below 1 as published, and much further', [0.1], [0.74, 0.82], true, 'order'],
    ['above 1 where below was published', [1.3], [0.74, 0.82], true, 'contradicted'],
    ['bounds on both sides of 1 state no order', [4], [0.9, 1.1], true, 'contradicted'],
    ['far beyond a range that begins at 1', [4], [1, 1.1], true, 'order'],
    ['far from 1, where 1 was published', [4], [1, 1], true, 'contradicted'],
    ['no ratio, no order', [8], [1.62, 2.72], false, 'contradicted'],
    ['no ratio, near', [3], [1.62, 2.72], false, 'near'],
    ['an order that holds', [1.0001, 7], [1, null], true, 'inside'],
    ['an order that does not hold anywhere near', [0.99, 7], [1, null], true, 'contradicted'],
    ['at most, held', [-5, 0.04], [null, 0.05], false, 'inside'],
    ['near a bound of 0 there is only 0', [0.001], [-1, 0], false, 'contradicted'],
    ['negative bounds', [-1.1], [-2, -1.2], false, 'near'],
  ])('%s', (_, measured, bounds, ratio, verdict) => {
    expect(verdictOn(measured, bounds, ratio ? 1 : undefined)).toBe(verdict);
  });
});

describe('a published claim', () => {
  it('is no better than the worst of its parts', () => {
    const parts = [
      { claim: 'a', verdict: 'inside' },
      { claim: 'b', verdict: 'note' },
      { claim: 'a', verdict: 'order' },
      { claim: 'a', verdict: 'near' },
      { claim: 'c', verdict: 'unknown' },
      { claim: 'c', verdict: 'contradicted' },
    ] as const;
    expect(publishedVerdicts(parts)).toEqual({ a: 'order', b: 'note', c: 'contradicted' });
  });
});

describe('a claim', () => {
  const formula: ClaimFormula = {
    id: 'c',
    num: {},
    metric: 'throughput',
    reduce: 'range',
    expect: [2, 4],
  };
  const plan = { id: 'c', ratio: true, of: 2, pairs: [[2, 0] as const, [3, 1] as const] };
  const values = [10, 20, 30, 50];
  const metricOf = (point: number, metric: string) =>
    metric === 'throughput' ? values[point] : metric === 'elapsed' ? 1 : undefined;

  it.each<[ClaimFormula['reduce'], number[], string]>([
    ['range', [2.5, 3], 'inside'],
    ['min', [2.5], 'inside'],
    ['max', [3], 'inside'],
    ['mean', [2.75], 'inside'],
  ])('takes the %s of ratios at pairs of points', (reduce, measured, verdict) => {
    expect(checkClaim({ ...formula, reduce }, plan, metricOf)).toMatchObject({ measured, verdict });
  });

  it('without a denominator takes the metric itself, and adds up several', () => {
    const alone = { ...plan, ratio: false, pairs: [[1, 1] as const] };
    const sum = { ...formula, metric: ['throughput', 'elapsed'], reduce: 'at' as const };
    expect(checkClaim(sum, alone, metricOf)).toMatchObject({ measured: [21] });
  });

  it.each<[NonNullable<ClaimFormula['as']>, readonly [number, number], number[], string]>([
    ['ratio', [2, 4], [2.5, 3], 'inside'],
    ['growth', [1, 3], [1.5, 2], 'inside'],
    ['growth', [0.1, 0.3], [1.5, 2], 'order'],
    ['saving', [0.2, 0.5], [-2, -1.5], 'contradicted'],
  ])('reads a ratio as %s', (as, expect_, measured, verdict) => {
    const read = checkClaim({ ...formula, as, expect: expect_ }, plan, metricOf);
    expect(read).toMatchObject({ as, measured, verdict });
  });

  it('divides by the same of other points, and is a plain ratio then', () => {
    const growth = { ...formula, as: 'growth' as const, expect: [2, 3] as const };
    const per = { ...plan, pairs: [[2, 0] as const], per: [[1, 0] as const], of: 1 };
    const elapsed: Record<number, number> = { 0: 8, 1: 10, 2: 13 };
    const read = checkClaim(growth, per, (point) => elapsed[point]);
    expect(read).toMatchObject({ as: 'ratio', measured: [2.5, 2.5], verdict: 'inside' });
    const still = checkClaim(growth, { ...per, per: [[0, 0]] }, (point) => elapsed[point]);
    expect(still).toMatchObject({ measured: null, verdict: 'unknown' });
  });

  it('compares two metrics of the same point', () => {
    const same = { ...plan, pairs: [[2, 2] as const], of: 1 };
    const traffic = { ...formula, den_metric: ['elapsed', 'elapsed'] };
    expect(checkClaim(traffic, same, metricOf)).toMatchObject({ measured: [15, 15] });
  });

  it('that is a note is shown and not judged; a part names its published claim', () => {
    const note = checkClaim({ ...formula, kind: 'note', claim: 'whole' }, plan, metricOf);
    expect(note).toMatchObject({ claim: 'whole', measured: [2.5, 3], verdict: 'note' });
    expect(checkClaim(formula, plan, metricOf)).toMatchObject({ claim: 'c', kind: 'prediction' });
  });

  it('says how many of its comparisons there are', () => {
    const fewer = { ...plan, of: 5 };
    expect(checkClaim(formula, fewer, metricOf)).toMatchObject({ points: 2, of: 5 });
    const none = checkClaim(formula, { ...fewer, pairs: [] }, metricOf);
    expect(none).toMatchObject({ points: 0, measured: null, verdict: 'unknown' });
  });

  it('is unknown where a point or a metric is missing, or the denominator is 0', () => {
    const unknown = { measured: null, verdict: 'unknown' };
    expect(checkClaim({ ...formula, metric: 'nvm.bytes' }, plan, metricOf)).toMatchObject(unknown);
    expect(checkClaim(formula, plan, (point) => [1, 2, 3][point])).toMatchObject(unknown);
    expect(checkClaim(formula, plan, () => 0)).toMatchObject(unknown);
  });
});

describe('how far outside of a published range values lie', () => {
  it('says the side, and the least and the most as shares of the nearest bound', () => {
    const all = missOf([0.951, 0.997], [0.607, 0.855]);
    expect(all?.side).toBe('above');
    expect(all?.least).toBeCloseTo(0.112, 3);
    expect(all?.most).toBeCloseTo(0.166, 3);
    expect(missOf([1.5, 2], [1.6, 2.5])).toMatchObject({ side: 'below', least: 0 });
    expect(missOf([1, 4], [2, 3])?.side).toBe('both');
  });

  it('is nothing inside, and has no measure where the range is open', () => {
    expect(missOf([2, 2.5], [2, 3])).toBeUndefined();
    expect(missOf([1], [2, null])).toBeUndefined();
  });
});
