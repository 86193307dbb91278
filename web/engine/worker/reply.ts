import type { ScenarioProblem } from '../protocol';
import { EngineTrap, FileRefused, InputRefused } from '../protocol/errors';

/** An answer that crosses from a worker to the page; errors of a class would lose it on the way. */
export type FileReply<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly problems: readonly ScenarioProblem[];
      /** True where the text that the workload runs was refused. */
      readonly ofInput: boolean;
    }
  | { readonly ok: false; readonly trap: { readonly at: number; readonly message: string } };

/** Answers with the result of `work`, or with its error. */
export async function answer<T>(work: () => Promise<T>): Promise<FileReply<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof FileRefused) {
      return { ok: false, problems: error.problems, ofInput: error instanceof InputRefused };
    }
    const at = error instanceof EngineTrap ? error.at : 0;
    const message = error instanceof Error ? error.message : `${error}`;
    return { ok: false, trap: { at, message } };
  }
}

/** The value of a reply; throws the error that it carries: FileRefused or EngineTrap. */
export function unwrapped<T>(reply: FileReply<T>): T {
  if (reply.ok) return reply.value;
  if ('problems' in reply) {
    throw new (reply.ofInput ? InputRefused : FileRefused)(reply.problems);
  }
  throw new EngineTrap(reply.trap.at, reply.trap.message);
}
