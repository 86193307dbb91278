import { frameAt } from '../model/experiment/race_series';
import { largestOf } from '../model/values/largest';
import { measuredWear, wearNumbers } from '../panels/model/wear';
import { cellsOf } from '../panels/wear/entry';
import { WearPanel } from '../panels/wear/wear_panel';
import { useOpenRace, usePlayhead } from './race_context';
import { useRacerNames } from './racer_name';
import { useMeasures } from './use_measures';

const SECOND = 1e9;

/** The wear of every racer's NVM at the playhead. */
export function Wear({ zoom }: { zoom: number }) {
  const race = useOpenRace();
  const at = usePlayhead();
  const measures = useMeasures();
  const names = useRacerNames(race.setup);
  const racers = race.runs.flatMap((run, series) => {
    const frame = run && frameAt(run.series, at);
    if (!frame) return [];
    const { result } = run;
    const arrived = result && frame === run.series.frames.at(-1);
    // The result's own map is finer, and its numbers are exact.
    const map = (arrived && result.worn) || frame;
    const numbers = arrived ? measuredWear(map, result.metrics) : wearNumbers(map);
    const unitBytes = result?.worn?.unitBytes;
    const seconds = frame.time / SECOND;
    return [{ name: names[series] ?? '', series, map, numbers, seconds, unitBytes }];
  });
  return (
    <WearPanel
      {...measures}
      zoom={zoom}
      entries={racers.filter(({ numbers }) => numbers.max > 0)}
      unworn={racers.filter(({ numbers }) => numbers.max === 0).map(({ name }) => name)}
      // The scale of the whole race, so that cells only grow stronger.
      least={(kind) =>
        largestOf(
          race.runs.flatMap((run) => {
            const last = run?.series.frames.at(-1);
            return last ? cellsOf(last, kind) : [];
          }),
        )
      }
    />
  );
}
