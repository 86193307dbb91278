import { tidyDraft } from './draft';
import type { CoursePlan } from './model/plan';
import { loadPlans } from './shipped_plans';

/** The plan that is worked on in this browser, and those that ship. */
export async function plansHere(): Promise<readonly CoursePlan[]> {
  return [tidyDraft(), ...(await loadPlans()).map(({ plan }) => plan)];
}
