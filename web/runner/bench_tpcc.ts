import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runExperiment } from '../engine/experiment_client';
import { LocalPlace } from '../engine/local_place';
import { loadEngine, projectRoot } from './node_engine';

const execute = promisify(execFile);

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
  readonly cells: readonly TpccCell[];
  /** Worst over best cost of an event. */
  readonly flatness: { readonly native: number | undefined; readonly wasm: number };
  readonly peakMemoryBytes: number;
}

/** The experiment, with so many transactions a point. */
async function experimentFile(transactions: number): Promise<BenchFile> {
  const path = join(projectRoot(), 'scenarios/bench/tpcc.json');
  const file = JSON.parse(await readFile(path, 'utf8')) as BenchFile;
  return { ...file, transactions, warmup: Math.round(transactions / 10) };
}

interface BenchFile {
  readonly transactions: number;
  readonly warmup: number;
  readonly sweep: { readonly threads: number[]; readonly 'workload.warehouses': number[] };
}

/** Measures the curve, native and WebAssembly. */
export async function benchTpcc(transactions: number): Promise<TpccBench> {
  const file = await experimentFile(transactions);
  const native = await nativeTimes(JSON.stringify(file));
  const place = new LocalPlace(() => loadEngine('fast'), { sliceMs: 1000 });
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
  const flatness = { native: flat(cells, 'native'), wasm: flat(cells, 'wasm') ?? 1 };
  return { cells, flatness, peakMemoryBytes: memory };
}

/** In the order of the engine's points. */
const sizesOf = ({ sweep }: BenchFile) =>
  sweep.threads.flatMap((threads) =>
    sweep['workload.warehouses'].map((warehouses) => ({ threads, warehouses })),
  );

interface NativeTime {
  readonly seconds: number;
  readonly transactions: number;
  readonly steps: number;
}

async function nativeTimes(text: string): Promise<NativeTime[] | undefined> {
  const program = join(projectRoot(), 'build/native/afterimage_fast');
  if (!existsSync(program)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'afterimage-bench-'));
  try {
    const file = join(folder, 'bench.json');
    writeFileSync(file, text);
    const { stdout } = await execute(program, ['experiment', file, '--time']);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as NativeTime);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function flat(cells: readonly TpccCell[], where: 'native' | 'wasm'): number | undefined {
  const costs = cells.flatMap(({ nsPerEvent }) => nsPerEvent[where] ?? []);
  return costs.length === 0 ? undefined : Math.max(...costs) / Math.min(...costs);
}

/** The curve as text. */
export function tpccTable({ cells, flatness, peakMemoryBytes }: TpccBench): string {
  const number = (value: number | undefined, digits: number) =>
    value === undefined ? 'no number' : value.toFixed(digits);
  const rows = cells.map((cell) => [
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
  const slowest = Math.min(...cells.map(({ wasm }) => wasm));
  return [
    'TPC-C (simulated transactions a wall second)',
    ...[head, ...rows].map((row) => `  ${row.map((cell) => cell.padStart(16)).join('')}`),
    `  slowest in WebAssembly ${slowest.toFixed(0)}   least ${LEAST_WASM}, aim ${AIM_WASM}${slowest < LEAST_WASM ? '   below the least' : ''}`,
    `  cost of an event, worst over best: native ${number(flatness.native, 2)}, WebAssembly ${flatness.wasm.toFixed(2)}   aim ${AIM_FLATNESS}${flatness.wasm > AIM_FLATNESS ? '   above the aim' : ''}`,
    `  memory in WebAssembly, largest: ${(peakMemoryBytes / 2 ** 20).toFixed(0)} MB`,
  ].join('\n');
}
