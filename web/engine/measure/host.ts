import type { Description } from '../protocol';
import type {
  ExperimentEngine,
  ExperimentPlan,
  PointProgress,
  WorkloadInputSummary,
} from '../protocol/experiment';
import { answer, type FileReply } from '../worker/reply';
import { StoppableHost } from '../worker/stoppable_host';
import { LocalPointWorker } from './local_worker';
import type { LogInput } from './log_pieces';
import type { MeasuredPoint } from './runner';

/** Measures points in a worker. */
export class PointHost extends StoppableHost {
  private readonly worker: LocalPointWorker;

  constructor(instantiate: () => Promise<ExperimentEngine>) {
    super();
    this.worker = new LocalPointWorker(instantiate);
  }

  read(
    input: LogInput,
    onRead?: (bytes: number) => void,
  ): Promise<FileReply<WorkloadInputSummary>> {
    return answer(() => this.worker.read(input, onRead));
  }

  describe(): Promise<FileReply<Description>> {
    return answer(() => this.worker.describe());
  }

  open(text: string, input?: LogInput): Promise<FileReply<ExperimentPlan>> {
    return answer(() => this.worker.open(text, input));
  }

  /** Measures a point; undefined where it was stopped. */
  run(
    index: number,
    onProgress: (progress: PointProgress) => void,
  ): Promise<FileReply<MeasuredPoint | undefined>> {
    return this.stoppable((signal) => this.worker.run(index, signal, onProgress));
  }
}
