import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PointWorker } from '../engine/measure/client';
import type { MeasuredPoint } from '../engine/measure/runner';
import type { ExperimentPlan, PointResult } from '../engine/protocol/experiment';
import { Complaint } from './complaint';
import { measuringPlace } from './experiment_run';
import { projectRoot } from './node_engine';

const execute = promisify(execFile);
const programPath = () => join(projectRoot(), 'build/native/afterimage_fast');

/**
 * Measures points with the native program, each in a process of its own. Plans are WebAssembly's, and
 * results are equal to its (tests/contract/experiments.test.ts).
 */
export class NativePointWorker implements PointWorker {
  private readonly planner = measuringPlace();
  private folder: string | undefined;
  private plan: ExperimentPlan | undefined;
  private args: readonly string[] = [];

  async open(text: string, input?: string): Promise<ExperimentPlan> {
    this.plan = await this.planner.open(text, input);
    this.folder ??= await mkdtemp(join(tmpdir(), 'afterimage-'));
    const file = join(this.folder, 'experiment.json');
    await writeFile(file, text);
    this.args = [file];
    if (input !== undefined) {
      const inputFile = join(this.folder, 'input.log');
      await writeFile(inputFile, input);
      this.args = [file, '--input', inputFile];
    }
    return this.plan;
  }

  async run(index: number, signal: AbortSignal): Promise<MeasuredPoint | undefined> {
    const start = performance.now();
    const args = ['experiment', ...this.args, '--point', `${index}`];
    const line = await execute(programPath(), args, { signal, maxBuffer: 2 ** 28 }).then(
      ({ stdout }) => stdout,
      (error: Error) => {
        if (signal.aborted) return undefined;
        throw new Complaint(`the native program: ${error.message}`, 1);
      },
    );
    if (line === undefined) return undefined;
    const space = line.indexOf(' ');
    if (line.slice(0, space) !== this.plan?.points[index]?.key) throw stale();
    const result = JSON.parse(line.slice(space)) as PointResult;
    const wallSeconds = (performance.now() - start) / 1000;
    return { result, wallSeconds, memoryBytes: 0 }; // of another process, which has ended
  }

  /** Removes what it has written. */
  async end(): Promise<void> {
    if (this.folder) await rm(this.folder, { recursive: true });
    this.folder = undefined;
  }
}

/** Throws Complaint where the native program is missing or older than what it is made of. */
export async function checkNativeProgram(): Promise<void> {
  const path = programPath();
  if (!existsSync(path)) throw new Complaint(`--native: ${BUILD}`, 1);
  const { mtimeMs } = await stat(path);
  const sources = join(projectRoot(), 'engine-wasm');
  for (const name of await readdir(sources, { recursive: true })) {
    const source = await stat(join(sources, name));
    if (source.isFile() && source.mtimeMs > mtimeMs) throw stale();
  }
}

const BUILD = 'the native program is not built: "npm test -- native" builds it';
const stale = () =>
  new Complaint('--native: the native program is older than its sources: build it again', 1);
