// Tells if commits waited in a run, as the lines of a pasted transcript say. A setting on the
// command line of a run is of that run; one of the shell or the server holds until it is changed.

export type Commits = 'on' | 'off';

/** A setting in a command or a statement, or a row of settings. */
const SAID = /synchronous_commit\b["'\s]*(?:[=:|]|to\b|is\b)?\s*["']?(on|off)\b/i;
/** The name of a script, or of a file that `tail` prints. */
const NAMED = /^\s*(?:transaction type:|==>)\s*(.+)$/;
const OFF_NAME = /(?:^|[\W_])(?:async|off)(?:[\W_]|$)/i;

/** PGOPTIONS exported in a shell of Unix, fish, csh or Windows; or alone on its line. */
const OF_SHELL = anyOf(
  /\b(?:export|declare\s+-x|setenv|set\s+-\w*x\w*)\s+PGOPTIONS\b/,
  /\$env:PGOPTIONS\b/,
  /\bset\s+PGOPTIONS=/,
);
const ALONE = /(?:^|[$#>%;]\s*)PGOPTIONS=(?:"[^"]*"|'[^']*'|[^\s"']*)\s*;?\s*$/;
const UNSET = anyOf(
  /\b(?:unset(?:env)?|set\s+-\w*e\w*)\s+PGOPTIONS\b/,
  /\bexport\s+-n\s+PGOPTIONS\b/,
  /Remove-Item\s+Env:\\?PGOPTIONS\b/,
);
/** A setting of the server, a database or a role. */
const OF_SERVER = /\balter\s+(?:system|database|role|user)\b|\bpostgresql(?:\.auto)?\.conf\b/i;
const RESET = /\breset\s+(?:synchronous_commit|all)\b/i;

/** Each of these signs, in capitals or not. */
function anyOf(...signs: readonly RegExp[]): RegExp {
  return new RegExp(signs.map(({ source }) => source).join('|'), 'i');
}

const saidIn = (line: string): Commits | undefined => {
  const said = SAID.exec(line)?.[1]?.toLowerCase();
  return said === 'on' || said === 'off' ? said : undefined;
};

/** Goes through the lines of a transcript, and knows what holds for the next run. */
export class CommitSetting {
  #shell: Commits | undefined;
  #server: Commits | undefined;
  /** The setting of the next run. */
  #next: Commits | undefined;

  read(line: string): void {
    const said = saidIn(line);
    if (UNSET.test(line)) this.#shell = undefined;
    // Other options take the place of those before.
    else if (OF_SHELL.test(line) || ALONE.test(line)) this.#shell = said;
    else if (OF_SERVER.test(line))
      this.#server = RESET.test(line) ? undefined : (said ?? this.#server);
    else if (said) this.#next = said;
    else if (OFF_NAME.test(NAMED.exec(line)?.[1] ?? '')) this.#next = 'off';
  }

  /** The setting of the run whose rate was just read. */
  get ofRun(): Commits | undefined {
    return this.#next ?? this.#shell ?? this.#server;
  }

  /** The run is over: what its own lines said is not of the next. */
  endRun(): void {
    this.#next = undefined;
  }
}
