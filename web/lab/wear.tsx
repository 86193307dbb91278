import { measuredWear } from '../model/wear';
import { useMeasureWords } from '../ui/i18n/use_measure_words';
import { WearPanel } from '../ui/wear/wear_panel';
import { useCompared } from './compared';

const SECOND = 1e9;

/** The wear of the NVM at the points that have been measured. */
export function Wear({ zoom }: { zoom: number }) {
  const w = useMeasureWords();
  const { points, choice } = useCompared(w('wear.at'));
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
  return <WearPanel {...{ entries, unworn, zoom, choice }} />;
}
