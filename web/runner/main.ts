import { benchCommand } from './bench_command';
import { claimsCommand } from './claims_command';
import { Complaint } from './complaint';
import { drillCommand } from './drill/drill_command';
import { lectureCommand } from './lecture/lecture_command';
import { packageCommand } from './package_command';
import { picturesCommand } from './pictures_command';
import { runCommand } from './run_command';
import { schemesCommand } from './schemes_command';
import { verifyCommand } from './verify_command';

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  schemes: schemesCommand,
  run: runCommand,
  lecture: lectureCommand,
  package: packageCommand,
  drill: drillCommand,
  claims: claimsCommand,
  verify: verifyCommand,
  bench: benchCommand,
  pictures: picturesCommand,
};

const USAGE = `afterimage lab: the headless runner
  lab schemes [--out F]             schemes, parameters, machines as JSON
  lab run FILE.json [--out F]       run a scenario with its faults, or an experiment; JSON result
             of an experiment: [--input TEXT] what its workload runs; [--scale quick|published] [--shard I/N]
             [--points F.jsonl...]
  lab lecture FILE.json [--whole] [--out F]
                                    what the library asks of a lecture, and what the engine answers to its questions;
                                    --whole looks for the smallest failures as long as the page does
  lab package FILE.json --out F.zip [--title TEXT] [--language en|zh] [--site FOLDER]
                                    a plan, or a lecture, as a package for a course system (SCORM 1.2)
  lab drill LECTURE... [--count N] [--seed S] [--kind K...] [--lang en|zh] [--json | --key] [--out F]
                                    new questions about the systems of these lectures, with answers and reasons, as the
                                    page makes them from the same seed; --key prints the letters of the answers alone
  lab claims [--scale quick|published] [--id ID] [--experiments START] [--seeds N] [--shard I/N]
             [--points F.jsonl...] [--only-known] [--native] [--keep] [--out F]
                                    every published claim: expected, measured, verdict; with N seeds (1 to 9) by
                                    their mean, with the spread, and whether the verdict hangs on the seed;
                                    --native by the native program, on all cores
  lab claims --markdown [--out F]   what is kept of them, as docs/scorecard.md
  lab verify FILE.json [--depth N] [--model adr|eadr|wsp] [--runs N] [--sample SEED] [--images N]
             [--mutations] [--out F] [--save F]   lose power at every point of a scenario, in every legal way
  lab pictures                      makes anew what the first page and the library show
  lab bench [SECTION...] [--quick] [--json]
                                    speed of the engine, native and WebAssembly, beside peers
`;

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '--help' || name === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command(rest);
  const existing = Object.keys(COMMANDS).join(', ');
  const problem = name === '' ? 'no command given' : `unknown command "${name}"`;
  throw new Complaint(`${problem}; there are: ${existing}\n\n${USAGE}`);
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const complaint = error instanceof Complaint ? error : undefined;
    const text = complaint?.message ?? (error instanceof Error ? error.stack : `${error}`);
    process.stderr.write(`${text?.trimEnd()}\n`);
    process.exitCode = complaint?.exitCode ?? 1;
  },
);
