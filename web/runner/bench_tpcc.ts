import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ExperimentOutcome, runExperiment } from '../engine/experiment_client';
import { LocalPlace } from '../engine/local_place';
import { loadEngine, projectRoot } from './node_engine';

const execute = promisify(execFile);

const THREADS = [1, 4, 16, 64] as const;
const WAREHOUSES = [1, 10, 100] as const;
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

/** One TPC-C run a number of threads and warehouses. */
function experimentText(transactions: number): string {
  const pages = { placement: 'btree', page_bytes: 8192, frames: 1_500_000, spare_pages: 200_000 };
  const log = { entries: 2_000_000, checkpoint_after: 1_600_000 };
  return JSON.stringify({
    ...{ format: 1, id: 'bench', kind: 'experiment', title: { en: 'bench', zh: '基准' } },
    ...{ scale: 'quick', machine: { id: 'setup-a' }, workload: { id: 'tpcc' }, threads: 1 },
    ...{ transactions, warmup: Math.round(transactions / 10), seed: 1 },
    schemes: [{ id: 'nv-logging', params: { ...pages, ...log, warm: true } }],
    sweep: { threads: THREADS, 'workload.warehouses': WAREHOUSES },
  });
}

/** Measures the curve, native and WebAssembly. */
export async function benchTpcc(transactions: number): Promise<TpccBench> {
  const text = experimentText(transactions);
  const native = await nativeTimes(text);
  const place = new LocalPlace(() => loadEngine('fast'), { sliceMs: 1000 });
  const cells: TpccCell[] = [];
  let memory = 0;
  for (const [index, { threads, warehouses }] of sizes().entries()) {
    const outcome = await one(place, text, index);
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

const sizes = () =>
  THREADS.flatMap((threads) => WAREHOUSES.map((warehouses) => ({ threads, warehouses })));

/** One point of the sweep. */
async function one(place: LocalPlace, text: string, index: number): Promise<ExperimentOutcome> {
  const size = sizes()[index];
  const sweep = { threads: [size?.threads], 'workload.warehouses': [size?.warehouses] };
  return runExperiment([place], JSON.stringify({ ...JSON.parse(text), sweep }));
}

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
    'TPC-C under NV-Logging (simulated transactions a wall second)',
    ...[head, ...rows].map((row) => `  ${row.map((cell) => cell.padStart(14)).join('')}`),
    `  slowest in WebAssembly ${slowest.toFixed(0)}   least ${LEAST_WASM}, aim ${AIM_WASM}${slowest < LEAST_WASM ? '   below the least' : ''}`,
    `  cost of an event, worst over best: native ${number(flatness.native, 2)}, WebAssembly ${flatness.wasm.toFixed(2)}   aim ${AIM_FLATNESS}${flatness.wasm > AIM_FLATNESS ? '   above the aim' : ''}`,
    `  memory in WebAssembly, largest: ${(peakMemoryBytes / 2 ** 20).toFixed(0)} MB`,
  ].join('\n');
}
