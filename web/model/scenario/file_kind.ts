import { jsonOf } from '../values/json_text';
/** Whether a text is clearly an experiment: elsewhere all else is taken for a scenario. */
export const isExperiment = (text: string) => kindOf(text) === 'experiment';

export const isScenario = (text: string) => kindOf(text) === 'scenario';

/** Whether a text says of itself that it is a plan. */
export const isPlan = (text: string) => kindOf(text) === 'plan';

const kindOf = (text: string) => fieldIn(text, 'kind');

/** A field of the object that a text holds; undefined where it holds none, or is not finished. */
export function fieldIn(text: string, name: string): unknown {
  return Object(jsonOf(text))[name];
}
