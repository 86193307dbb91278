// Child processes for the scripts: asynchronous, with signals and output passed on. It uses Node's
// own modules only, since it runs before node_modules exists.
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

// Vite loads this project's settings as it always has: its note on a way that a later version may
// take would be the first that a newcomer reads.
process.env.VITE_CONFIG_NATIVE_IGNORE_WARNING ??= 'true';

/** A problem that the user can solve: shown without a stack. */
export class Problem extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
    if (children.size === 0) process.exit(1);
  });
}

/**
 * Runs a program to its end.
 * `stdout`: `inherit`, `stderr` (installers: keeps our standard output clean) or `pipe`; `heard` is
 * called with what it prints to a pipe as it comes.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, stdout?: 'inherit' | 'stderr' | 'pipe',
 *          stdin?: 'ignore' | 'inherit', heard?: (text: string) => void}} [options]
 * @returns {Promise<{code: number, output: string}>} with `pipe`, everything it printed
 */
export function run(command, args, options = {}) {
  const { cwd = root, env = process.env, stdout = 'inherit', stdin = 'ignore', heard } = options;
  return new Promise((done) => {
    const out = stdout === 'stderr' ? 2 : stdout;
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [stdin, out, stdout === 'pipe' ? 'pipe' : 'inherit'],
    });
    children.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
        heard?.(text);
      });
    }
    child.on('error', (error) => {
      children.delete(child);
      done({ code: 127, output: `${command}: ${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      children.delete(child);
      done({ code: code ?? (signal ? 1 : 0), output });
    });
  });
}

/**
 * Runs a program likewise, but a failure ends the command with a sentence.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export async function must(command, args, options) {
  const result = await run(command, args, options);
  if (result.code !== 0) {
    throw new Problem(`${result.output}${command} ${args[0] ?? ''} failed (exit ${result.code})`);
  }
  return result;
}

/** The place of a program on PATH, or undefined. @param {string} name */
export function which(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {}
  }
  return undefined;
}

/**
 * Runs a script's main function: a Problem prints one sentence, anything else its stack; exit 1.
 * @param {() => Promise<number | void>} action
 */
export async function main(action) {
  try {
    process.exitCode = (await action()) ?? 0;
  } catch (error) {
    const text =
      error instanceof Problem ? error.message : (error instanceof Error && error.stack) || error;
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs `jobs` with at most `width` at once; the first failure stops new ones from starting.
 * @param {readonly (() => Promise<void>)[]} jobs
 * @param {number} width
 */
export async function inParallel(jobs, width) {
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < jobs.length && !failed) {
      try {
        await jobs[next++]?.();
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: width }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
