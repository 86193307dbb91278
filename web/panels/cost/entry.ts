import { pricedRun } from '../model/cost';
import type { NamedRun } from '../model/cost_report';
import type { Run } from '../model/run';

/** A run in the form of the cost panel. */
export interface CostEntry extends NamedRun {
  readonly series: number;
}

/** A run that has ended, priced at the speed that it has at its moment. */
export function costEntry({ name, series, result, moment }: Run): CostEntry | undefined {
  if (!result || moment?.time === 0) return undefined;
  const run = pricedRun(result.metrics, moment?.throughput);
  return run && { name, series, run };
}
