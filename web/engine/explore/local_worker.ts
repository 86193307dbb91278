import type { SessionEngine } from '../instance/session';
import type { Cut } from '../protocol';
import type { VerifyEngine, VerifyProgress, VerifyTask } from '../protocol/exploration';
import type { ExploreWorker } from './client';
import { replayCuts } from './replay';
import {
  runVerification,
  sitesOfRun,
  type VerifySlices,
  type WaysTask,
  waysOfPoint,
} from './runner';

export type ExploreEngine = VerifyEngine & SessionEngine;

/** Explores in this thread, each time in an engine instance of its own. */
export class LocalExploreWorker implements ExploreWorker {
  constructor(
    private readonly instantiate: () => Promise<ExploreEngine>,
    private readonly slices: VerifySlices = {},
  ) {}

  async explore(
    text: string,
    task: VerifyTask,
    signal: AbortSignal,
    onProgress: (progress: VerifyProgress) => void,
  ) {
    const engine = await this.instantiate();
    return runVerification(engine, text, task, { ...this.slices, signal, onProgress });
  }

  async ways(text: string, task: WaysTask, index: number) {
    return waysOfPoint(await this.instantiate(), text, task, index);
  }

  async sites(text: string) {
    return sitesOfRun(await this.instantiate(), text);
  }

  async schedules(text: string, bound: number) {
    return (await this.instantiate()).schedules(text, bound);
  }

  async replay(text: string, cuts: readonly Cut[]) {
    return replayCuts(await this.instantiate(), text, cuts);
  }

  async describe() {
    return (await this.instantiate()).describe();
  }
}
