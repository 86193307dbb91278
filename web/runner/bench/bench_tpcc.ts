import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runExperiment } from '../../engine/measure/client';
import { LocalPointWorker } from '../../engine/measure/local_worker';
import { list, number, object, readAs, record } from '../../model/values/shape';
import { loadEngine, projectRoot } from '../node_engine';
import { median } from './bench_measures';
import { nativeTimes } from './bench_points';

/** The targets for simulated transactions a wall second in WebAssembly, and relative to native. */
const AIM_WASM = 40_000;
const LEAST_WASM = 10_000;
const LEAST_RATIO = 0.8;
/**
 * The targets for the worst over the best cost of a transaction, and the bytes of the largest run.
 */
const AIM_FLATNESS = 2;
const MOST_BYTES = 450 * 2 ** 20;

/** The speed at which one size of TPC-C is simulated: simulated transactions a wall second. */
export interface TpccCell {
  readonly threads: number;
  readonly warehouses: number;
  /** The native speed; undefined where the native program is not built. */
  readonly native: number | undefined;
  readonly wasm: number;
  /** WebAssembly over native, the median of the pairs. */
  readonly ratio: number | undefined;
  readonly eventsPerTransaction: number;
}

export interface TpccBench {
  /** A complete run: 110,000 transactions of 16 threads on 2.4 GB, of which 10,000 warm up. */
  readonly whole: TpccCell & { readonly transactions: number };
  readonly cells: readonly TpccCell[];
  /** The worst over the best cost of a transaction. */
  readonly flatness: { readonly native: number | undefined; readonly wasm: number };
  readonly peakMemoryBytes: number;
}

const benchFile = object({ transactions: number, warmup: number, sweep: record(list(number)) });

/** The experiment with so many transactions for each point. */
async function experimentFile(transactions: number): Promise<BenchFile> {
  const path = join(projectRoot(), 'scenarios/bench/tpcc.json');
  const file = readAs<BenchFile>(await readFile(path, 'utf8'), benchFile);
  return { ...file, transactions, warmup: Math.round(transactions / 10) };
}

interface BenchFile {
  readonly transactions: number;
  readonly warmup: number;
  readonly sweep: { readonly threads: number[]; readonly 'workload.warehouses': number[] };
}

/** The size of a complete run: 26 warehouses are 2.4 GB with their indexes. */
const WHOLE = { threads: [16], 'workload.warehouses': [26] };

/**
 * Measures the curve with so many transactions for each point, and a complete run: natively and in
 * WebAssembly in turn, `rounds` times.
 */
export async function benchTpcc(
  transactions: number,
  whole: number,
  pairs: number,
): Promise<TpccBench> {
  const curve = await benchCells(await experimentFile(transactions), pairs);
  const run = await benchCells({ ...(await experimentFile(whole)), sweep: WHOLE }, pairs);
  const flatness = { native: flat(curve.cells, 'native'), wasm: flat(curve.cells, 'wasm') ?? 1 };
  const peakMemoryBytes = Math.max(curve.memory, run.memory);
  const [cell] = run.cells;
  if (!cell) throw new RangeError('a whole run is one point');
  return { whole: { ...cell, transactions: whole }, cells: curve.cells, flatness, peakMemoryBytes };
}

async function benchCells(file: BenchFile, pairs: number) {
  const cells: TpccCell[] = [];
  let memory = 0;
  for (const { threads, warehouses } of sizesOf(file)) {
    const sweep = { threads: [threads], 'workload.warehouses': [warehouses] };
    const measured = await measuredByTurns(JSON.stringify({ ...file, sweep }), pairs);
    memory = Math.max(memory, measured.memory);
    const { native, wasm, ratio, eventsPerTransaction } = measured;
    cells.push({ threads, warehouses, native, wasm, ratio, eventsPerTransaction });
  }
  return { cells, memory };
}

/** The best of each, and the median of WebAssembly relative to the native run of its pair. */
async function measuredByTurns(text: string, pairs: number) {
  const place = new LocalPointWorker(() => loadEngine('fast'), { sliceMs: 1000 });
  const ratios: number[] = [];
  let native: number | undefined;
  let wasm = 0;
  let memory = 0;
  let eventsPerTransaction = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const [there] = (await nativeTimes(text)) ?? [];
    const outcome = await runExperiment([place], text);
    const speed = outcome.transactions / outcome.busySeconds;
    wasm = Math.max(wasm, speed);
    memory = Math.max(memory, outcome.peakMemoryBytes);
    eventsPerTransaction = outcome.steps / outcome.transactions;
    if (!there) continue;
    const nativeSpeed = there.transactions / there.seconds;
    native = Math.max(native ?? 0, nativeSpeed);
    ratios.push(speed / nativeSpeed);
  }
  return { native, wasm, ratio: median(ratios), memory, eventsPerTransaction };
}

/** The sizes in the order of the engine's points. */
const sizesOf = ({ sweep }: BenchFile) =>
  sweep.threads.flatMap((threads) =>
    sweep['workload.warehouses'].map((warehouses) => ({ threads, warehouses })),
  );

function flat(cells: readonly TpccCell[], where: 'native' | 'wasm'): number | undefined {
  const speeds = cells.flatMap((cell) => cell[where] ?? []);
  return speeds.length === 0 ? undefined : Math.max(...speeds) / Math.min(...speeds);
}

/** The curve as text. */
export function tpccTable({ whole, cells, flatness, peakMemoryBytes }: TpccBench): string {
  const number = (value: number | undefined, digits: number) =>
    value === undefined ? 'no number' : value.toFixed(digits);
  const microseconds = (speed: number | undefined) => number(speed && 1e6 / speed, 0);
  const rows = [...cells, whole].map((cell) => [
    `${cell.threads}`,
    `${cell.warehouses}`,
    number(cell.native, 0),
    number(cell.wasm, 0),
    number(cell.ratio, 2),
    number(cell.eventsPerTransaction, 0),
    microseconds(cell.native),
    microseconds(cell.wasm),
  ]);
  const head = [
    'threads',
    'warehouses',
    'native',
    'WebAssembly',
    'ratio of pairs',
    'events/txn',
    'µs/txn',
    'in WebAssembly',
  ];
  const below = (value: number | undefined, least: number) =>
    value !== undefined && value < least ? '   below the least' : '';
  const above = (value: number | undefined, most: number) =>
    value !== undefined && value > most ? '   above the aim' : '';
  return [
    'TPC-C (simulated transactions a wall second)',
    ...[head, ...rows].map((row) => `  ${row.map((cell) => cell.padStart(16)).join('')}`),
    `  the last with ${whole.transactions} transactions: in WebAssembly least ${LEAST_WASM}, ` +
      `aim ${AIM_WASM}${below(whole.wasm, LEAST_WASM)}`,
    `  ratio of the last: least ${LEAST_RATIO}${below(whole.ratio, LEAST_RATIO)}`,
    `  cost of a transaction, worst over best: native ${number(flatness.native, 2)}, ` +
      `WebAssembly ${flatness.wasm.toFixed(2)}   ` +
      `aim ${AIM_FLATNESS}${above(flatness.wasm, AIM_FLATNESS)}`,
    `  memory in WebAssembly, largest: ${(peakMemoryBytes / 2 ** 20).toFixed(0)} MB   aim ` +
      `${MOST_BYTES / 2 ** 20}${above(peakMemoryBytes, MOST_BYTES)}`,
  ].join('\n');
}
