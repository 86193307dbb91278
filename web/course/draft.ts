import { createStore } from 'zustand/vanilla';
import type { Text } from '../engine/protocol';
import { localValue } from '../store/browser/local_value';
import { tidyPlan } from './model/change_plan';
import { begun, changed, type History, redone, undone } from './model/history';
import { type CoursePlan, parsePlan, planText } from './model/plan';

/** The title of a plan without one. */
export const UNTITLED: Text = { en: 'A course plan', zh: '课程计划' };
/** The title of a task that has just been added. */
export const UNTITLED_TASK: Text = { en: 'A task', zh: '任务' };
export const EMPTY_PLAN: CoursePlan = {
  format: 1,
  kind: 'plan',
  title: {} as Text,
  minutes: 45,
  entries: [],
};

const KEY = 'afterimage.plan';

/** The plan that was worked on last in this browser. */
function stored(): CoursePlan {
  const isPlan = (value: unknown) =>
    'plan' in parsePlan(JSON.stringify(value) ?? '') ? undefined : { path: '' };
  return (localValue(KEY, isPlan, 'plan') as CoursePlan | undefined) ?? EMPTY_PLAN;
}

/** The lecturer's plan as it is being put together, kept in this browser. */
export const draft = createStore<History<CoursePlan>>()(() => begun(stored()));

/** The draft in the form of a file or a link. */
export const tidyDraft = (plan = draft.getState().now): CoursePlan => tidyPlan(plan, UNTITLED);

/** The problems for which a file of the draft could not be read again. */
export function problemsOf(plan: CoursePlan) {
  const parsed = parsePlan(planText(tidyDraft(plan)));
  return 'problems' in parsed ? parsed.problems : [];
}

draft.subscribe(({ now }, before) => {
  // A draft that could not be read again stays on the page alone.
  if (now === before.now || problemsOf(now).length > 0) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(tidyDraft(now)));
  } catch {
    // The storage may be barred; the plan then lasts as long as the page.
  }
});

/** Changes the draft; changes with the same `about` are taken back together. */
export const changeDraft = (change: (plan: CoursePlan) => CoursePlan, about?: string): void =>
  draft.setState((history) => changed(history, change(history.now), about), true);

export const undoDraft = (): void => draft.setState(undone, true);
export const redoDraft = (): void => draft.setState(redone, true);
