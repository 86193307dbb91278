import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Complaint } from './complaint';
import { projectRoot } from './node_engine';

const execute = promisify(execFile);

/** The reason why there is no number of the native build. */
export const NOT_BUILT = 'no number: the native program is not built';

type Program = 'afterimage_fast' | 'afterimage_traced';

const pathOf = (name: Program) => join(projectRoot(), 'build/native', name);

/** The exit status of an incomplete result: clients stopped early, or a failure was found. */
const FELL_SHORT = 1;

/**
 * Returns the output of a program of the native build; undefined where it is not built. An
 * incomplete result is returned, too. `signal` ends it.
 */
export async function runNative(
  name: Program,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const program = pathOf(name);
  if (!existsSync(program)) return undefined;
  return execute(program, args, { maxBuffer: 2 ** 28, ...(signal && { signal }) }).then(
    ({ stdout }) => stdout,
    (error: { code?: unknown; stdout?: unknown }) => {
      if (error.code === FELL_SHORT && typeof error.stdout === 'string' && error.stdout !== '')
        return error.stdout;
      throw error;
    },
  );
}

/**
 * Checks that the program exists. Throws Complaint where it is missing or older than its sources.
 */
export async function checkNative(name: Program): Promise<void> {
  const program = pathOf(name);
  if (!existsSync(program)) throw missing(name);
  const { mtimeMs } = await stat(program);
  const sources = join(projectRoot(), 'engine-wasm');
  for (const file of await readdir(sources, { recursive: true })) {
    const source = await stat(join(sources, file));
    if (source.isFile() && source.mtimeMs > mtimeMs) throw stale(name);
  }
}

/** The complaint about a missing program. */
export const missing = (name: Program) =>
  new Complaint(`${name} is not built: "npm test -- native" builds it`, 1);

/** The complaint about a program that was made from other sources. */
export const stale = (name: Program) =>
  new Complaint(`${name} is older than its sources: "npm test -- native" builds it again`, 1);
