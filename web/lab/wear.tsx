import { measuredWear } from '../panels/model/wear';
import { WearPanel } from '../panels/wear/wear_panel';
import { usePanelWords } from '../panels/words/use_panel_words';
import { useCompared } from './compared';
import { useMeasures } from './use_measures';

const SECOND = 1e9;

/** The wear of the NVM at the points that have been measured. */
export function Wear({ zoom }: { zoom: number }) {
  const w = usePanelWords();
  const measures = useMeasures();
  const { chosen, onChoice } = measures;
  const { points, choice } = useCompared(w('wear.at'), chosen.wearAt, (wearAt) =>
    onChoice({ wearAt }),
  );
  const entries = points.flatMap(({ name, series, result: { worn, metrics } }) =>
    worn
      ? [
          {
            ...{ name, series, map: worn, unitBytes: worn.unitBytes },
            ...{ numbers: measuredWear(worn, metrics), seconds: worn.time / SECOND },
          },
        ]
      : [],
  );
  const unworn = points.filter(({ result }) => !result.worn).map(({ name }) => name);
  return <WearPanel {...{ entries, unworn, zoom, choice }} {...measures} />;
}
