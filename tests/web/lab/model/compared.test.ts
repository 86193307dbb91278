import { describe, expect, it } from 'vitest';
import type { ExperimentFile, PointPlan } from '../../../../web/engine/protocol/experiment';
import { comparedDimension, comparedGroups } from '../../../../web/lab/model/compared';
import { file, planOf } from '../toy_experiment';

describe('what is held against each other', () => {
  const grouped = (of: ExperimentFile) =>
    comparedGroups(of, planOf(of).points).map(({ common, points }) => [
      common.map(({ value }) => value),
      points.map(({ index }: PointPlan) => index),
    ]);

  it('is every scheme at the same place, and prices make no other place', () => {
    const swept = { ...file, sweep: { threads: [1, 4], 'machine.cost.nvm_ratio': [1, 24] } };
    expect(grouped(swept)).toEqual([
      [[1], [0, 4]],
      [[4], [2, 6]],
    ]);
  });

  it('is the first swept name where there is one scheme', () => {
    const [scheme] = file.schemes;
    const alone = { ...file, schemes: scheme ? [scheme] : [], sweep: { threads: [1, 4] } };
    expect(comparedDimension(alone).name).toBe('threads');
    expect(grouped(alone)).toEqual([[[], [0, 1]]]);
  });
});
