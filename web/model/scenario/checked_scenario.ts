import type { Scenario } from '../../engine/protocol';
import { readAs } from '../values/shape';
import { scenarioShape } from './scenario_shape';

/** A scenario's text that no engine has looked at. Throws what is none, with the place. */
export const checkedScenario = (text: string): Scenario => readAs<Scenario>(text, scenarioShape);
