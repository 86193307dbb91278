import { expect, it } from 'vitest';
import { resultProblem } from '../../../../web/model/experiment/point_result_shape';
import { resultOf } from '../../lab/toy_experiment';

it('a model has a probability for each state, or none at all', () => {
  const text = { en: 't', zh: 't' };
  const names = { title: text, state: text, imbalance: text };
  const problemOf = (planned: unknown, spent: unknown = [1, 2]) => {
    const occupancy = { ...names, plans: 1, unbalanced: 0, spent, planned };
    return resultProblem({ ...resultOf(1), occupancy }, '')?.path;
  };
  expect(problemOf(undefined)).toBeUndefined();
  expect(problemOf([0.5, 0.5])).toBeUndefined();
  expect(problemOf([0.5])).toBe('.occupancy.spent');
  expect(problemOf([0.5, 0.3, 0.2])).toBe('.occupancy.planned');
  expect(problemOf([0.5, null])).toBe('.occupancy.planned[1]');
  // More states than any system has.
  expect(problemOf(undefined, Array(1000).fill(1))).toBe('.occupancy.spent');
});
