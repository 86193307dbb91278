import { type ChoicePatch, withChoice } from '../panels/model/measure_choice';
import { useLab, useLabStore, useOpen } from './lab_context';
import { useLookWords } from './look_note';

/** What is set where cost and wear are shown, and what their files say of where they are from. */
export function useMeasures() {
  const { file, plan } = useOpen();
  const store = useLabStore();
  const chosen = useLab((state) => state.measures);
  const look = useLookWords()('point');
  return {
    chosen,
    onChoice: (patch: ChoicePatch) =>
      store.getState().set({ measures: withChoice(store.getState().measures, patch) }),
    file: file.id,
    notes: [
      ...(look === undefined ? [] : [look]),
      `${plan.id} · Afterimage ${plan.version} · ${plan.machine} · ${plan.workload}`,
    ],
  };
}
