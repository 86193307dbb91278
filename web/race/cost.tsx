import { valueAt } from '../model/experiment/race_series';
import { CostPanel } from '../panels/cost/cost_panel';
import { pricedRun, pricesOf } from '../panels/model/cost';
import { useOpenRace, usePlayhead, useRace } from './race_context';
import { useRacerNames } from './racer_name';
import { useMeasures } from './use_measures';

const SECOND = 1e9;

/** The racers that have arrived, priced at the speed that they had up to the playhead. */
export function Cost({ zoom }: { zoom: number }) {
  const race = useOpenRace();
  const at = usePlayhead();
  const measures = useMeasures();
  const names = useRacerNames(race.setup);
  const machines = useRace((state) => state.description.machines);
  const machine = machines.find(({ id }) => id === race.setup.machine);
  const entries = race.runs.flatMap((run, series) => {
    if (!run?.result || at === 0) return [];
    const speed = (valueAt(run.series, 'commits', at) / at) * SECOND;
    const priced = pricedRun(run.result.metrics, speed);
    return priced ? [{ name: names[series] ?? '', series, run: priced }] : [];
  });
  return <CostPanel {...{ entries, zoom }} machine={pricesOf(machine)} {...measures} />;
}
