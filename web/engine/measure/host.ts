import type {
  ExperimentEngine,
  ExperimentPlan,
  PointProgress,
  WorkloadInputSummary,
} from '../protocol/experiment';
import { answer, type FileReply } from '../worker/reply';
import { StoppableHost } from '../worker/stoppable_host';
import { LocalPlace } from './local_place';
import type { MeasuredPoint } from './runner';

/** Measures points in a worker. */
export class PointHost extends StoppableHost {
  private readonly place: LocalPlace;

  constructor(instantiate: () => Promise<ExperimentEngine>) {
    super();
    this.place = new LocalPlace(instantiate);
  }

  read(input: string): Promise<FileReply<WorkloadInputSummary>> {
    return answer(() => this.place.read(input));
  }

  open(text: string, input?: string): Promise<FileReply<ExperimentPlan>> {
    return answer(() => this.place.open(text, input));
  }

  /** Undefined where it was stopped. */
  run(
    index: number,
    onProgress: (progress: PointProgress) => void,
  ): Promise<FileReply<MeasuredPoint | undefined>> {
    return this.stoppable((signal) => this.place.run(index, signal, onProgress));
  }
}
