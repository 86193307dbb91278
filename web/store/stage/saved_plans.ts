import { type Branch, type Plan, transition } from '../../model/trace/plan';

/** Adds the branches of a saved plan that this one does not have; the active branch stays. */
export function mergeBranches(plan: Plan, saved: Plan): Plan {
  const known = (branch: Branch) =>
    plan.branches.some(
      (each) =>
        each.cuts.length === branch.cuts.length &&
        transition(each.cuts, branch.cuts).make.length === 0,
    );
  const missing = saved.branches.filter((branch) => !known(branch));
  let { nextId } = plan;
  const added = missing.map((branch) => ({ ...branch, id: nextId++ }));
  const named = plan.branches.map((branch) => {
    const old = saved.branches.find(
      (each) =>
        each.cuts.length === branch.cuts.length &&
        transition(each.cuts, branch.cuts).make.length === 0,
    );
    return branch.name === '' && old ? { ...branch, name: old.name } : branch;
  });
  return { ...plan, branches: [...named, ...added], nextId };
}
