import type { ScenarioProblem } from '.';

/**
 * Thrown where a scenario or an experiment was refused: by the engine, or for an event that never
 * happens.
 */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  constructor(readonly problems: readonly ScenarioProblem[]) {
    super(problems.map(({ path, reason }) => `${path}: ${reason.en}`).join('\n'));
  }
}

/** Thrown where the text that an experiment's workload runs was refused. */
export class InputRefused extends FileRefused {}

/**
 * Thrown where the WebAssembly trapped, broke an invariant or stopped answering, `at` events into
 * the session. The engine's instance is of no more use.
 */
export class EngineTrap extends Error {
  override readonly name = 'EngineTrap';
  constructor(
    /** Position the engine had reached. */
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Thrown where no engine could be started: its files did not come, or the browser made no worker.
 */
export class EngineUnstarted extends Error {
  override readonly name = 'EngineUnstarted';
}

/**
 * Thrown where a newer request of the same kind, or a new plan, has made this one pointless. It is
 * never worth showing.
 */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
  constructor() {
    super('overtaken by a newer request');
  }
}

/** The reason why something was not done. Without problems, the text is not at fault. */
export interface Refusal {
  readonly message: string;
  readonly problems: readonly ScenarioProblem[];
  /** No engine was there to do it: trying again may help. */
  readonly unstarted?: boolean;
}

/** Returns what the interface says of an error, of whatever kind. */
export function refusalOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : `${error}`;
  const problems = error instanceof FileRefused ? error.problems : [];
  return { message, problems, unstarted: error instanceof EngineUnstarted };
}
