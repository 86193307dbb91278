import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyScenario } from '../../engine/explore/client';
import { LocalExploreWorker } from '../../engine/explore/local_worker';
import type { Scenario } from '../../engine/protocol';
import { readScenario } from '../../model/scenario/scenario_text';
import { bench, free, peer } from '../../own/model/library';
import { NOT_BUILT, runNative } from '../native_program';
import { loadEngine, projectRoot } from '../node_engine';
import { missed } from './bench_measures';

/** The least recoveries a second, as a fraction of those of a paper's system. */
const AIM = 0.25;
const ROUNDS = 5;
const STORIES = ['explore-updates', 'explore-abort', 'explore-insert-delete'];
/** The recoveries a second on one core; undefined where the native program is not built. */
interface Speeds {
  readonly native: number | undefined;
  readonly wasm: number;
}

/** The speed of the crash explorer in a user's program, and in its peer. */
export interface ProgramBench {
  readonly stories: number;
  readonly program: Speeds;
  readonly peer: Speeds;
}

type System = Scenario['scheme'];

/**
 * Explores the same stories in a program and in its peer, in turn; takes the fastest round of each.
 */
export async function benchProgram(stories: number): Promise<ProgramBench> {
  const folder = mkdtempSync(join(tmpdir(), 'afterimage-bench-'));
  const program: System = { id: bench.scheme, program: free.text };
  const chosen = STORIES.slice(0, stories);
  const sums = { program: new Sum(), peer: new Sum() };
  try {
    for (const name of chosen) {
      const ways = { program: new Fastest(), peer: new Fastest() };
      for (let round = 0; round < ROUNDS; round++) {
        await ways.program.time(storyOf(name, program), folder);
        await ways.peer.time(storyOf(name, peer), folder);
      }
      sums.program.add(ways.program);
      sums.peer.add(ways.peer);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { stories: chosen.length, program: sums.program.speeds(), peer: sums.peer.speeds() };
}

function storyOf(name: string, scheme: System): string {
  const path = join(projectRoot(), 'scenarios/explore', `${name}.json`);
  return JSON.stringify({ ...readScenario(readFileSync(path, 'utf8')), scheme });
}

/** The fastest of several explorations of one scenario. */
class Fastest {
  runs = 0;
  native: number | undefined = Number.POSITIVE_INFINITY;
  wasm = Number.POSITIVE_INFINITY;
  private readonly place = new LocalExploreWorker(() => loadEngine('explore'));

  async time(text: string, folder: string): Promise<void> {
    const file = join(folder, 'story.json');
    writeFileSync(file, text);
    let start = performance.now();
    const told = await runNative('afterimage_traced', ['verify', file, '1']);
    const native = (performance.now() - start) / 1000;
    this.native = told === undefined ? undefined : Math.min(this.native ?? native, native);
    start = performance.now();
    const { runs } = await verifyScenario([this.place], text);
    this.wasm = Math.min(this.wasm, (performance.now() - start) / 1000);
    this.runs = runs;
  }
}

class Sum {
  private runs = 0;
  private native: number | undefined = 0;
  private wasm = 0;

  add({ runs, native, wasm }: Fastest): void {
    this.runs += runs;
    this.native = native === undefined ? undefined : (this.native ?? 0) + native;
    this.wasm += wasm;
  }

  speeds(): Speeds {
    return { native: this.native && this.runs / this.native, wasm: this.runs / this.wasm };
  }
}

/** The speeds as text. */
export function programTable({ stories, program, peer: other }: ProgramBench): string {
  const line = (name: string, own: number | undefined, its: number | undefined) => {
    if (own === undefined || its === undefined) return `  ${name} ${NOT_BUILT}`;
    const ratio = own / its;
    const speeds = `${Math.round(own)} recoveries/s, ${Math.round(its)} of its peer`;
    return `  ${name} ${speeds}: ${ratio.toFixed(2)}, aim ${AIM}${missed(ratio, AIM)}`;
  };
  return [
    `explorer on a program of the user's and on its peer, ${stories} stories`,
    line('native', program.native, other.native),
    line('wasm  ', program.wasm, other.wasm),
    '',
  ].join('\n');
}
