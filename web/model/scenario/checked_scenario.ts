import type { Scenario } from '../../engine/protocol';
import { readAs } from '../values/shape';
import { scenarioShape } from './scenario_shape';

/**
 * Reads a scenario's text that no engine has checked. Throws for any other text, with the place.
 */
export const checkedScenario = (text: string): Scenario => readAs<Scenario>(text, scenarioShape);
