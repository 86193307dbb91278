import { expect, it } from 'vitest';
import { HALVES_APART, halvesAgree } from '../../../../web/lab/model/halves';

it('halves agree up to a tenth, either way, and where one of them is empty nothing is said', () => {
  expect(halvesAgree(1)).toBe(true);
  expect(halvesAgree(1 + HALVES_APART - 0.001)).toBe(true);
  expect(halvesAgree(1 - HALVES_APART + 0.001)).toBe(true);
  expect(halvesAgree(1.101)).toBe(false);
  expect(halvesAgree(0.899)).toBe(false);
  expect(halvesAgree(undefined)).toBe(true);
});
