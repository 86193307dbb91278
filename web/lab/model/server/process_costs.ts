import type { Description } from '../../../engine/protocol';
import type { ExperimentFile, PointResult } from '../../../engine/protocol/experiment';
import { IDLE_WAKE, SWITCH } from './calibrated_prices';
import { priceOf } from './machine_price';

// The costs of processes to a server: a core goes from one to another, or idles and wakes.

/** The share from which on a cost is named in the answer. */
const CONSIDERABLE = 0.1;
const CORES = 'cpu.cores';

export interface ProcessCost {
  readonly of: 'switch' | 'wake';
  /** The time of one, ns. */
  readonly ns: number;
  /** The number of them for each transaction, and the number if commits wait for nothing. */
  readonly count: number;
  readonly countOff: number;
  /** The share of the cores' time for a switch, of a transaction's for a wake. */
  readonly share: number;
}

type Metrics = PointResult['metrics'];

/** Those that take a considerable part of a server's run; none where the run does not tell. */
export function processCosts(
  metrics: Metrics,
  off: Metrics,
  clients: number,
  file: Pick<ExperimentFile, 'machine'>,
  description: Pick<Description, 'machines'>,
): readonly ProcessCost[] {
  const cost = (of: ProcessCost['of'], metric: string, price: string, among: number) => {
    const ns = priceOf(file, price, description);
    const count = metrics[metric] ?? 0;
    const share = (count * ns * (metrics.throughput ?? 0)) / 1e9 / Math.max(1, among);
    return share < CONSIDERABLE ? [] : [{ of, ns, count, countOff: off[metric] ?? 0, share }];
  };
  return [
    ...cost('switch', 'cpu.switches', SWITCH, priceOf(file, CORES, description)),
    ...cost('wake', 'cpu.idle_wakes', IDLE_WAKE, clients),
  ];
}
