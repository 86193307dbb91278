import { pricedRun, pricesOf } from '../model/cost';
import { useStage } from '../store/stage_context';
import { CostPanel } from '../ui/cost/cost_panel';
import { useMeasureWords } from '../ui/i18n/use_measure_words';
import { useCompared } from './compared';
import { useOpen } from './lab_context';

/** The points that have been measured, priced. */
export function Cost({ zoom }: { zoom: number }) {
  const w = useMeasureWords();
  const { points, choice } = useCompared(w('cost.at'));
  const { machine } = useOpen().file;
  const known = useStage((state) =>
    state.description?.machines.find(({ id }) => id === machine.id),
  );
  const entries = points.flatMap(({ name, series, result }) => {
    const run = pricedRun(result.metrics);
    return run ? [{ name, series, run }] : [];
  });
  const prices = pricesOf(known, machine.overrides);
  return <CostPanel {...{ entries, prices, zoom, choice }} />;
}
