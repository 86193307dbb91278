import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyScenario } from '../../engine/explore/client';
import { LocalExploreWorker } from '../../engine/explore/local_worker';
import { number, object, readAs } from '../../model/values/shape';
import { Complaint } from '../complaint';
import { NOT_BUILT, runNative } from '../native_program';
import { loadEngine, projectRoot } from '../node_engine';
import { median, missed } from './bench_measures';

/** The recoveries a second on one core. */
const AIM_NATIVE = 100_000;
const AIM_WASM = 50_000;
const ROUNDS = 3;

/** The speed of the crash explorer in the small scenarios, one after the other. */
export interface ExplorerBench {
  readonly scenarios: number;
  /** The recoveries from a power cut, and the points inside of them at which power failed again. */
  readonly runs: number;
  readonly innerPoints: number;
  /** The (point, image) pairs that they stand for. */
  readonly pairs: number;
  /** The seconds; undefined where the native program is not built. */
  readonly native: number | undefined;
  readonly wasm: number;
  /** WebAssembly over native, the median of the pairs. */
  readonly ratio: number | undefined;
}

/** Explores every scenario of scenarios/explore completely, natively and in WebAssembly. */
export async function benchExplorer(scenarios: number): Promise<ExplorerBench> {
  const folder = join(projectRoot(), 'scenarios/explore');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const place = new LocalExploreWorker(() => loadEngine('explore'));
  let sum = { runs: 0, innerPoints: 0, pairs: 0, wasm: 0 };
  let native: number | undefined = 0;
  const ratios: number[] = [];
  const chosen = files.sort().slice(0, scenarios);
  for (const name of chosen) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    let wasm = Number.POSITIVE_INFINITY;
    let here: number | undefined;
    for (let round = 0; round < ROUNDS; round++) {
      const there = await timeNative(path);
      here = there && Math.min(here ?? there.seconds, there.seconds);
      const start = performance.now();
      const report = await verifyScenario([place], text);
      const seconds = (performance.now() - start) / 1000;
      wasm = Math.min(wasm, seconds);
      if (there) ratios.push(there.seconds / seconds);
      if (there && there.runs !== report.runs) {
        throw new Complaint(`${name}: native ran ${there.runs}, WebAssembly ${report.runs}`, 1);
      }
      if (round > 0) continue;
      const { runs, innerPoints, pairs } = report;
      sum = {
        ...sum,
        runs: sum.runs + runs,
        innerPoints: sum.innerPoints + innerPoints,
        pairs: sum.pairs + pairs,
      };
    }
    sum.wasm += wasm;
    native = native === undefined || here === undefined ? undefined : native + here;
  }
  return { scenarios: chosen.length, ...sum, native, ratio: median(ratios) };
}

async function timeNative(path: string) {
  const start = performance.now();
  const text = await runNative('afterimage_traced', ['verify', path, '1']);
  const seconds = (performance.now() - start) / 1000;
  return text === undefined
    ? undefined
    : { seconds, ...readAs<{ readonly runs: number }>(text, object({ runs: number })) };
}

/** The speeds as text. */
export function explorerTable(bench: ExplorerBench): string {
  const { scenarios, runs, innerPoints, pairs, native, wasm, ratio } = bench;
  const line = (name: string, seconds: number | undefined, aim: number) => {
    if (seconds === undefined) return `  ${name} ${NOT_BUILT}`;
    const speed = runs / seconds;
    return `  ${name} ${speed.toFixed(0).padStart(8)}   aim ${aim}${missed(speed, aim)}`;
  };
  return [
    `crash explorer, ${scenarios} small scenarios (recoveries/s)`,
    line('native      ', native, AIM_NATIVE),
    line('WebAssembly ', wasm, AIM_WASM),
    `  ratio        ${ratio === undefined ? 'no number' : ratio.toFixed(2).padStart(8)}   ` +
      'the median of the pairs',
    `  ${runs} recoveries with ${innerPoints} power cuts inside stand for ` +
      `${pairs.toPrecision(4)} (point, image) pairs`,
  ].join('\n');
}
