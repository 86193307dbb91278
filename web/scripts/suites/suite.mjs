// The form of a suite, and the depths at which it can run.
import { join } from 'node:path';
import { root } from '../process.mjs';

/** @typedef {import('./counts.mjs').Count} Count */
/** @typedef {Parameters<typeof import('../bootstrap.mjs').ensure>[0][number]} ToolName */
/**
 * `quick`: one smoke test, which shows that nothing is broken outright; `usual`: what every change
 * must pass; `deep`: everything, which takes the better part of an hour.
 * @typedef {'quick' | 'usual' | 'deep'} Depth
 */
/**
 * `budget`: the seconds by the clock that the usual run should take on two cores in a fresh clone,
 * with compiling: 15 minutes in all. `touched`: the paths of the project that it looks at; a change
 * elsewhere cannot break it. `aside`: it runs in deep runs, and where it is named.
 * @typedef {{name: string, what: string, tools: ToolName[], budget: number, touched: RegExp,
 *            aside?: boolean,
 *            action: (depth: Depth, changed?: readonly string[]) => Promise<Count>}} Suite
 */

/** The folder of test runners' reports. */
export const reports = join(root, 'build/reports');

/** @param {string} name of a file of a package */
export const packaged = (name) => join(root, 'node_modules', name);

/** The seconds that the running suite has spent on compiling and linking. */
let compiling = 0;

/**
 * Counts the time that `work` takes as compiling.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function compiled(work) {
  const start = performance.now();
  try {
    return await work();
  } finally {
    compiling += (performance.now() - start) / 1000;
  }
}

/** The seconds of compiling since the last call. */
export function takeCompiling() {
  const seconds = compiling;
  compiling = 0;
  return seconds;
}
