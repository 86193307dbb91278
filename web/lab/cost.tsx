import { useId, useState } from 'react';
import { coordinate } from '../model/chart_data';
import { comparedDimension, costGroups, pricedRun, pricesOf } from '../model/cost';
import { useStage } from '../store/stage_context';
import { CostPanel } from '../ui/cost/cost_panel';
import { useMeasureWords } from '../ui/i18n/use_measure_words';
import { useLab, useOpen } from './lab_context';
import { useNames } from './use_names';

/** The points that have been measured, priced. */
export function Cost({ zoom }: { zoom: number }) {
  const w = useMeasureWords();
  const id = useId();
  const names = useNames();
  const { file, plan } = useOpen();
  const results = useLab((state) => state.results);
  const machine = useStage((state) =>
    state.description?.machines.find(({ id: each }) => each === file.machine.id),
  );
  const [chosen, setChosen] = useState<number>();
  const point = useLab((state) => state.point);
  const compared = comparedDimension(file);
  const groups = costGroups(file, plan.points)
    .map(({ common, points }) => ({
      common,
      holds: points.some(({ index }) => index === point),
      entries: points.flatMap((point) => {
        const result = results.get(point.key);
        const run = result && pricedRun(result.metrics);
        if (!run) return [];
        const value = coordinate(point, compared.name);
        const name = names.place([{ name: compared.name, value }]);
        return [{ name, series: compared.values.indexOf(value), run }];
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
  // What was chosen here, else where the point is that is shown, else the end of the sweep.
  const shown = groups[chosen ?? -1] ?? groups.find(({ holds }) => holds) ?? groups.at(-1);
  return (
    <CostPanel
      zoom={zoom}
      entries={shown?.entries ?? []}
      prices={pricesOf(machine, file.machine.overrides)}
      choice={
        groups.length > 1 && (
          <p>
            <label htmlFor={id}>{w('cost.at')}</label>{' '}
            <select
              id={id}
              value={shown ? groups.indexOf(shown) : ''}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {groups.map(({ common }, n) => (
                <option key={names.place(common)} value={n}>
                  {names.place(common)}
                </option>
              ))}
            </select>
          </p>
        )
      }
    />
  );
}
