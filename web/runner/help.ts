// The output of `lab --help` and `lab COMMAND --help`: the form of each command, and examples to
// copy.

export interface CommandHelp {
  /** The forms of the command, without `lab`. */
  readonly usage: readonly string[];
  readonly about: readonly string[];
  readonly examples: readonly string[];
}

export const COMMAND_HELP = {
  schemes: {
    usage: ['schemes [--out F]'],
    about: ['schemes, parameters, machines as JSON'],
    examples: ['lab schemes', 'lab schemes --out schemes.json'],
  },
  run: {
    usage: [
      'run FILE.json [--out F]',
      'run FILE.json [--input TEXT] [--scale quick|published] [--shard I/N] [--points F.jsonl...]',
    ],
    about: [
      'run a scenario with its faults, or an experiment; JSON result',
      'of an experiment: --input is what its workload runs, the text that pg_waldump or ' +
        'mysqlbinlog prints, or JSON lines,',
      'also gzipped; --shard measures a part of the points, --points takes points that were ' +
        'measured before',
    ],
    examples: [
      'lab run scenarios/lectures/force-without-pages.json',
      'lab run experiment.json --scale quick --out result.json',
      'pg_waldump -p $PGDATA/pg_wal FIRST LAST > wal.txt && lab run experiment.json --input ' +
        'wal.txt',
    ],
  },
  lecture: {
    usage: ['lecture FILE.json [--whole] [--out F]'],
    about: [
      'what the library asks of a lecture, and what the engine answers to its questions;',
      '--whole looks for the smallest failures as long as the page does',
    ],
    examples: ['lab lecture my-lecture.json --whole'],
  },
  package: {
    usage: ['package FILE.json --out F.zip [--title TEXT] [--language en|zh] [--form scorm|cmi5]'],
    about: ['a plan, or a lecture, as a package for a course system (SCORM 1.2 or cmi5)'],
    examples: ['lab package plan.json --out course.zip --language en'],
  },
  drill: {
    usage: [
      'drill LECTURE... [--count N] [--seed S] [--kind K...] [--lang en|zh] [--json | --key] ' +
        '[--out F]',
    ],
    about: [
      'new questions about the systems of these lectures, with answers and reasons, as the ' +
        'page makes them from the',
      'same seed; --key prints the letters of the answers alone',
    ],
    examples: ['lab drill scenarios/lectures/force-without-pages.json --count 5 --seed 7'],
  },
  grade: {
    usage: ['grade FOLDER [--assignment F] [--json] [--out F]'],
    about: [
      'the logs that students have written, one answer a file: each is tried again by the ' +
        'crash explorer;',
      'a table of who, what, how it stands, which story breaks it, cost, attempts and equal ' +
        'programs;',
      '--assignment: also answers to an assignment that somebody has made',
    ],
    examples: ['lab grade answers/ --out grades.csv'],
  },
  claims: {
    usage: [
      'claims [--scale quick|published] [--id ID] [--experiments START] [--seeds N] [--shard I/N]',
      'claims [--price NAME=VALUE] [--points F.jsonl...] [--only-known] [--native] [--keep] ' +
        '[--out F]',
      'claims --ranges [--experiments START] [--native]',
      'claims --markdown [--out F]',
    ],
    about: [
      'every published claim: expected, measured, verdict; with N seeds (1 to 9) by their ' +
        'mean, with the spread,',
      'and whether the verdict hangs on the seed; --native by the native program, on all ' +
        'cores; --price with another',
      'price of the machines, to see which verdicts hang on it',
      '--ranges: at the other ends of prices that no source has measured; keeps which ' +
        'verdicts turn',
      '--markdown: what is kept of them, as docs/scorecard.md',
    ],
    examples: ['lab claims --scale quick', 'lab claims --seeds 3 --native'],
  },
  verify: {
    usage: [
      'verify FILE.json [--depth N] [--model adr|eadr|wsp] [--runs N] [--sample SEED] [--images N]',
      'verify FILE.json [--mutations] [--out F] [--save F]',
    ],
    about: ['lose power at every point of a scenario, in every legal way'],
    examples: ['lab verify scenario.json --depth 2', 'lab verify scenario.json --mutations'],
  },
  bench: {
    usage: ['bench [SECTION...] [--quick] [--json]'],
    about: ['speed of the engine, native and WebAssembly, beside peers'],
    examples: ['lab bench --quick'],
  },
  paths: {
    usage: ['paths [--check ID | --count ID [--out F]]'],
    about: [
      'instructions that real storage managers spend on an operation, by part, as kept in ' +
        'scenarios/paths;',
      '--count counts one again, under callgrind, --check says whether it holds within 2 %',
    ],
    examples: ['lab paths', 'lab paths --check own'],
  },
  formats: {
    usage: ['formats [--check]'],
    about: [
      "writes what follows from the engine's tables of files: schemas, types, tables of the " +
        'documents;',
      '--check only says which differ',
    ],
    examples: ['lab formats --check'],
  },
  pictures: {
    usage: ['pictures'],
    about: ['makes the pictures of the library anew, and the number of its lectures in README'],
    examples: ['lab pictures'],
  },
  completion: {
    usage: ['completion'],
    about: ['what bash completes commands and their options by'],
    examples: ['eval "$(lab completion)"'],
  },
} as const satisfies Readonly<Record<string, CommandHelp>>;

export type CommandName = keyof typeof COMMAND_HELP;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMAND_HELP, name);

const lines = (all: readonly string[], before: string) => all.map((each) => `${before}${each}\n`);

/** The forms of one command, its purpose, and examples. */
export function commandHelp(name: CommandName): string {
  const { usage, about, examples }: CommandHelp = COMMAND_HELP[name];
  return [
    ...lines(usage, 'lab '),
    '\n',
    ...lines(about, '  '),
    '\nExamples:\n',
    ...lines(examples, '  '),
    '\nIn the project: npm run --silent lab -- instead of lab.\n',
  ].join('');
}

/** All commands, each with its first lines. */
export function usage(): string {
  const commands = Object.values(COMMAND_HELP).flatMap((help: CommandHelp) => [
    ...lines(help.usage, '  lab '),
    ...lines(help.about, '        '),
  ]);
  return [
    'afterimage lab: the headless runner\n',
    ...commands,
    '  lab COMMAND --help, lab --version\n',
  ].join('');
}
