import type { ExperimentFile } from '../../../engine/protocol/experiment';
import { withPrice } from '../../../model/experiment/machine_prices';
import { DEVICE, IDLE_WAKE, LOAD, LOADED_DEVICE, PATH, SWITCH } from './calibrated_prices';
import { leaveNoCore, type ServerFacts } from './server_facts';
import { roleOf } from './server_runs';

// Two prices are set so that one client makes in the model what it makes at the server: the path
// of a statement by a run in which commits do not wait, and the device by one in which they do.
// With one client, the time of a transaction is linear in either, so two runs tell the price.
// Where a rate of clients that leave no core idle is known, the path is by that one, and what one
// client takes beyond it, if it was measured, are cores that idle and wake. A rate of several
// clients whose commits wait tells a third price, which lies between those of several runs: where
// they make less than the model, what it takes to switch between them, and where they make more,
// the device under load.

/** Ranges that the engine takes. */
const MOST = {
  [PATH]: 10_000_000,
  [IDLE_WAKE]: 10_000_000,
  [SWITCH]: 10_000_000,
  [DEVICE]: 1_000_000_000,
  [LOADED_DEVICE]: 1_000_000_000,
} as const;

/** Runs that differ in one price, and the time that a transaction is to take, ns. */
export interface Trial {
  readonly price: keyof typeof MOST;
  /** From the smallest to the largest. */
  readonly values: readonly number[];
  readonly file: ExperimentFile;
  readonly wanted: number;
  /** The time is not linear in the price, so there is none beyond those that are tried. */
  readonly within?: boolean;
}

const TRANSACTIONS = 1000;
/**
 * The number of transactions if cores bound: now and then a process that others wait for loses its
 * core for an entire slice.
 */
const BUSY_TRANSACTIONS = 8000;
const WARMUP = 100;

function trial(
  file: ExperimentFile,
  role: 'yours' | 'off',
  set: Omit<Trial, 'file'>,
  clients = 1,
  most = TRANSACTIONS,
): Trial | undefined {
  const scheme = file.schemes.find((each) => roleOf(each, file) === role);
  if (!scheme) return undefined;
  const { crash: _crash, ...rest } = file;
  const { price, values } = set;
  const warmup = Math.min(WARMUP, file.warmup ?? 0);
  const short = {
    ...rest,
    id: 'calibration',
    schemes: [scheme],
    threads: clients,
    warmup,
    transactions: Math.min(most, file.transactions),
    sweep: { [`machine.${price}`]: [...values] },
    chart: { x: `machine.${price}`, y: 'throughput' },
  };
  return { ...set, file: short };
}

const timeOf = (tps: number) => 1e9 / tps;

/** By one client whose commits do not wait. */
export function pathTrial(file: ExperimentFile, { rates }: ServerFacts): Trial | undefined {
  const { oneOff } = rates;
  if (!oneOff) return undefined;
  return trial(file, 'off', { price: PATH, values: [0, 100_000], wanted: timeOf(oneOff.tps) });
}

/** Instructions of a statement that are tried with several clients. */
const PATHS = [25_000, 100_000, 400_000, 1_600_000] as const;

/** By clients whose commits do not wait, and who leave no core idle. */
export function busyPathTrial(file: ExperimentFile, facts: ServerFacts): Trial | undefined {
  const { todayOff } = facts.rates;
  if (!todayOff || !leaveNoCore(facts)) return undefined;
  const set = { price: PATH, values: PATHS, wanted: timeOf(todayOff.tps) } as const;
  return trial(file, 'off', set, facts.clients.value, BUSY_TRANSACTIONS);
}

/** By one client whose commits do not wait, once the path is known from several. */
export function idleWakeTrial(file: ExperimentFile, { rates }: ServerFacts): Trial | undefined {
  const { oneOff } = rates;
  if (!oneOff) return undefined;
  const set = { price: IDLE_WAKE, values: [0, 10_000], wanted: timeOf(oneOff.tps) } as const;
  return trial(file, 'off', set);
}

/** By one client whose commits wait, once its path is known. */
export function deviceTrial(file: ExperimentFile, { rates }: ServerFacts): Trial | undefined {
  const { one, oneOff } = rates;
  if (!one || !oneOff || one.tps >= oneOff.tps) return undefined;
  const wait = Math.round(timeOf(one.tps) - timeOf(oneOff.tps));
  const values = [Math.ceil(wait / 2), Math.max(wait, 2)] as const;
  return trial(file, 'yours', { price: DEVICE, values, wanted: timeOf(one.tps) });
}

/** Shares of the time alone that are tried under load. */
const SHARES = [1 / 64, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1] as const;

/** Times of a switch that are tried, ns: of a fast machine, to a busy virtual one. */
const SWITCHES = [0, 5000, 10_000, 20_000, 40_000, 80_000] as const;

/** By several clients whose commits wait, and who make less than the model without it. */
export function switchTrial(file: ExperimentFile, { loaded }: ServerFacts): Trial | undefined {
  if (!loaded || 'ns' in loaded || file.machine.overrides?.[DEVICE] === undefined) return undefined;
  const set = {
    price: SWITCH,
    values: SWITCHES,
    wanted: timeOf(loaded.tps),
    within: true,
  } as const;
  return trial(file, 'yours', set, loaded.clients, BUSY_TRANSACTIONS);
}

/** By several clients whose commits wait, and who make more than the model without it. */
export function loadTrial(file: ExperimentFile, { loaded }: ServerFacts): Trial | undefined {
  const alone = file.machine.overrides?.[DEVICE];
  if (!loaded || 'ns' in loaded || alone === undefined) return undefined;
  const values = SHARES.map((share) => Math.max(1, Math.round(alone * share)));
  const wanted = timeOf(loaded.tps);
  const set = { price: LOADED_DEVICE, values, wanted, within: true } as const;
  return trial(withPrice(file, LOAD, loaded.clients), 'yours', set, loaded.clients);
}

/** The neighbours between which the wanted time lies, or the two that are nearest to it. */
function around(times: readonly number[], wanted: number): number {
  const above = times.findIndex((time) => time >= wanted);
  return Math.max(0, (above < 0 ? times.length : above) - 1);
}

/** The price that gives the wanted time, by the rates of the runs; none within its range. */
export function solved(
  { price, values, wanted, within = false }: Trial,
  rates: readonly (number | undefined)[],
): number | undefined {
  const times = rates.flatMap((rate) => (rate ? [timeOf(rate)] : []));
  if (times.length < values.length || values.length < 2) return undefined;
  if (within && (wanted < Math.min(...times) || wanted > Math.max(...times))) return undefined;
  const at = Math.min(around(times, wanted), values.length - 2);
  const [low, high, first, second] = [values[at], values[at + 1], times[at], times[at + 1]];
  if (low === undefined || high === undefined) return undefined;
  if (first === undefined || second === undefined || second <= first) return undefined;
  const value = low + ((wanted - first) * (high - low)) / (second - first);
  return value >= 0 && value <= MOST[price] ? Math.round(value) : undefined;
}
