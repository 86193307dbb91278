import { EngineTrap } from './errors';
import type { ScenarioProblem } from './protocol';
import type { WaysTask } from './verify_client';
import { LocalVerifyPlace } from './verify_local_place';
import type {
  VerifyEngine,
  VerifyProgress,
  VerifyReport,
  VerifySite,
  VerifyTask,
  VerifyWay,
} from './verify_protocol';
import { VerifyRefused } from './verify_runner';

/** What a worker answers: errors do not keep their class on the way. */
export type VerifyReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] }
  | { readonly ok: false; readonly trap: { readonly at: number; readonly message: string } };

/** Explores in a worker: what is thrown is answered, and an exploration can be stopped. */
export class VerifyHost {
  private readonly place: LocalVerifyPlace;
  private stopping = new AbortController();

  constructor(instantiate: () => Promise<VerifyEngine>) {
    this.place = new LocalVerifyPlace(instantiate);
  }

  explore(
    text: string,
    task: VerifyTask,
    onProgress: (progress: VerifyProgress) => void,
  ): Promise<VerifyReply<VerifyReport>> {
    this.stopping = new AbortController();
    return answer(() => this.place.explore(text, task, this.stopping.signal, onProgress));
  }

  ways(text: string, task: WaysTask, index: number): Promise<VerifyReply<readonly VerifyWay[]>> {
    return answer(() => this.place.ways(text, task, index));
  }

  sites(text: string): Promise<VerifyReply<readonly VerifySite[]>> {
    return answer(() => this.place.sites(text));
  }

  /** Ends the exploration that runs, at its next slice; it answers with what it found. */
  stop(): void {
    this.stopping.abort();
  }
}

async function answer<T>(work: () => Promise<T>): Promise<VerifyReply<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof VerifyRefused) return { ok: false, problems: error.problems };
    const at = error instanceof EngineTrap ? error.at : 0;
    const message = error instanceof Error ? error.message : `${error}`;
    return { ok: false, trap: { at, message } };
  }
}

/** The value of a reply; throws what it tells of. */
export function verified<T>(reply: VerifyReply<T>): T {
  if (reply.ok) return reply.value;
  if ('problems' in reply) throw new VerifyRefused(reply.problems);
  throw new EngineTrap(reply.trap.at, reply.trap.message);
}
