import type { VerifyPlace, WaysTask } from './verify_client';
import type { VerifyEngine, VerifyProgress, VerifyTask } from './verify_protocol';
import { runVerification, sitesOfRun, type VerifySlices, waysOfPoint } from './verify_runner';

/** Explores in this thread, each time in an engine instance of its own. */
export class LocalVerifyPlace implements VerifyPlace {
  constructor(
    private readonly instantiate: () => Promise<VerifyEngine>,
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
}
