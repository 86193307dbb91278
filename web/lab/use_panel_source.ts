import { withChoice } from '../panels/model/measure_choice';
import type { PanelSource } from '../panels/panel';
import { useLabStore, useOpen, useView } from './lab_context';
import { useLookWords } from './look_note';
import { coordinate } from './model/chart_data';
import { comparedDimension, comparedGroups } from './model/compared';
import { viewOf } from './store/lab_shown';
import { useNames } from './use_names';
import { usePrices } from './use_prices';
import { useShown } from './use_shown';

/**
 * The points that have been measured; those that differ in one dimension alone stand side by side.
 */
function usePlaces(): Pick<PanelSource, 'places' | 'here'> {
  const names = useNames();
  const { file, plan } = useOpen();
  const { results } = useShown();
  const point = useView((view) => view.point);
  const compared = comparedDimension(file);
  const groups = comparedGroups(file, plan.points);
  const places = groups
    .map(({ common, points }, number) => ({
      number,
      name: names.place(common),
      runs: points.flatMap((each) => {
        const result = results.get(each.key);
        const value = coordinate(each, compared.name);
        const name = names.place([{ name: compared.name, value }]);
        return result ? [{ name, series: compared.values.indexOf(value), result }] : [];
      }),
    }))
    .filter(({ runs }) => runs.length > 0);
  const holds = groups.findIndex(({ points }) => points.some(({ index }) => index === point));
  // The panels follow the point that is shown, else the end of the sweep.
  return { places, here: holds < 0 ? undefined : holds };
}

/** Returns the panels' view of the open experiment. */
export function usePanelSource(): PanelSource {
  const { file, plan } = useOpen();
  const store = useLabStore();
  const chosen = useView((view) => view.measures);
  const look = useLookWords()('point');
  const { machine } = usePrices();
  return {
    ...usePlaces(),
    machine,
    chosen,
    onChoice: (patch) => {
      const state = store.getState();
      state.look({ measures: withChoice(viewOf(state).measures, patch) });
    },
    file: file.id,
    notes: [
      ...(look === undefined ? [] : [look]),
      `${plan.id} · Afterimage ${plan.version} · ${plan.machine} · ${plan.workload}`,
    ],
  };
}
