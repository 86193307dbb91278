import type {
  ExperimentEngine,
  ExperimentPlan,
  PointProgress,
  WorkloadInputSummary,
} from './experiment_protocol';
import { LocalPlace } from './local_place';
import type { MeasuredPoint } from './point_runner';
import { answer, type FileReply } from './reply';

/** Measures points in a worker: what is thrown is answered, and a point can be stopped. */
export class PointHost {
  private readonly place: LocalPlace;
  private stopping = new AbortController();

  constructor(instantiate: () => Promise<ExperimentEngine>) {
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
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    return answer(() => this.place.run(index, signal, onProgress));
  }

  /** Ends the point that runs, at its next slice. */
  stop(): void {
    this.stopping.abort();
  }
}
