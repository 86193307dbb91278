import type { ExperimentFile } from '../../../engine/protocol/experiment';
import { DEVICE, PATH } from './calibrated_prices';
import type { ServerFacts } from './server_facts';
import { roleOf } from './server_runs';

// Two prices are set so that one client makes in the model what it makes at the server: the path of
// a statement by a run in which commits do not wait, and the device by one in which they do. With
// one client, the time of a transaction is linear in either, so two runs tell the price.

/** Ranges that the engine takes. */
const MOST = { [PATH]: 10_000_000, [DEVICE]: 1_000_000_000 } as const;

/** Two runs that differ in one price, and the time that a transaction is to take, ns. */
export interface Trial {
  readonly price: typeof PATH | typeof DEVICE;
  readonly values: readonly [number, number];
  readonly file: ExperimentFile;
  readonly wanted: number;
}

const TRANSACTIONS = 1000;
const WARMUP = 100;

function trial(
  file: ExperimentFile,
  role: 'yours' | 'off',
  { price, values, wanted }: Omit<Trial, 'file'>,
): Trial | undefined {
  const scheme = file.schemes.find((each) => roleOf(each, file) === role);
  if (!scheme) return undefined;
  const { crash: _crash, ...rest } = file;
  const warmup = Math.min(WARMUP, file.warmup ?? 0);
  const short = {
    ...rest,
    ...{ id: 'calibration', schemes: [scheme], threads: 1, warmup },
    transactions: Math.min(TRANSACTIONS, file.transactions),
    sweep: { [`machine.${price}`]: [...values] },
    chart: { x: `machine.${price}`, y: 'throughput' },
  };
  return { price, values, wanted, file: short };
}

const timeOf = (tps: number) => 1e9 / tps;

/** By one client whose commits do not wait. */
export function pathTrial(file: ExperimentFile, { rates }: ServerFacts): Trial | undefined {
  const { oneOff } = rates;
  if (!oneOff) return undefined;
  return trial(file, 'off', { price: PATH, values: [0, 100_000], wanted: timeOf(oneOff.tps) });
}

/** By one client whose commits wait, once its path is known. */
export function deviceTrial(file: ExperimentFile, { rates }: ServerFacts): Trial | undefined {
  const { one, oneOff } = rates;
  if (!one || !oneOff || one.tps >= oneOff.tps) return undefined;
  const wait = Math.round(timeOf(one.tps) - timeOf(oneOff.tps));
  const values = [Math.ceil(wait / 2), Math.max(wait, 2)] as const;
  return trial(file, 'yours', { price: DEVICE, values, wanted: timeOf(one.tps) });
}

/** The price that gives the wanted time, by the rates of the two runs; none within its range. */
export function solved(
  { price, values, wanted }: Trial,
  rates: readonly (number | undefined)[],
): number | undefined {
  const [low, high] = values;
  const [first, second] = rates.map((rate) => (rate ? timeOf(rate) : undefined));
  if (first === undefined || second === undefined || second <= first) return undefined;
  const value = low + ((wanted - first) * (high - low)) / (second - first);
  return value >= 0 && value <= MOST[price] ? Math.round(value) : undefined;
}
