import { describe, expect, it } from 'vitest';
import type { Cut } from '../../../../web/engine/protocol';
import {
  activeBranch,
  addCut,
  fork,
  newPlan,
  removeBranch,
  renameBranch,
  selectBranch,
  transition,
} from '../../../../web/model/trace/plan';

const cut = (at: number, survive: 'none' | 'all' = 'none'): Cut => ({ at, survive: { survive } });
const cutsOf = (plan: ReturnType<typeof newPlan>) =>
  plan.branches.map(({ cuts }) => cuts.map(({ at }) => at));

describe('a power cut', () => {
  it('goes on the active branch when it comes after the others', () => {
    const plan = addCut(addCut(newPlan(), cut(5)), cut(9));
    expect(cutsOf(plan)).toEqual([[5, 9]]);
  });

  it('before an older one keeps both futures', () => {
    const plan = addCut(addCut(addCut(newPlan(), cut(5)), cut(9)), cut(7));
    expect(cutsOf(plan)).toEqual([
      [5, 9],
      [5, 7],
    ]);
    expect(activeBranch(plan).id).toBe(2);
  });

  it('at the very position of an older one keeps both, too', () => {
    const plan = addCut(addCut(newPlan(), cut(5)), cut(5, 'all'));
    expect(cutsOf(plan)).toEqual([[5], [5]]);
  });
});

describe('branches', () => {
  const plan = fork(addCut(addCut(newPlan(), cut(5)), cut(9)), 'without the second', 1);

  it('fork with the first cuts, and are named', () => {
    expect(cutsOf(plan)).toEqual([[5, 9], [5]]);
    expect(activeBranch(plan).name).toBe('without the second');
    expect(activeBranch(renameBranch(plan, 2, 'short')).name).toBe('short');
  });

  it('are selected by a known id only', () => {
    expect(activeBranch(selectBranch(plan, 1)).cuts).toHaveLength(2);
    expect(selectBranch(plan, 77)).toBe(plan);
  });

  it('never reuse an id, and the last one stays', () => {
    const one = removeBranch(plan, 2);
    expect(one.active).toBe(1);
    expect(removeBranch(one, 1)).toBe(one);
    expect(activeBranch(fork(one, '')).id).toBe(3);
  });
});

describe('going from one branch to another', () => {
  it('keeps the cuts they share', () => {
    expect(transition([cut(5), cut(9)], [cut(5), cut(7)])).toEqual({ keep: 1, make: [cut(7)] });
    expect(transition([cut(5)], [])).toEqual({ keep: 0, make: [] });
  });

  it('makes a cut again whose survivors differ', () => {
    expect(transition([cut(5)], [cut(5, 'all')])).toEqual({ keep: 0, make: [cut(5, 'all')] });
  });
});
