import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './node_engine';

const execute = promisify(execFile);

/** Why there is no number of the native build. */
export const NOT_BUILT = 'no number: the native program is not built';

/** What a program of the native build prints; undefined where it is not built. */
export async function runNative(
  name: 'afterimage_fast' | 'afterimage_traced',
  args: readonly string[],
): Promise<string | undefined> {
  const program = join(projectRoot(), 'build/native', name);
  if (!existsSync(program)) return undefined;
  return (await execute(program, args, { maxBuffer: 2 ** 26 })).stdout;
}
