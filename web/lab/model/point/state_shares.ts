import type { Occupancy } from '../../../engine/protocol/experiment';

/** A state that a system plans by. */
export interface StateShare {
  /** Its number; for the last state the number before it: `>3`. */
  readonly name: string;
  /** The fraction of the measured part that was spent in it. */
  readonly measured: number;
  /** Its probability by the model, where that has an equilibrium. */
  readonly planned: number | undefined;
}

/** The states in their order. Measured fractions add up to one, or are all zero. */
export function stateShares({ spent, planned }: Occupancy): readonly StateShare[] {
  const all = spent.reduce((sum, each) => sum + each, 0);
  return spent.map((ns, k) => ({
    name: k > 0 && k === spent.length - 1 ? `>${k - 1}` : `${k}`,
    measured: all > 0 ? ns / all : 0,
    planned: planned?.[k],
  }));
}

/** The state with the largest fraction; undefined where there is none. */
export function largestState(
  states: readonly StateShare[],
  share: 'measured' | 'planned',
): StateShare | undefined {
  const of = (state: StateShare) => state[share] ?? 0;
  const most = Math.max(0, ...states.map(of));
  return most > 0 ? states.find((state) => of(state) === most) : undefined;
}
