// Calls Emscripten's compiler, for what changed only.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { stale } from './freshness.mjs';
import { inParallel, must, Problem } from './process.mjs';

// Debian's Emscripten finds its JavaScript parser only there; harmless elsewhere.
const nodePath = [process.env.NODE_PATH, '/usr/share/nodejs'].filter(Boolean).join(':');
const env = { ...process.env, NODE_PATH: nodePath };

/** @param {readonly string[]} args */
export const emxx = (args) => must('em++', args, { env, stdout: 'stderr' });

/** @returns {Promise<[number, number, number]>} */
export async function emscriptenVersion() {
  const { output } = await must('em++', ['--version'], { stdout: 'pipe', env });
  const [, ...numbers] = (/(\d+)\.(\d+)\.(\d+)/.exec(output) ?? []).map(Number);
  const [major = 0, minor = 0, patch = 0] = numbers;
  if (major < 3) throw new Problem(`em++ must be 3.1 or newer; the one on PATH says:\n${output}`);
  return [major, minor, patch];
}

/** Leaves a file alone whose text stays the same, so that watchers and later steps stay quiet.
 * @param {string} path @param {string} text */
export function writeIfChanged(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** @param {string} path @param {string} text */
export const holds = (path, text) => existsSync(path) && readFileSync(path, 'utf8') === text;

/**
 * Sources below `root` to objects below `cache`, with these flags.
 * @typedef {{sources: readonly string[], root: string, cache: string, flags: readonly string[]}} Batch
 */

/** Where a source's object is. @param {Batch} batch @param {string} path */
const objectOf = ({ root, cache }, path) => join(cache, `${relative(root, path)}.o`);

/** @param {Batch} batch */
export const objectsOf = (batch) => batch.sources.map((path) => objectOf(batch, path));

/** @param {Batch} batch @param {string} path */
async function compileOne(batch, path) {
  const object = objectOf(batch, path);
  mkdirSync(dirname(object), { recursive: true });
  // No machine's paths in messages.
  const map = `-ffile-prefix-map=${batch.root}/=`;
  // Under a name of its own until it is whole: two builds may run side by side.
  const part = `${object}.${process.pid}.o`;
  await emxx([...batch.flags, map, '-MMD', '-MF', `${object}.d`, '-c', path, '-o', part]);
  renameSync(part, object);
}

/** Compiles all stale sources of all batches. @param {readonly Batch[]} batches */
export async function compile(batches) {
  const version = await emscriptenVersion();
  const stamps = batches.map(({ cache, flags }) => ({
    path: join(cache, 'flags.json'),
    text: JSON.stringify([version, flags]),
  }));
  const jobs = batches.flatMap((batch, index) => {
    const { path = '', text = '' } = stamps[index] ?? {};
    const same = holds(path, text);
    return batch.sources
      .filter((source) => !same || stale(objectOf(batch, source)))
      .map((source) => () => compileOne(batch, source));
  });
  if (jobs.length > 0) process.stderr.write(`em++: compiling ${jobs.length} objects\n`);
  await inParallel(jobs, cpus().length);
  for (const { path, text } of stamps) writeIfChanged(path, text);
  return version;
}
