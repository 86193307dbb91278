import { type ChoicePatch, withChoice } from '../panels/model/measure_choice';
import { useOpenRace, useRace, useRaceStore } from './race_context';

/** What is set where cost and wear are shown, and what their files say of where they are from. */
export function useMeasures() {
  const store = useRaceStore();
  const { plan } = useOpenRace();
  const chosen = useRace((state) => state.measures);
  return {
    chosen,
    onChoice: (patch: ChoicePatch) =>
      store.getState().set({ measures: withChoice(store.getState().measures, patch) }),
    file: plan.id,
    notes: [`Afterimage ${plan.version} · ${plan.machine} · ${plan.workload}`],
  };
}
