import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runExperiment } from '../engine/measure/client';
import { LocalPointWorker } from '../engine/measure/local_worker';
import { list, number, object, readAs, record } from '../model/values/shape';
import { nativeTimes } from './bench_points';
import { loadEngine, projectRoot } from './node_engine';

/** Simulated transactions a wall second in WebAssembly; how flat the cost of an event should be. */
const AIM_WASM = 40_000;
const LEAST_WASM = 10_000;
const AIM_FLATNESS = 1.5;

/** How fast one size of TPC-C is simulated. */
export interface TpccCell {
  readonly threads: number;
  readonly warehouses: number;
  /** Simulated transactions a wall second; undefined where the native program is not built. */
  readonly native: number | undefined;
  readonly wasm: number;
  readonly eventsPerTransaction: number;
  readonly nsPerEvent: { readonly native: number | undefined; readonly wasm: number };
}

export interface TpccBench {
  /** A whole run: 100,000 transactions of 16 threads on 2.4 GB. */
  readonly whole: TpccCell & { readonly transactions: number };
  readonly cells: readonly TpccCell[];
  /** Worst over best cost of an event. */
  readonly flatness: { readonly native: number | undefined; readonly wasm: number };
  readonly peakMemoryBytes: number;
}

const benchFile = object({ transactions: number, warmup: number, sweep: record(list(number)) });

/** The experiment, with so many transactions a point. */
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

/** The size that a whole run has: 26 warehouses are 2.4 GB with their indexes. */
const WHOLE = { threads: [16], 'workload.warehouses': [26] };

/**
 * Measures the curve with so many transactions a point, and a whole run, native and WebAssembly.
 */
export async function benchTpcc(transactions: number, whole: number): Promise<TpccBench> {
  const curve = await benchCells(await experimentFile(transactions));
  const run = await benchCells({ ...(await experimentFile(whole)), sweep: WHOLE });
  const flatness = { native: flat(curve.cells, 'native'), wasm: flat(curve.cells, 'wasm') ?? 1 };
  const peakMemoryBytes = Math.max(curve.memory, run.memory);
  const [cell] = run.cells;
  if (!cell) throw new RangeError('a whole run is one point');
  return { whole: { ...cell, transactions: whole }, cells: curve.cells, flatness, peakMemoryBytes };
}

async function benchCells(file: BenchFile): Promise<{ cells: TpccCell[]; memory: number }> {
  const native = await nativeTimes(JSON.stringify(file));
  const place = new LocalPointWorker(() => loadEngine('fast'), { sliceMs: 1000 });
  const cells: TpccCell[] = [];
  let memory = 0;
  for (const [index, { threads, warehouses }] of sizesOf(file).entries()) {
    const sweep = { threads: [threads], 'workload.warehouses': [warehouses] };
    const outcome = await runExperiment([place], JSON.stringify({ ...file, sweep }));
    memory = Math.max(memory, outcome.peakMemoryBytes);
    const { transactions: count, steps, busySeconds } = outcome;
    const there = native?.[index];
    cells.push({
      ...{ threads, warehouses, wasm: count / busySeconds, eventsPerTransaction: steps / count },
      native: there && there.transactions / there.seconds,
      nsPerEvent: {
        native: there && (there.seconds * 1e9) / there.steps,
        wasm: (busySeconds * 1e9) / steps,
      },
    });
  }
  return { cells, memory };
}

/** In the order of the engine's points. */
const sizesOf = ({ sweep }: BenchFile) =>
  sweep.threads.flatMap((threads) =>
    sweep['workload.warehouses'].map((warehouses) => ({ threads, warehouses })),
  );

function flat(cells: readonly TpccCell[], where: 'native' | 'wasm'): number | undefined {
  const costs = cells.flatMap(({ nsPerEvent }) => nsPerEvent[where] ?? []);
  return costs.length === 0 ? undefined : Math.max(...costs) / Math.min(...costs);
}

/** The curve as text. */
export function tpccTable({ whole, cells, flatness, peakMemoryBytes }: TpccBench): string {
  const number = (value: number | undefined, digits: number) =>
    value === undefined ? 'no number' : value.toFixed(digits);
  const rows = [...cells, whole].map((cell) => [
    `${cell.threads}`,
    `${cell.warehouses}`,
    number(cell.native, 0),
    number(cell.wasm, 0),
    number(cell.native && cell.wasm / cell.native, 2),
    number(cell.eventsPerTransaction, 0),
    number(cell.nsPerEvent.native, 0),
    number(cell.nsPerEvent.wasm, 0),
  ]);
  const head = [
    'threads',
    'warehouses',
    'native',
    'WebAssembly',
    'ratio',
    'events/txn',
    'ns/event',
    'in WebAssembly',
  ];
  return [
    'TPC-C (simulated transactions a wall second)',
    ...[head, ...rows].map((row) => `  ${row.map((cell) => cell.padStart(16)).join('')}`),
    `  the last with ${whole.transactions} transactions: in WebAssembly least ${LEAST_WASM}, aim ${AIM_WASM}${whole.wasm < LEAST_WASM ? '   below the least' : ''}`,
    `  cost of an event, worst over best: native ${number(flatness.native, 2)}, WebAssembly ${flatness.wasm.toFixed(2)}   aim ${AIM_FLATNESS}${flatness.wasm > AIM_FLATNESS ? '   above the aim' : ''}`,
    `  memory in WebAssembly, largest: ${(peakMemoryBytes / 2 ** 20).toFixed(0)} MB`,
  ].join('\n');
}
