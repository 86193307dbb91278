import { tidyDraft } from './draft';
import type { CoursePlan } from './model/plan';
import { loadPlans } from './shipped_plans';

/** The plan that is edited in this browser, and the shipped ones. */
export async function plansHere(): Promise<readonly CoursePlan[]> {
  return [tidyDraft(), ...(await loadPlans()).map(({ plan }) => plan)];
}
