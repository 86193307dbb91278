import { expect, it } from 'vitest';
import { largestOf } from '../../../../web/model/values/largest';

it('the largest of any number of numbers is found, and none is smaller than the least that is wanted', () => {
  expect(largestOf([3, 9, 4])).toBe(9);
  expect(largestOf([-3])).toBe(0);
  expect(largestOf([], 2)).toBe(2);
  expect(largestOf(Array.from({ length: 1_000_000 }, (_, n) => n))).toBe(999_999);
});
