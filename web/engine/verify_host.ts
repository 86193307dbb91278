import { answer, type FileReply } from './reply';
import type { Cut } from './stage_engine';
import { type ExploreEngine, LocalVerifyPlace } from './verify_local_place';
import type {
  VerifyProgress,
  VerifyReport,
  VerifySite,
  VerifyTask,
  VerifyWay,
} from './verify_protocol';
import type { Replay } from './verify_replay';
import type { WaysTask } from './verify_runner';

/** Explores in a worker: what is thrown is answered, and an exploration can be stopped. */
export class VerifyHost {
  private readonly place: LocalVerifyPlace;
  private stopping = new AbortController();

  constructor(instantiate: () => Promise<ExploreEngine>) {
    this.place = new LocalVerifyPlace(instantiate);
  }

  explore(
    text: string,
    task: VerifyTask,
    onProgress: (progress: VerifyProgress) => void,
  ): Promise<FileReply<VerifyReport>> {
    this.stopping = new AbortController();
    return answer(() => this.place.explore(text, task, this.stopping.signal, onProgress));
  }

  ways(text: string, task: WaysTask, index: number): Promise<FileReply<readonly VerifyWay[]>> {
    return answer(() => this.place.ways(text, task, index));
  }

  sites(text: string): Promise<FileReply<readonly VerifySite[]>> {
    return answer(() => this.place.sites(text));
  }

  replay(text: string, cuts: readonly Cut[]): Promise<FileReply<Replay>> {
    return answer(() => this.place.replay(text, cuts));
  }

  /** Ends the exploration that runs, at its next slice; it answers with what it found. */
  stop(): void {
    this.stopping.abort();
  }
}
