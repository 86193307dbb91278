// What a suite is, and how deep it can be run.
import { join } from 'node:path';
import { root } from '../process.mjs';

/** @typedef {import('./counts.mjs').Count} Count */
/** @typedef {Parameters<typeof import('../bootstrap.mjs').ensure>[0][number]} ToolName */
/**
 * `quick`: one smoke test, to see that nothing is broken outright; `usual`: what every change must
 * pass; `deep`: all that there is, which takes the better part of an hour.
 * @typedef {'quick' | 'usual' | 'deep'} Depth
 */
/**
 * `budget`: seconds by the clock that the usual run is to take on two cores in a fresh clone,
 * compiling included: 15 minutes in all. `touched`: paths of the project that it looks at; a change
 * to another one cannot break it.
 * @typedef {{name: string, what: string, tools: ToolName[], budget: number, touched: RegExp,
 *            action: (depth: Depth, changed?: readonly string[]) => Promise<Count>}} Suite
 */

/** Where test runners leave their reports. */
export const reports = join(root, 'build/reports');

/** @param {string} name of a file of a package */
export const packaged = (name) => join(root, 'node_modules', name);

/** Of what the running suite has spent: seconds of compiling and linking. */
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

/** Seconds of compiling since it was asked for last. */
export function takeCompiling() {
  const seconds = compiling;
  compiling = 0;
  return seconds;
}
