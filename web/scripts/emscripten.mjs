// Calls Emscripten's compiler, for what changed only.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, extname, join, relative } from 'node:path';
import { modified, stale } from './freshness.mjs';
import { inParallel, must, Problem } from './process.mjs';

// Debian's Emscripten finds its JavaScript parser only there; harmless elsewhere.
const nodePath = [process.env.NODE_PATH, '/usr/share/nodejs'].filter(Boolean).join(':');
const env = { ...process.env, NODE_PATH: nodePath };

/** @param {readonly string[]} args */
export const emxx = (args) => must('em++', args, { env, stdout: 'stderr' });

/** Runs the optimizer that comes with Emscripten over a module, in place.
 * @param {string} wasm @param {readonly string[]} passes */
export async function optimize(wasm, passes) {
  const { output } = await must('em-config', ['BINARYEN_ROOT'], { env, stdout: 'pipe' });
  const program = join(output.trim(), 'bin/wasm-opt');
  await must(program, [...passes, wasm, '-o', wasm], { env, stdout: 'stderr' });
}

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
 * Sources below `root` to objects below `cache`, with these flags. `headers` are those that nearly
 * every source needs, as lines of a source: they are compiled once.
 * @typedef {{sources: readonly string[], root: string, cache: string, flags: readonly string[],
 *            headers?: string}} Batch
 */

/** Where a source's object is. @param {Batch} batch @param {string} path */
const objectOf = ({ root, cache }, path) => join(cache, `${relative(root, path)}.o`);

/** @param {Batch} batch */
export const objectsOf = (batch) => batch.sources.map((path) => objectOf(batch, path));

/** Where a batch's headers are once they are compiled. @param {Batch} batch */
const headersOf = ({ cache, headers }) => (headers ? join(cache, 'headers.h.pch') : undefined);

/** @param {Batch} batch */
async function compileHeaders({ headers = '', ...batch }) {
  const source = join(batch.cache, 'headers.h');
  writeIfChanged(source, headers);
  // Without times in it: a header may be saved while others are compiled; the next build sees that.
  const what = ['-Xclang', '-fno-pch-timestamp', '-x', 'c++-header', source];
  await compileTo(batch, what, `${source}.pch`);
}

/** @param {Batch} batch @param {string} path */
async function compileOne(batch, path) {
  const headers = headersOf(batch);
  const before = headers ? ['-Xclang', '-include-pch', '-Xclang', headers] : [];
  await compileTo(batch, [...before, '-c', path], objectOf(batch, path));
}

/** @param {Batch} batch @param {readonly string[]} what @param {string} object */
async function compileTo(batch, what, object) {
  mkdirSync(dirname(object), { recursive: true });
  // No machine's paths in messages.
  const map = `-ffile-prefix-map=${batch.root}/=`;
  // Under a name of its own until it is whole: two builds may run side by side.
  const part = `${object}.${process.pid}${extname(object)}`;
  await emxx([...batch.flags, map, '-MMD', '-MF', `${object}.d`, ...what, '-o', part]);
  renameSync(part, object);
}

/**
 * How far the compiler is: so many of the objects that it has to make. @callback Progress
 * @param {number} done
 * @param {number} of
 */

/**
 * Compiles all stale sources of all batches.
 * @param {readonly Batch[]} batches
 * @param {Progress} [progress]
 */
export async function compile(batches, progress) {
  const version = await emscriptenVersion();
  const states = batches.map((batch) => {
    const stamp = join(batch.cache, 'flags.json');
    const text = JSON.stringify([version, batch.flags, batch.headers]);
    return { batch, stamp, text, same: holds(stamp, text), headers: headersOf(batch) };
  });
  const first = states.filter(({ same, headers }) => headers && (!same || stale(headers)));
  await inParallel(
    first.map(
      ({ batch }) =>
        () =>
          compileHeaders(batch),
    ),
    cpus().length,
  );
  const jobs = states.flatMap(({ batch, same, headers = '' }) => {
    /** @param {string} object */
    const isStale = (object) => stale(object) || modified(object) < modified(headers);
    return batch.sources
      .filter((source) => !same || isStale(objectOf(batch, source)))
      .map((source) => () => compileOne(batch, source));
  });
  if (jobs.length > 0) process.stderr.write(`em++: compiling ${jobs.length} objects\n`);
  let done = 0;
  progress?.(done, jobs.length);
  const counted = jobs.map((job) => async () => {
    await job();
    progress?.(++done, jobs.length);
  });
  await inParallel(counted, cpus().length);
  for (const { stamp, text } of states) writeIfChanged(stamp, text);
  return version;
}
