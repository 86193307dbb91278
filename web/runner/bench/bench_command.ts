import { Complaint } from '../complaint';
import { NOT_BUILT } from '../native_program';
import { loadEngine } from '../node_engine';
import { parseArguments } from '../options/command_line';
import { progress, writeResult } from '../output';
import { benchExplorer, explorerTable } from './bench_explorer';
import { benchLogs, logsTable } from './bench_logs';
import { AIM_RATIO, MEASURES, type Measure, median, missed } from './bench_measures';
import { speedOfPeer, type Timing, timeNative } from './bench_peers';
import { benchProgram, programTable } from './bench_program';
import { benchTpcc, tpccTable } from './bench_tpcc';

/** The speeds in operations a second; a text gives the reason for a missing number. */
export interface BenchRow {
  readonly title: string;
  readonly unit: string;
  readonly native: number | string;
  readonly wasm: number;
  /** WebAssembly over native, the median of the pairs. */
  readonly ratio: number | undefined;
  readonly aims: { readonly native: number; readonly wasm: number; readonly ratio: number };
  readonly peers: readonly { readonly name: string; readonly speed: number | string }[];
}

const ROUNDS = 3;

/** The sections of the bench by name, in the order in which they are measured. */
const SECTIONS: Readonly<
  Record<string, (quick: boolean) => Promise<{ readonly result: unknown; readonly table: string }>>
> = {
  async measures(quick) {
    const rows: BenchRow[] = [];
    for (const measure of MEASURES) {
      progress(`bench: ${measure.title}`);
      rows.push(await measureRow(measure, quick ? 0.05 : 1));
    }
    return { result: rows, table: benchTable(rows) };
  },
  async explorer(quick) {
    progress('bench: crash explorer');
    const result = await benchExplorer(quick ? 1 : 6);
    return { result, table: explorerTable(result) };
  },
  async program(quick) {
    progress('bench: crash explorer on a program of the user');
    const result = await benchProgram(quick ? 1 : 3);
    return { result, table: programTable(result) };
  },
  async tpcc(quick) {
    progress('bench: TPC-C from 1 to 64 threads, 1 to 100 warehouses');
    const result = quick ? await benchTpcc(200, 400, 1) : await benchTpcc(20_000, 100_000, ROUNDS);
    return { result, table: tpccTable(result) };
  },
  async logs(quick) {
    progress('bench: logs');
    const result = quick ? await benchLogs(200, 1) : await benchLogs(10_000, ROUNDS);
    return { result, table: logsTable(result) };
  },
};

/**
 * `lab bench [SECTION...] [--quick] [--json] [--out F]`: each measured number, the ratio, and the
 * target; all sections by default. Throws Complaint for an unknown section.
 */
export async function benchCommand(args: readonly string[]): Promise<number> {
  const { positional, options } = parseArguments(args, ['out'], ['quick', 'json']);
  const unknown = positional.find((name) => !Object.hasOwn(SECTIONS, name));
  if (unknown !== undefined) {
    const known = Object.keys(SECTIONS).join(', ');
    throw new Complaint(`${unknown} is no part of the bench; there are: ${known}`);
  }
  const found: Record<string, unknown> = {};
  const tables: string[] = [];
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (positional.length > 0 && !positional.includes(name)) continue;
    const { result, table } = await measure(options.quick === true);
    found[name] = result;
    tables.push(table);
  }
  await writeResult(options.json ? JSON.stringify(found, null, 2) : tables.join('\n'), options.out);
  return 0;
}

async function measureRow(measure: Measure, scale: number): Promise<BenchRow> {
  const operations = Math.round(measure.operations * scale);
  const { native, wasm, ratio } = await bestOf(measure.which, operations);
  const peers = [];
  for (const peer of measure.peers) {
    const speed = await speedOfPeer(peer, Math.max(1000, Math.round(operations * peer.share)));
    peers.push({ name: peer.name, speed });
  }
  return {
    title: measure.title,
    unit: measure.unit,
    native: native ? operations / native : NOT_BUILT,
    wasm: operations / wasm,
    ratio,
    aims: { native: measure.aimNative, wasm: measure.aimWasm, ratio: AIM_RATIO },
    peers,
  };
}

/**
 * The best seconds of a few rounds, native and WebAssembly in turn: other processes slow down both
 * runs of a pair alike.
 */
async function bestOf(which: number, operations: number) {
  const engine = await loadEngine('fast');
  engine.bench(which, Math.ceil(operations / 20)); // until the compiler has optimized it
  let native: number | undefined;
  let wasm = Number.POSITIVE_INFINITY;
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const here = await timeNative(which, operations);
    const start = performance.now();
    const checksum = engine.bench(which, operations) >>> 0;
    const seconds = (performance.now() - start) / 1000;
    wasm = Math.min(wasm, seconds);
    if (!here) continue;
    ratios.push(here.seconds / seconds);
    compare(here, checksum);
    native = Math.min(native ?? here.seconds, here.seconds);
  }
  return { native, wasm, ratio: median(ratios) };
}

function compare(native: Timing, checksum: number): void {
  if (native.checksum === undefined || native.checksum >>> 0 === checksum) return;
  throw new Complaint(`checksums differ: native ${native.checksum}, WebAssembly ${checksum}`, 1);
}

/** The rows as text: millions of operations a second. */
export function benchTable(rows: readonly BenchRow[]): string {
  const lines = rows.flatMap((row) => [
    `${row.title} (million ${row.unit})`,
    `  native       ${speed(row.native)}   aim ${speed(row.aims.native)}` +
      missed(row.native, row.aims.native),
    `  WebAssembly  ${speed(row.wasm)}   aim ${speed(row.aims.wasm)}` +
      missed(row.wasm, row.aims.wasm),
    row.ratio === undefined
      ? '  WebAssembly / native: no number'
      : `  ratio        ${row.ratio.toFixed(2).padStart(8)}   aim ` +
        `${row.aims.ratio.toFixed(2).padStart(8)}${missed(row.ratio, row.aims.ratio)}`,
    ...row.peers.map(
      (peer) => `  ${peer.name.padEnd(12)} ${speed(peer.speed)}${beside(row, peer.speed)}`,
    ),
  ]);
  return lines.join('\n');
}

function speed(value: number | string): string {
  return typeof value === 'string' ? value : (value / 1e6).toFixed(2).padStart(8);
}

function beside(row: BenchRow, peer: number | string): string {
  if (typeof peer === 'string') return '';
  const native =
    typeof row.native === 'number' ? `native ${(row.native / peer).toFixed(1)} x, ` : '';
  return `   ${native}WebAssembly ${(row.wasm / peer).toFixed(1)} x`;
}
