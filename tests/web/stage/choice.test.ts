import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  groupByObject,
  surviveOf,
  uniform,
  withStores,
  worstImage,
} from '../../../web/stage/cut/choice';
import { createFixtureEngine } from '../support/fixture_engine';

async function outlook() {
  return createFixtureEngine().outlook(19);
}

describe('choosing what survives', () => {
  it('groups the pending stores by object and loses none', async () => {
    const { units } = await outlook();
    const groups = groupByObject(units);
    expect(groups.length).toBe(3);
    expect(groups.flatMap((group) => group.places).length).toBe(
      units.flatMap((unit) => unit.stores).length,
    );
  });

  it('names a policy where all or nothing survives, and units otherwise', async () => {
    const { units } = await outlook();
    expect(surviveOf(units, uniform(units, false))).toEqual({ survive: 'none' });
    expect(surviveOf(units, uniform(units, true))).toEqual({ survive: 'all' });
    const some = withStores(uniform(units, false), [{ unit: 1, store: 0 }], true);
    expect(surviveOf(units, some)).toEqual({
      survive: 'none',
      units: [{ tier: 'nvm', address: units[1]?.address, stores: [true, false, false, false] }],
    });
  });

  it('shows an example of the outlook as it was', async () => {
    const { units } = await outlook();
    const some = withStores(
      uniform(units, false),
      [
        { unit: 0, store: 0 },
        { unit: 0, store: 1 },
      ],
      true,
    );
    expect(choiceOf(units, surviveOf(units, some))).toEqual(some);
    expect(choiceOf(units, { survive: 'random', seed: 3 })).toBeUndefined();
  });

  it('offers the worst image only where one breaks a promise', async () => {
    const here = await outlook();
    expect(worstImage(here)).toBeUndefined();
    const lost = { verdict: 'lost', runs: 1, example: { survive: 'all' } } as const;
    expect(worstImage({ ...here, verdicts: [...here.verdicts, lost] })).toEqual({ survive: 'all' });
  });
});
