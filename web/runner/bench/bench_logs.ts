import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runExperiment } from '../../engine/measure/client';
import { LocalPointWorker } from '../../engine/measure/local_worker';
import { list, number, object, readAs, string } from '../../model/values/shape';
import { loadEngine, projectRoot } from '../node_engine';
import { nativeTimes } from './bench_points';

/**
 * The speed at which a log is simulated: work a wall second. The others of a table are compared
 * with the first.
 */
export interface LogSpeed {
  readonly title: string;
  /** The work of a transaction. */
  readonly work: number;
  /** The speed; undefined where the native program is not built. */
  readonly native: number | undefined;
  readonly wasm: number;
  /** The largest size of WebAssembly's memory. */
  readonly memoryBytes: number;
}

export interface LogsBench {
  /** The work counts appended log records. */
  readonly records: readonly LogSpeed[];
  /** The work counts TPC-C's transactions. */
  readonly transactions: readonly LogSpeed[];
  /** The work counts TPC-C's transactions where pages are on a disk, beside ARIES. */
  readonly staging: readonly LogSpeed[];
}

interface BenchFile {
  readonly transactions: number;
  readonly warmup: number;
  readonly schemes: readonly { readonly label: { readonly en: string } }[];
}

const benchFile = object({
  transactions: number,
  warmup: number,
  schemes: list(object({ label: object({ en: string }) })),
});

/** Measures the experiments with so many transactions for each system: the best of `rounds`. */
export async function benchLogs(transactions: number, rounds: number): Promise<LogsBench> {
  return {
    records: await logSpeeds('log-appends', transactions, rounds, 'log.records_per_txn'),
    transactions: await logSpeeds('log-tpcc', transactions, rounds),
    staging: await logSpeeds('pcm-tpcc', transactions, rounds),
  };
}

/**
 * Measures the systems of an experiment in scenarios/bench, in turn: the best of `rounds`, since
 * other processes only slow runs down. `per` is the metric for the work of a transaction; without
 * one each transaction counts one.
 */
export async function logSpeeds(
  name: string,
  transactions: number,
  rounds: number,
  per?: string,
): Promise<LogSpeed[]> {
  const path = join(projectRoot(), 'scenarios/bench', `${name}.json`);
  const file = readAs<BenchFile>(await readFile(path, 'utf8'), benchFile);
  const sized = { ...file, transactions, warmup: Math.round(transactions / 10) };
  const best: LogSpeed[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [index, speed] of (await speedsOnce(sized, per)).entries())
      best[index] = betterOf(best[index] ?? speed, speed);
  }
  return best;
}

async function speedsOnce(sized: BenchFile, per: string | undefined): Promise<LogSpeed[]> {
  const native = await nativeTimes(JSON.stringify(sized));
  const place = new LocalPointWorker(() => loadEngine('fast'), { sliceMs: 1000 });
  const speeds: LogSpeed[] = [];
  for (const [index, scheme] of sized.schemes.entries()) {
    const one = JSON.stringify({ ...sized, schemes: [scheme] });
    const outcome = await runExperiment([place], one);
    const work = per === undefined ? 1 : (outcome.points[0]?.metrics[per] ?? Number.NaN);
    const there = native?.[index];
    speeds.push({
      title: scheme.label.en,
      work,
      native: there && (there.transactions * work) / there.seconds,
      wasm: (outcome.transactions * work) / outcome.busySeconds,
      memoryBytes: outcome.peakMemoryBytes,
    });
  }
  return speeds;
}

const betterOf = (a: LogSpeed, b: LogSpeed): LogSpeed => ({
  ...a,
  native: a.native && b.native && Math.max(a.native, b.native),
  wasm: Math.max(a.wasm, b.wasm),
  memoryBytes: Math.max(a.memoryBytes, b.memoryBytes),
});

/** The speeds as text. */
export const logsTable = ({ records, transactions, staging }: LogsBench): string =>
  [
    ...tableOf('log records appended (a wall second)', records),
    ...tableOf('TPC-C on these logs (simulated transactions a wall second)', transactions),
    ...tableOf('TPC-C of 2.4 GB on a disk (simulated transactions a wall second)', staging),
  ].join('\n');

function tableOf(title: string, speeds: readonly LogSpeed[]): string[] {
  const [first] = speeds;
  const number = (value: number | undefined, digits: number) =>
    value === undefined ? 'no number' : value.toFixed(digits);
  const rows = speeds.map((speed) => [
    number(speed.native, 0),
    number(speed.wasm, 0),
    number(speed.native && speed.wasm / speed.native, 2),
    number(first?.native && speed.native && speed.native / first.native, 2),
    number(first && speed.wasm / first.wasm, 2),
    number(speed.memoryBytes / 2 ** 20, 0),
  ]);
  const head = ['native', 'WebAssembly', 'ratio', 'over the first', 'in WebAssembly', 'MB'];
  const line = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(18)}${cells.map((cell) => cell.padStart(16)).join('')}`;
  return [
    title,
    line('', head),
    ...rows.map((cells, index) => line(speeds[index]?.title ?? '', cells)),
  ];
}
