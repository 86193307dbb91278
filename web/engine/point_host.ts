import { EngineTrap } from './errors';
import type { ExperimentEngine, ExperimentPlan, PointProgress } from './experiment_protocol';
import { LocalPlace } from './local_place';
import { ExperimentRefused, InputRefused, type MeasuredPoint } from './point_runner';
import type { ScenarioProblem } from './protocol';

/** An answer that crosses from a worker to the page; errors of a class would lose it on the way. */
export type PointReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[]; readonly ofInput: boolean }
  | { readonly ok: false; readonly trap: { readonly at: number; readonly message: string } };

/** Measures points in a worker: what is thrown is answered, and a point can be stopped. */
export class PointHost {
  private readonly place: LocalPlace;
  private stopping = new AbortController();

  constructor(instantiate: () => Promise<ExperimentEngine>) {
    this.place = new LocalPlace(instantiate);
  }

  open(text: string, input?: string): Promise<PointReply<ExperimentPlan>> {
    return answer(() => this.place.open(text, input));
  }

  /** Undefined where it was stopped. */
  run(
    index: number,
    onProgress: (progress: PointProgress) => void,
  ): Promise<PointReply<MeasuredPoint | undefined>> {
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    return answer(() => this.place.run(index, signal, onProgress));
  }

  /** Ends the point that runs, at its next slice. */
  stop(): void {
    this.stopping.abort();
  }
}

async function answer<T>(work: () => Promise<T>): Promise<PointReply<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof ExperimentRefused) {
      return { ok: false, problems: error.problems, ofInput: error instanceof InputRefused };
    }
    const at = error instanceof EngineTrap ? error.at : 0;
    const message = error instanceof Error ? error.message : `${error}`;
    return { ok: false, trap: { at, message } };
  }
}

/** The value of a reply; throws what it tells of. */
export function unwrapped<T>(reply: PointReply<T>): T {
  if (reply.ok) return reply.value;
  if ('problems' in reply) {
    throw new (reply.ofInput ? InputRefused : ExperimentRefused)(reply.problems);
  }
  throw new EngineTrap(reply.trap.at, reply.trap.message);
}
