import type { ScenarioProblem } from '.';

/** A scenario or an experiment was refused: by the engine, or for an event that never happens. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  constructor(readonly problems: readonly ScenarioProblem[]) {
    super(problems.map(({ path, reason }) => `${path}: ${reason.en}`).join('\n'));
  }
}

/** So was the text that an experiment's workload runs. */
export class InputRefused extends FileRefused {}

/** The WebAssembly trapped, broke an invariant or stopped answering, `at` events into the session. */
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

/** A newer request of the same kind, or a new plan, made this one pointless. Never worth showing. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
  constructor() {
    super('overtaken by a newer request');
  }
}

/** Why something was not done; without problems it is no fault of the text. */
export interface Refusal {
  readonly message: string;
  readonly problems: readonly ScenarioProblem[];
}

/** What is told of an error, of whatever kind. */
export function refusalOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : `${error}`;
  return { message, problems: error instanceof FileRefused ? error.problems : [] };
}
