import type { Description } from '../../engine/protocol';

/** The engine's profile of a server of today; each of its prices names its source. */
const PRESENT_DAY = 'today';

/**
 * The machine for experiments that reproduce no paper: a present-day server, else the first one.
 */
export function presentMachine({ machines }: Pick<Description, 'machines'>): string {
  const found = machines.find(({ id }) => id === PRESENT_DAY) ?? machines[0];
  return found?.id ?? '';
}
