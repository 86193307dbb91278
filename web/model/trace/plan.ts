import type { Cut } from '../../engine/protocol';

/** One future: a name and its power cuts, each later than the one before. */
export interface Branch {
  readonly id: number;
  /** The name; empty until the reader gives one: the interface then shows its number. */
  readonly name: string;
  readonly cuts: readonly Cut[];
}

/** All futures of one scenario, one of them on the stage. Never empty. */
export interface Plan {
  readonly branches: readonly Branch[];
  readonly active: number;
  readonly nextId: number;
}

/** The steps of the engine from one branch to another. */
export interface Transition {
  /** The number of cuts to keep. */
  readonly keep: number;
  /** Cuts to make after those, in order. */
  readonly make: readonly Cut[];
}

/** One branch without power cuts. */
export function newPlan(): Plan {
  return { branches: [{ id: 1, name: '', cuts: [] }], active: 1, nextId: 2 };
}

export function activeBranch(plan: Plan): Branch {
  return plan.branches.find(({ id }) => id === plan.active) ?? (plan.branches[0] as Branch);
}

/**
 * Cuts the power on the active branch. If that would drop cuts that it already has, the old future
 * stays as it is and a new branch with the cuts before this one becomes active.
 */
export function addCut(plan: Plan, cut: Cut): Plan {
  const branch = activeBranch(plan);
  const before = branch.cuts.filter(({ at }) => at < cut.at);
  const cuts = [...before, cut];
  if (before.length === branch.cuts.length) return replace(plan, { ...branch, cuts });
  return append(plan, '', cuts);
}

/**
 * Adds a branch with the first `count` cuts of the active one (all by default), and makes it
 * active.
 */
export function fork(plan: Plan, name: string, count?: number): Plan {
  return append(plan, name, activeBranch(plan).cuts.slice(0, count));
}

export function renameBranch(plan: Plan, id: number, name: string): Plan {
  const branch = plan.branches.find((each) => each.id === id);
  return branch ? replace(plan, { ...branch, name }) : plan;
}

/** Makes a branch active; an unknown id leaves the plan as it was. */
export function selectBranch(plan: Plan, id: number): Plan {
  return plan.branches.some((branch) => branch.id === id) ? { ...plan, active: id } : plan;
}

/** Removes a branch, but not the last one; removing the active one activates the one before it. */
export function removeBranch(plan: Plan, id: number): Plan {
  const index = plan.branches.findIndex((branch) => branch.id === id);
  if (index < 0 || plan.branches.length === 1) return plan;
  const branches = plan.branches.filter((branch) => branch.id !== id);
  const neighbour = branches[Math.max(0, index - 1)] as Branch;
  return { ...plan, branches, active: plan.active === id ? neighbour.id : plan.active };
}

/** The common cuts of two branches stay; the rest of the new one is made anew. */
export function transition(from: readonly Cut[], to: readonly Cut[]): Transition {
  let keep = 0;
  while (keep < from.length && keep < to.length && sameCut(from[keep] as Cut, to[keep] as Cut)) {
    keep++;
  }
  return { keep, make: to.slice(keep) };
}

function sameCut(a: Cut, b: Cut): boolean {
  return a.at === b.at && JSON.stringify(a.survive) === JSON.stringify(b.survive);
}

function replace(plan: Plan, branch: Branch): Plan {
  const branches = plan.branches.map((each) => (each.id === branch.id ? branch : each));
  return { ...plan, branches };
}

function append(plan: Plan, name: string, cuts: readonly Cut[]): Plan {
  const branch = { id: plan.nextId, name, cuts };
  return { branches: [...plan.branches, branch], active: branch.id, nextId: plan.nextId + 1 };
}
