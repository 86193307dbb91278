import { bisectRight, tickIncrement } from 'd3-array';
import { expect, it } from 'vitest';
import { countUpTo, roundStep } from '../../../web/model/values/round_step';

it('steps as d3-array does, and by 1 at least', () => {
  for (let span = 1; span < 1e9; span *= 1.37)
    for (const count of [1, 2.5, 7, 12, 40])
      expect(roundStep(span, count)).toBe(Math.max(1, tickIncrement(0, span, count)));
});

it('counts as d3-array bisects', () => {
  const numbers = Float64Array.from([0, 1, 1, 4, 9, 9, 9, 20]);
  for (let value = -1; value <= 21; value += 0.5)
    expect(countUpTo(numbers, value)).toBe(bisectRight(numbers, value));
  expect(countUpTo([], 3)).toBe(0);
});
