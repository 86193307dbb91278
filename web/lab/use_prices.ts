import { pricesOf } from '../panels/model/cost';
import type { Prices } from '../panels/model/cost_choice';
import { useStage } from '../store/stage/stage_context';
import { useOpen, useView } from './lab_context';

/** Returns the prices of the machine, with the file's overrides and those that the reader set. */
export function usePrices(): { readonly machine: Prices; readonly prices: Prices } {
  const { id, overrides } = useOpen().file.machine;
  const known = useStage((state) => state.description?.machines.find((each) => each.id === id));
  const changed = useView((view) => view.measures.prices);
  const machine = pricesOf(known, overrides);
  return { machine, prices: { ...machine, ...changed } };
}
