import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PointWorker } from '../engine/measure/client';
import { type LogInput, logPieces } from '../engine/measure/log_pieces';
import type { MeasuredPoint } from '../engine/measure/runner';
import type { ExperimentPlan, PointResult } from '../engine/protocol/experiment';
import { resultProblem } from '../model/experiment/point_result_shape';
import { readAs } from '../model/values/shape';
import { Complaint } from './complaint';
import { measuringPlace } from './experiment_run';
import { missing, runNative, stale } from './native_program';

const PROGRAM = 'afterimage_fast';

/**
 * Measures points with the native program, each in a process of its own. Plans are WebAssembly's,
 * and results are equal to its (tests/contract/experiments.test.ts).
 */
export class NativePointWorker implements PointWorker {
  private readonly planner = measuringPlace();
  private folder: string | undefined;
  private plan: ExperimentPlan | undefined;
  private args: readonly string[] = [];

  async open(text: string, input?: LogInput): Promise<ExperimentPlan> {
    this.plan = await this.planner.open(text, input);
    const file = await this.write('experiment.json', text);
    this.args = input === undefined ? [file] : [file, '--input', await this.writeLog(input)];
    return this.plan;
  }

  async run(index: number, signal: AbortSignal): Promise<MeasuredPoint | undefined> {
    const start = performance.now();
    const args = ['experiment', ...this.args, '--point', `${index}`];
    const line = await runNative(PROGRAM, args, signal).catch((error: Error) => {
      if (signal.aborted) return undefined;
      throw new Complaint(`the native program: ${error.message}`, 1);
    });
    if (signal.aborted) return undefined;
    if (line === undefined) throw missing(PROGRAM);
    const space = line.indexOf(' ');
    if (line.slice(0, space) !== this.plan?.points[index]?.key) throw stale(PROGRAM);
    const result = readAs<PointResult>(line.slice(space), resultProblem);
    const wallSeconds = (performance.now() - start) / 1000;
    return { result, wallSeconds, memoryBytes: 0 }; // of another process, which has ended
  }

  /** Removes the files that it has written. */
  async end(): Promise<void> {
    if (this.folder) await rm(this.folder, { recursive: true });
    this.folder = undefined;
  }

  private async writeLog(input: LogInput): Promise<string> {
    return this.write('input.log', logPieces(input));
  }

  private async write(name: string, text: string | AsyncIterable<Uint8Array>): Promise<string> {
    this.folder ??= await mkdtemp(join(tmpdir(), 'afterimage-'));
    const path = join(this.folder, name);
    await writeFile(path, text);
    return path;
  }
}
