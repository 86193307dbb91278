import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Complaint } from '../complaint';
import { projectRoot } from '../node_engine';
import { type Profile, profileIn } from './callgrind';
import type { CountedOperation, CountedPart, PathCounts } from './path_counts';

const execute = promisify(execFile);

/** The operations that a program counts, by their number in a transaction. */
const countedOf = (inTransaction: number) => (inTransaction > 1 ? 4000 : 2000);

/** Runs a program that may not be installed. Throws Complaint, with the packages that have it. */
async function must(program: string, args: readonly string[], packages: string): Promise<void> {
  try {
    await execute(program, args, { maxBuffer: 2 ** 26 });
  } catch (error) {
    throw new Complaint(
      `${program} ${args.join(' ')}: ${(error as Error).message}\nDebian has it in: ${packages}`,
      1,
    );
  }
}

/** Returns callgrind's counts for a run of `program`. */
async function counted(folder: string, program: string, args: readonly string[], from: string[]) {
  const out = join(folder, 'callgrind.out');
  await must(
    'valgrind',
    ['--tool=callgrind', `--callgrind-out-file=${out}`, ...from, program, ...args],
    'valgrind',
  );
  return profileIn(await readFile(out, 'utf8'));
}

async function compiled(folder: string, source: string, libraries: readonly string[]) {
  const program = join(folder, 'program');
  const compiler = source.endsWith('.c') ? ['gcc', '-std=gnu11'] : ['g++', '-std=c++17'];
  const path = join(projectRoot(), 'tests/paths', source);
  const [name = '', standard = ''] = compiler;
  await must(
    name,
    [standard, '-O2', '-g', path, '-o', program, ...libraries],
    'g++, valgrind, libdb5.3-dev',
  );
  return program;
}

const partOf = (part: CountedPart, profile: Profile): CountedPart => {
  const { calls, instructions } = profile.of(part.function ?? '');
  return { ...part, instructions: calls === 0 ? 0 : Math.round(instructions / calls) };
};

/** Makes one run, in which each part's function is counted by itself. */
async function functionsAgain(folder: string, program: string, kept: PathCounts) {
  const profile = await counted(folder, program, [], []);
  return { ...kept, parts: kept.parts.map((part) => partOf(part, profile)) };
}

/** Makes a run for each operation; the program says which of its calls count. */
async function operationsAgain(folder: string, program: string, kept: PathCounts) {
  const operations: CountedOperation[] = [];
  const parts = [...kept.parts];
  for (const operation of kept.operations) {
    const { id, in_transaction } = operation;
    const home = await mkdtemp(join(folder, 'home-'));
    const args = [home, id, `${in_transaction}`];
    const profile = await counted(folder, program, args, ['--instr-atstart=no']);
    const instructions = Math.round(profile.total / countedOf(in_transaction));
    operations.push({ ...operation, instructions });
    for (const [i, part] of kept.parts.entries()) {
      if (part.of === id && part.in_transaction === in_transaction)
        parts[i] = partOf(part, profile);
    }
  }
  return { ...kept, operations, parts };
}

/**
 * Repeats the counts of a system, with its program under callgrind. Throws Complaint where the
 * counts come from a publication, or something is not installed.
 */
export async function countAgain(kept: PathCounts): Promise<PathCounts> {
  const { id, program: source, libraries = [], operations } = kept;
  if (source === undefined)
    throw new Complaint(`${id}: stated counts, for which the project has no program`);
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-paths-'));
  try {
    const program = await compiled(folder, source, libraries);
    const again = operations.length > 0 ? operationsAgain : functionsAgain;
    return await again(folder, program, kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
