// The results of a run in the native build.
import { join } from 'node:path';
import { Problem, root, run } from '../process.mjs';

/** @param {string} name @param {readonly string[]} args */
async function output(name, args) {
  const program = join(root, 'build/native', name);
  const { code, output: text } = await run(program, args, { stdout: 'pipe' });
  if (code !== 0) throw new Problem(`${[name, ...args].join(' ')}: ${text}`);
  return text.trim();
}

/**
 * The result of a point; the events and bytes of a story, and its ledger, counters and wear by both
 * builds; the report of an exploration.
 * @param {import('./runs.mjs').Run} of @returns {Promise<string>}
 */
export async function nativeResult({ kind, path, point }) {
  if (kind === 'point') {
    // The result stands behind the key, which is a digest of the configuration.
    return (await output('afterimage_fast', ['experiment', path, '--point', `${point}`])).slice(17);
  }
  if (kind === 'exploration') return output('afterimage_traced', ['verify', path, '1']);
  return output('afterimage_traced', ['digest', path]);
}

/** The ledger, counters, bytes and wear of a story, by both builds.
 * @param {string} path */
export async function summaries(path) {
  const traced = await output('afterimage_traced', ['summary', path]);
  return { traced, fast: await output('afterimage_fast', ['summary', path]) };
}
