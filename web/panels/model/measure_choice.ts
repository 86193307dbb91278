import type { CostChoice } from './cost_choice';
import type { WearChoice } from './wear_choice';

/** The choices in the panels; a missing one has its initial value. */
export interface MeasureChoice extends CostChoice, WearChoice {}

export const NO_CHOICE: MeasureChoice = {};

/** A changed choice: undefined fields have their initial values. */
export type ChoicePatch = { readonly [K in keyof MeasureChoice]?: MeasureChoice[K] | undefined };

/** The choice after a change. */
export function withChoice(before: MeasureChoice, patch: ChoicePatch): MeasureChoice {
  const entries = Object.entries({ ...before, ...patch });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
