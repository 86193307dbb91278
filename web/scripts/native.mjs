// The native builds of the engine, by CMake, in build/native and build/sanitize.
import { join } from 'node:path';
import { Problem, root, run } from './process.mjs';
import { clang } from './tools.mjs';

/**
 * Both are compiled by clang, which Emscripten is made of and which takes three quarters of g++'s
 * time.
 * @type {Record<'native' | 'sanitize', () => string[]>}
 */
const kinds = {
  native: () => [
    '-DCMAKE_BUILD_TYPE=Release',
    `-DCMAKE_CXX_COMPILER=${process.env.CXX || clang()}`,
  ],
  sanitize: () => [
    '-DCMAKE_BUILD_TYPE=None',
    `-DCMAKE_CXX_COMPILER=${clang()}`,
    '-DAFTERIMAGE_SANITIZE=ON',
  ],
};

/**
 * Configures and builds; returns the folder with the programs. The sources of a folder are compiled
 * as one; where that fails, one by one, which also says whose fault it is. With `comparisons`, fuzz
 * targets see what an input is compared with.
 * @param {{kind?: keyof typeof kinds, targets?: readonly string[], comparisons?: boolean}}
 * [options]
 */
export async function nativeBuild({ kind = 'native', targets = [], comparisons = false } = {}) {
  const folder = join(root, 'build', kind);
  const settings = [...kinds[kind](), `-DAFTERIMAGE_COMPARISONS=${comparisons ? 'ON' : 'OFF'}`];
  const joined = await configureAndBuild(folder, [...settings, '-DAFTERIMAGE_JOIN=ON'], targets);
  if (!joined) return folder;
  if (!/\berror:/.test(joined)) throw new Problem(joined);
  process.stderr.write(`${joined}\nAgain, one by one: do two sources in a folder use one name?\n`);
  const apart = await configureAndBuild(folder, [...settings, '-DAFTERIMAGE_JOIN=OFF'], targets);
  if (apart) throw new Problem(apart);
  return folder;
}

/** Returns what failed, if anything did.
 * @param {string} folder @param {readonly string[]} settings @param {readonly string[]} targets */
async function configureAndBuild(folder, settings, targets) {
  const configure = ['-S', join(root, 'engine-wasm'), '-B', folder, '-G', 'Ninja', ...settings];
  const wanted = targets.flatMap((name) => ['--target', name]);
  for (const args of [configure, ['--build', folder, ...wanted]]) {
    const { code, output } = await run('cmake', args, { stdout: 'pipe' });
    if (code !== 0) return `${output}cmake ${args[0]} failed`;
  }
  return undefined;
}
