import { type CoursePlan, parsePlan } from './model/plan';

const texts = import.meta.glob<string>('../../scenarios/plans/*.json', {
  query: '?raw',
  import: 'default',
});

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
const byName = new Map(Object.entries(texts).map(([path, load]) => [nameOf(path), load]));

/** A shipped plan, by the name of its file. */
export async function loadPlan(name: string): Promise<CoursePlan | undefined> {
  const text = await byName.get(name)?.();
  const parsed = text === undefined ? undefined : parsePlan(text);
  return parsed && 'plan' in parsed ? parsed.plan : undefined;
}

/** All shipped plans, the shortest first. */
export async function loadPlans(): Promise<
  readonly { readonly name: string; readonly plan: CoursePlan }[]
> {
  const all = await Promise.all(
    [...byName.keys()].map(async (name) => ({ name, plan: await loadPlan(name) })),
  );
  return all
    .flatMap(({ name, plan }) => (plan ? [{ name, plan }] : []))
    .sort((a, b) => a.plan.minutes - b.plan.minutes);
}
