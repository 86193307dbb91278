import type { Cut, Description } from '../protocol';
import type {
  ScheduleSet,
  VerifyProgress,
  VerifyReport,
  VerifySite,
  VerifyTask,
  VerifyWay,
} from '../protocol/exploration';
import { LazyWorker, type WorkerPort } from '../worker/lazy_worker';
import { type FileReply, unwrapped } from '../worker/reply';
import type { ExploreWorker } from './client';
import type { Replay } from './replay';
import type { WaysTask } from './runner';

/** A verify host in a worker. */
export interface VerifyPort extends WorkerPort {
  explore(
    text: string,
    task: VerifyTask,
    onProgress: (progress: VerifyProgress) => void,
  ): Promise<FileReply<VerifyReport>>;
  ways(text: string, task: WaysTask, index: number): Promise<FileReply<readonly VerifyWay[]>>;
  sites(text: string): Promise<FileReply<readonly VerifySite[]>>;
  schedules(text: string, bound: number): Promise<FileReply<ScheduleSet>>;
  replay(text: string, cuts: readonly Cut[]): Promise<FileReply<Replay>>;
  describe(): Promise<FileReply<Description>>;
}

export type SpawnVerifyHost = () => Promise<VerifyPort>;

/** Explores in a worker. */
export class RemoteExploreWorker implements ExploreWorker {
  private readonly worker: LazyWorker<VerifyPort>;
  private tail: Promise<unknown> = Promise.resolve();

  constructor(spawn: SpawnVerifyHost, patienceMs?: number) {
    this.worker = new LazyWorker(spawn, patienceMs);
  }

  /**
   * Calls come one after the other: ending a worker then loses only the answer of the call that it
   * runs.
   */
  explore(
    text: string,
    task: VerifyTask,
    signal: AbortSignal,
    onProgress: (progress: VerifyProgress) => void,
  ): Promise<VerifyReport | undefined> {
    const explored = this.tail.then(() =>
      this.worker.run(signal, (port) => port.explore(text, task, onProgress)),
    );
    this.tail = explored.catch(() => undefined);
    return explored.then((reply) => reply && unwrapped(reply));
  }

  async ways(text: string, task: WaysTask, index: number): Promise<readonly VerifyWay[]> {
    return unwrapped(await this.worker.ask((port) => port.ways(text, task, index)));
  }

  async sites(text: string): Promise<readonly VerifySite[]> {
    return unwrapped(await this.worker.ask((port) => port.sites(text)));
  }

  async schedules(text: string, bound: number): Promise<ScheduleSet> {
    return unwrapped(await this.worker.ask((port) => port.schedules(text, bound)));
  }

  async replay(text: string, cuts: readonly Cut[]): Promise<Replay> {
    return unwrapped(await this.worker.ask((port) => port.replay(text, cuts)));
  }

  async describe(): Promise<Description> {
    return unwrapped(await this.worker.ask((port) => port.describe()));
  }

  dispose(): void {
    this.worker.end();
  }
}
