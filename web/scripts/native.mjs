// The native builds of the engine, by CMake, in build/native, build/sanitize and build/fuzz.
import { join } from 'node:path';
import { Problem, root, run } from './process.mjs';
import { clang } from './tools.mjs';

/** @type {Record<'native' | 'sanitize' | 'fuzz', () => string[]>} */
const kinds = {
  native: () => ['-DCMAKE_BUILD_TYPE=Release'],
  sanitize: () => [
    '-DCMAKE_BUILD_TYPE=None',
    `-DCMAKE_CXX_COMPILER=${clang()}`,
    '-DAFTERIMAGE_SANITIZE=ON',
  ],
  fuzz: () => [
    '-DCMAKE_BUILD_TYPE=None',
    `-DCMAKE_CXX_COMPILER=${clang()}`,
    '-DAFTERIMAGE_FUZZ=ON',
  ],
};

/**
 * Configures and builds; returns the folder with the programs.
 * @param {{kind?: keyof typeof kinds, targets?: readonly string[]}} [options]
 */
export async function nativeBuild({ kind = 'native', targets = [] } = {}) {
  const folder = join(root, 'build', kind);
  const configure = [
    '-S',
    join(root, 'engine-wasm'),
    '-B',
    folder,
    '-G',
    'Ninja',
    ...kinds[kind](),
  ];
  const wanted = targets.flatMap((name) => ['--target', name]);
  for (const args of [configure, ['--build', folder, ...wanted]]) {
    const { code, output } = await run('cmake', args, { stdout: 'pipe' });
    if (code !== 0) throw new Problem(`${output}cmake ${args[0]} failed`);
  }
  return folder;
}
