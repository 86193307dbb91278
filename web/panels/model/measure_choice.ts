import type { CostChoice } from './cost_choice';
import type { WearChoice } from './wear_choice';

/** What was chosen in the panels; what is not there is as it begins. */
export interface MeasureChoice extends CostChoice, WearChoice {}

export const NO_CHOICE: MeasureChoice = {};

/** A choice to be changed: what is undefined is as it begins. */
export type ChoicePatch = { readonly [K in keyof MeasureChoice]?: MeasureChoice[K] | undefined };

/** The choice after a change. */
export function withChoice(before: MeasureChoice, patch: ChoicePatch): MeasureChoice {
  const entries = Object.entries({ ...before, ...patch });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
