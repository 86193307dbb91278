import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../../../web/engine/protocol/experiment';
import { changedText, NO_CHANGES } from '../../../../web/model/experiment/experiment_changes';
import { scalesOf } from '../../../../web/model/experiment/experiment_scale';
import { file } from '../../lab/toy_experiment';

const both: ExperimentFile = { ...file, scale: 'published', quick: { transactions: 10 } };
const quick: ExperimentFile = { ...both, scale: 'quick' };

describe('a file of two scales', () => {
  it('offers both; another one its own', () => {
    expect(scalesOf(both)).toEqual(['quick', 'published']);
    expect(scalesOf(file)).toEqual(['quick']);
  });

  it('stays one of two scales when only the scale is changed, and is one of one otherwise', () => {
    const toQuick = { ...NO_CHANGES, scale: 'quick' };
    const { quick: _merged, ...rest } = quick;
    const base = { ...rest, transactions: 10 };
    expect(JSON.parse(changedText(both, base, toQuick))).toEqual(quick);
    const text = changedText(both, base, { ...toQuick, numbers: { threads: 5 } });
    expect(JSON.parse(text)).toEqual({ ...base, threads: 5 });
  });
});
