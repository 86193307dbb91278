import { boolean, type Check, list, number, object, oneOf, string } from '../values/shape';
import type { Plan } from './plan';

const unitChoice = object({ tier: oneOf(['nvm', 'disk']), address: number, stores: list(boolean) });
const survive = object(
  { survive: oneOf(['none', 'all', 'random']) },
  { seed: number, units: list(unitChoice) },
);
const branch = object({ id: number, name: string, cuts: list(object({ at: number, survive })) });
const members = object({ branches: list(branch), active: number, nextId: number });

/** Checks kept branches: at least one, and one of them is open. */
export const plan: Check = (value, path) => {
  const found = members(value, path);
  if (found) return found;
  const { branches, active } = value as Plan;
  return branches.some(({ id }) => id === active) ? undefined : { path: `${path}.active` };
};
