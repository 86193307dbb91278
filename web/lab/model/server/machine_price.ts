import type { Description } from '../../../engine/protocol';
import type { ExperimentFile } from '../../../engine/protocol/experiment';

/** The value of a price in an experiment: its own, or else its machine's. */
export function priceOf(
  { machine }: Pick<ExperimentFile, 'machine'>,
  price: string,
  { machines }: Pick<Description, 'machines'>,
): number {
  const known = machines.find(({ id }) => id === machine.id);
  return machine.overrides?.[price] ?? known?.prices.find(({ id }) => id === price)?.value ?? 0;
}
