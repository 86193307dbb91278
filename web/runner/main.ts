import { version } from '../../package.json';
import { benchCommand } from './bench/bench_command';
import { claimsCommand } from './claims/claims_command';
import { Complaint } from './complaint';
import { completionScript } from './completion';
import { drillCommand } from './drill/drill_command';
import { gradeCommand } from './grade_command';
import { type CommandName, commandHelp, isCommand, usage } from './help';
import { lectureCommand } from './lecture/lecture_command';
import { loadEngine } from './node_engine';
import { parseArguments } from './options/command_line';
import { writeResult } from './output';
import { packageCommand } from './package_command';
import { pathsCommand } from './paths/paths_command';
import { picturesCommand } from './pictures/pictures_command';
import { runCommand } from './run/run_command';
import { verifyCommand } from './verify/verify_command';

const COMMANDS: Readonly<Record<CommandName, (args: readonly string[]) => Promise<number>>> = {
  schemes: schemesCommand,
  run: runCommand,
  lecture: lectureCommand,
  package: packageCommand,
  drill: drillCommand,
  grade: gradeCommand,
  claims: claimsCommand,
  verify: verifyCommand,
  bench: benchCommand,
  paths: pathsCommand,
  formats: () => Promise.reject(new Complaint('formats runs in the project alone: lab -- formats')),
  pictures: picturesCommand,
  completion: completionCommand,
};

/** `lab schemes [--out F]`: prints the engine's description of itself as JSON. */
async function schemesCommand(args: readonly string[]): Promise<number> {
  const { options } = parseArguments(args, ['out']);
  const engine = await loadEngine('explore');
  await writeResult(JSON.stringify(engine.describe(), null, 2), options.out);
  return 0;
}

async function completionCommand([strange]: readonly string[]): Promise<number> {
  if (strange !== undefined) throw new Complaint(`completion takes nothing, not ${strange}`);
  process.stdout.write(completionScript());
  return 0;
}

const HELP = ['-h', '--help'];

/** Help or the version was requested, which is printed then. */
function told([name = '', ...rest]: readonly string[]): string | undefined {
  if (name === '--version' || name === '-V') return `${version}\n`;
  if (isCommand(name) && rest.some((each) => HELP.includes(each))) return commandHelp(name);
  if (name === 'help' && rest[0] !== undefined && isCommand(rest[0])) return commandHelp(rest[0]);
  return name === 'help' || HELP.includes(name) ? usage() : undefined;
}

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  const text = told(args);
  if (text !== undefined) {
    process.stdout.write(text);
    return 0;
  }
  if (isCommand(name)) return COMMANDS[name](rest);
  const existing = Object.keys(COMMANDS).join(', ');
  const problem = name === '' ? 'no command given' : `unknown command "${name}"`;
  throw new Complaint(`${problem}; there are: ${existing}\n\n${usage()}`);
}

// The reader of the output may have seen enough: `| head` closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

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
