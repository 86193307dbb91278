import { CostPanel } from '../panels/cost/cost_panel';
import { pricedRun } from '../panels/model/cost';
import { usePanelWords } from '../panels/words/use_panel_words';
import { useCompared } from './compared';
import { useMeasures } from './use_measures';
import { usePrices } from './use_prices';

/** The points that have been measured, priced. */
export function Cost({ zoom }: { zoom: number }) {
  const w = usePanelWords();
  const measures = useMeasures();
  const { chosen, onChoice } = measures;
  const { points, choice } = useCompared(w('cost.at'), chosen.costAt, (costAt) =>
    onChoice({ costAt }),
  );
  const { machine } = usePrices();
  const entries = points.flatMap(({ name, series, result }) => {
    const run = pricedRun(result.metrics);
    return run ? [{ name, series, run }] : [];
  });
  return <CostPanel {...{ entries, machine, zoom, choice }} {...measures} />;
}
