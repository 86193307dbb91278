import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../../../web/engine/protocol/experiment';
import { changedText, NO_CHANGES } from '../../../../web/model/experiment/experiment_changes';
import { atScale, scalesOf } from '../../../../web/model/experiment/experiment_scale';
import { file } from '../../lab/toy_experiment';

const both: ExperimentFile = {
  ...file,
  scale: 'published',
  workload: { id: 'w', params: { warehouses: 70, items: 9 } },
  schemes: [{ id: 'a', params: { frames: 9 } }, { id: 'b' }],
  quick: {
    transactions: 10,
    workload: { params: { warehouses: 2 } },
    schemes: [{}, { params: { frames: 3 } }],
    sweep: { threads: [1, 16] },
  },
};
const quick: ExperimentFile = { ...both, scale: 'quick' };

describe('a file of two scales', () => {
  it('offers both; another one its own', () => {
    expect(scalesOf(both)).toEqual(['quick', 'published']);
    expect(scalesOf(file)).toEqual(['quick']);
    expect(atScale(file)).toBe(file);
  });

  it('is its own numbers at the published one', () => {
    const { quick: _left, ...rest } = both;
    expect(atScale(both)).toEqual(rest);
  });

  it('merges objects by member, schemes by position, and replaces lists at the quick one', () => {
    const { transactions, workload, schemes, sweep, scale, ...others } = atScale(quick);
    expect({ transactions, scale, sweep }).toEqual({
      transactions: 10,
      scale: 'quick',
      sweep: { threads: [1, 16] },
    });
    expect(workload).toEqual({ id: 'w', params: { warehouses: 2, items: 9 } });
    expect(schemes).toEqual([
      { id: 'a', params: { frames: 9 } },
      { id: 'b', params: { frames: 3 } },
    ]);
    expect(others).not.toHaveProperty('quick');
  });

  it('keeps of its claims what is swept, and drops those of which nothing is', () => {
    expect(atScale(quick).claims?.[0]?.num).toEqual({ scheme: 1, threads: [16] });
    const one = { ...quick, quick: { sweep: { threads: [1] } } };
    expect(atScale(one).claims).toEqual([]);
  });

  it('stays one of two scales when only the scale is changed, and is one of one otherwise', () => {
    const toQuick = { ...NO_CHANGES, scale: 'quick' };
    expect(JSON.parse(changedText(both, toQuick))).toEqual(quick);
    const text = changedText(both, { ...toQuick, numbers: { transactions: 5 } });
    expect(JSON.parse(text)).toEqual({ ...atScale(quick), transactions: 5 });
  });
});
