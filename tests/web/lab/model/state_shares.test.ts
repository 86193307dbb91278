import { describe, expect, it } from 'vitest';
import type { Occupancy } from '../../../../web/engine/protocol/experiment';
import { largestState, stateShares } from '../../../../web/lab/model/point/state_shares';

const text = { en: 't', zh: 't' };
const occupancy: Occupancy = {
  title: text,
  state: text,
  imbalance: text,
  plans: 3,
  unbalanced: 1,
  spent: [100, 600, 250, 50],
  planned: [0.5, 0.3, 0.15, 0.05],
};

describe('the states that a system plans by', () => {
  it('are shares of the measured part beside the probabilities of the model', () => {
    expect(stateShares(occupancy)).toEqual([
      { name: '0', measured: 0.1, planned: 0.5 },
      { name: '1', measured: 0.6, planned: 0.3 },
      { name: '2', measured: 0.25, planned: 0.15 },
      { name: '>2', measured: 0.05, planned: 0.05 },
    ]);
  });

  it('have no probabilities without an equilibrium', () => {
    const { planned: _, ...outrun } = occupancy;
    const states = stateShares({ ...outrun, unbalanced: 3 });
    expect(states.map(({ planned }) => planned)).toEqual(Array(4).fill(undefined));
    expect(largestState(states, 'planned')).toBeUndefined();
    expect(largestState(states, 'measured')?.name).toBe('1');
  });

  it('are all zero where nothing was measured', () => {
    const states = stateShares({ ...occupancy, spent: [0, 0, 0, 0] });
    expect(states.map(({ measured }) => measured)).toEqual([0, 0, 0, 0]);
    expect(largestState(states, 'measured')).toBeUndefined();
    expect(largestState(states, 'planned')?.name).toBe('0');
  });
});
