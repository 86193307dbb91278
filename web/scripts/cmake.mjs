// Calls CMake, by the presets of engine-wasm/CMakePresets.json. Each builds in a folder of its own.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Problem, root, run } from './process.mjs';

/**
 * The progress of the compiler: so many of the steps that it has to take.
 * @callback Progress
 * @param {number} done
 * @param {number} of
 */

/**
 * Configures and builds; returns the folder of what was built. The sources of a room are compiled
 * as one; where that fails, one by one, which also says whose fault it is.
 * @param {'native' | 'sanitize' | 'coverage' | 'browser'} preset
 * @param {{targets?: readonly string[], settings?: readonly string[], progress?: Progress}}
 * [options]
 */
export async function cmakeBuild(preset, { targets = [], settings = [], progress } = {}) {
  const folder = join(root, 'build', preset);
  const wanted = targets.flatMap((name) => ['--target', name]);
  /** @param {'ON' | 'OFF'} join @returns {Promise<string | undefined>} what failed */
  const build = async (join) => {
    const configure = ['--preset', preset, ...settings, `-DAFTERIMAGE_JOIN=${join}`];
    for (const args of [configure, ['--build', '--preset', preset, ...wanted]]) {
      const { code, output } = await cmake(args, progress);
      if (code !== 0) return `${output}cmake ${args[0]} failed`;
    }
    return undefined;
  };
  return alone(folder, async () => {
    const joined = await build('ON');
    if (!joined) return folder;
    if (!/\berror:/.test(joined)) throw new Problem(joined);
    const why = 'Again, one by one: do two sources of a folder use one name?';
    process.stderr.write(`${joined}\n${why}\n`);
    const apart = await build('OFF');
    if (apart) throw new Problem(apart);
    return folder;
  });
}

/** @param {readonly string[]} args @param {Progress} [progress] */
function cmake(args, progress) {
  const options = { cwd: join(root, 'engine-wasm'), stdout: /** @type {const} */ ('pipe') };
  return run('cmake', args, { ...options, heard: progress && ((text) => tell(text, progress)) });
}

/** Ninja begins each line with "[done/of]". @param {string} text @param {Progress} progress */
function tell(text, progress) {
  const [, done, of] = [...text.matchAll(/^\[(\d+)\/(\d+)\]/gm)].at(-1) ?? [];
  if (done && of) progress(Number(done), Number(of));
}

/**
 * Runs `work` while no other process builds in the folder, which two at once would spoil; says for
 * whom it waits.
 * @template T @param {string} folder @param {() => Promise<T>} work
 */
async function alone(folder, work) {
  const lock = `${folder}.lock`;
  mkdirSync(join(folder, '..'), { recursive: true });
  for (let said = ''; ; ) {
    const holder = holderOf(lock);
    if (holder === OURS) break;
    if (holder !== '' && holder !== said)
      process.stderr.write(`Waiting for process ${holder}, which has ${lock}\n`);
    said = holder;
    await setTimeout(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

const OURS = `${process.pid}`;

/**
 * Takes the lock if nobody has it. Returns who has it, as far as that has been written yet. A lock
 * whose process has ended is removed.
 * @param {string} lock
 */
function holderOf(lock) {
  try {
    writeFileSync(lock, OURS, { flag: 'wx' });
    return OURS;
  } catch {
    const holder = existsSync(lock) ? readFileSync(lock, 'utf8') : '';
    // Another build of this process waits like those of others.
    if (holder === '' || holder === OURS) return '';
    if (runs(holder)) return holder;
    rmSync(lock, { force: true });
    return '';
  }
}

/** Tells if a process of this number runs. @param {string} number */
function runs(number) {
  try {
    process.kill(Number(number), 0);
    return true;
  } catch {
    return false;
  }
}
