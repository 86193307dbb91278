import type { Description } from '../../../engine/protocol';
import type { ExperimentFile, PointResult } from '../../../engine/protocol/experiment';
import { IDLE_WAKE, SWITCH } from './calibrated_prices';
import { priceOf } from './machine_price';

// The costs of processes to a server, and to a system beside it with threads of its own: a core
// goes from one to another, or idles and wakes.

/** The share from which on a cost is named in the answer. */
const CONSIDERABLE = 0.1;
const CORES = 'cpu.cores';
/** A time that is put together from metrics is no more exact. */
const ROUNDED = 1.05;

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

/** The consequences of a system's own threads for its clients, where they are considerable. */
export interface OwnThreads {
  /** The number of switches for each transaction, the time of one, and their share of the cores. */
  readonly switches?: { readonly count: number; readonly ns: number; readonly share: number };
  /**
   * The part of a transaction's time, of all of the server's where commits wait for nothing, that
   * it is spared with so many clients since a core that such a thread keeps awake need not wake,
   * ns.
   */
  readonly awake?: { readonly clients: number; readonly ns: number; readonly all: number };
}

const WORK = 'daemons.';
const IDLE = 'daemons.wait';

/** Tells if a metric is work of a system's own threads, which is more than nothing. */
export const isThreadsWork = (name: string, ns: number): boolean =>
  name.startsWith(WORK) && name !== IDLE && ns > 0;

const doThreadsWork = (metrics: Metrics) =>
  Object.entries(metrics).some(([name, ns]) => isThreadsWork(name, ns ?? 0));

/** A transaction's time, and what of it is waiting for a core, ns. */
function timesOf(metrics: Metrics, clients: number) {
  const all = (1e9 * clients) / (metrics.throughput ?? Number.NaN);
  return { all, coreWait: all * (metrics['share.core-wait'] ?? 0) };
}

/** A system's run, and the server's with as many clients whose commits wait for nothing. */
export interface RunBesideOff {
  readonly clients: number;
  readonly metrics: Metrics;
  readonly off: Metrics;
}

/** What a thread of the system's own spares its clients by keeping a core awake. */
function sparedBy({ clients, metrics, off }: RunBesideOff, wakeNs: number): OwnThreads['awake'] {
  const server = timesOf(off, clients);
  const spared = server.coreWait - timesOf(metrics, clients).coreWait;
  const wakes = (off['cpu.idle_wakes'] ?? 0) * wakeNs;
  const isSo = wakes > 0 && spared > CONSIDERABLE * server.all && spared < wakes * ROUNDED;
  return isSo && doThreadsWork(metrics) ? { clients, ns: spared, all: server.all } : undefined;
}

/**
 * Those of a system: by its run with the reader's clients, and what is spared else by the first
 * run that shows it.
 */
export function ownThreads(
  clients: number,
  runs: readonly RunBesideOff[],
  file: Pick<ExperimentFile, 'machine'>,
  description: Pick<Description, 'machines'>,
): OwnThreads {
  const cores = priceOf(file, CORES, description);
  const ns = priceOf(file, SWITCH, description);
  const wakeNs = priceOf(file, IDLE_WAKE, description);
  const { metrics = {} } = runs.find((run) => run.clients === clients) ?? {};
  const count = metrics['cpu.switches'] ?? 0;
  const share = (count * ns * (metrics.throughput ?? 0)) / 1e9 / Math.max(1, cores);
  const found = runs.flatMap((run) => sparedBy(run, wakeNs) ?? []);
  const awake = found.find((each) => each.clients === clients) ?? found[0];
  return {
    ...(share >= CONSIDERABLE && doThreadsWork(metrics) && { switches: { count, ns, share } }),
    ...(awake && { awake }),
  };
}
