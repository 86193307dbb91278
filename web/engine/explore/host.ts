import type { Cut, Description } from '../protocol';
import type {
  ScheduleSet,
  VerifyProgress,
  VerifyReport,
  VerifySite,
  VerifyTask,
  VerifyWay,
} from '../protocol/exploration';
import { answer, type FileReply } from '../worker/reply';
import { StoppableHost } from '../worker/stoppable_host';
import { type ExploreEngine, LocalExploreWorker } from './local_worker';
import type { Replay } from './replay';
import type { WaysTask } from './runner';

/** Explores in a worker; an exploration that is stopped answers with what it found. */
export class VerifyHost extends StoppableHost {
  private readonly worker: LocalExploreWorker;

  constructor(instantiate: () => Promise<ExploreEngine>) {
    super();
    this.worker = new LocalExploreWorker(instantiate);
  }

  explore(
    text: string,
    task: VerifyTask,
    onProgress: (progress: VerifyProgress) => void,
  ): Promise<FileReply<VerifyReport>> {
    return this.stoppable((signal) => this.worker.explore(text, task, signal, onProgress));
  }

  ways(text: string, task: WaysTask, index: number): Promise<FileReply<readonly VerifyWay[]>> {
    return answer(() => this.worker.ways(text, task, index));
  }

  sites(text: string): Promise<FileReply<readonly VerifySite[]>> {
    return answer(() => this.worker.sites(text));
  }

  schedules(text: string, bound: number): Promise<FileReply<ScheduleSet>> {
    return answer(() => this.worker.schedules(text, bound));
  }

  replay(text: string, cuts: readonly Cut[]): Promise<FileReply<Replay>> {
    return answer(() => this.worker.replay(text, cuts));
  }

  describe(): Promise<FileReply<Description>> {
    return answer(() => this.worker.describe());
  }
}
