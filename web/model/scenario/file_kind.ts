import { jsonOf } from '../values/json_text';
/** True if a text is clearly an experiment: all others are taken for scenarios. */
export const isExperiment = (text: string) => kindOf(text) === 'experiment';

export const isScenario = (text: string) => kindOf(text) === 'scenario';

/** True if a text says of itself that it is a plan. */
export const isPlan = (text: string) => kindOf(text) === 'plan';

/** True for questions about an experiment, which is measured once they are answered. */
export const isPrediction = (text: string) => kindOf(text) === 'prediction';

const kindOf = (text: string) => fieldIn(text, 'kind');

/** A field of the object that a text holds; undefined where it holds none, or is incomplete. */
export function fieldIn(text: string, name: string): unknown {
  return Object(jsonOf(text))[name];
}
