import type { ParamValue } from '../../model/scenario/side_choice';
import type { RaceSetup } from '../model/race';
import { useRaceStore } from '../race_context';

/** Returns the values that are not defaults. */
export const changed = (
  values: Readonly<Record<string, ParamValue>>,
  id: string,
  value: ParamValue,
  standard: ParamValue,
) => {
  const { [id]: _old, ...others } = values;
  return value === standard ? others : { ...others, [id]: value };
};

/** Changes the form, which the engine then judges. */
export function useChange(): (patch: Partial<RaceSetup>) => void {
  const store = useRaceStore();
  return (patch) => {
    const { setup, change } = store.getState();
    void change({ ...setup, ...patch });
  };
}
