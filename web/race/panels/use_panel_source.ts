import { frameAt, valueAt } from '../../model/experiment/race_series';
import { pricesOf } from '../../panels/model/cost';
import { withChoice } from '../../panels/model/measure_choice';
import type { Run } from '../../panels/model/run';
import type { PanelSource } from '../../panels/panel';
import { useOpenRace, usePlayhead, useRace, useRaceStore } from '../race_context';
import { useRacerNames } from '../racer_name';

const SECOND = 1e9;

/** Returns the panels' view of the racers at the playhead. */
export function usePanelSource(): PanelSource {
  const store = useRaceStore();
  const { plan, runs, setup } = useOpenRace();
  const time = usePlayhead();
  const names = useRacerNames(setup);
  const chosen = useRace((state) => state.measures);
  const machines = useRace((state) => state.description.machines);
  const shown = runs.flatMap((run, series): Run[] => {
    if (!run) return [];
    const { series: samples, result } = run;
    const moment = {
      time,
      throughput: (valueAt(samples, 'commits', time) / time) * SECOND,
      frame: frameAt(samples, time),
      last: samples.frames.at(-1),
    };
    return [{ name: names[series] ?? '', series, result, moment }];
  });
  return {
    places: [{ number: 0, name: '', runs: shown }],
    machine: pricesOf(machines.find(({ id }) => id === setup.machine)),
    chosen,
    onChoice: (patch) => store.getState().measure(withChoice(store.getState().measures, patch)),
    file: plan.id,
    notes: [`Afterimage ${plan.version} · ${plan.machine} · ${plan.workload}`],
  };
}
