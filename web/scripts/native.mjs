// The native builds of the engine, in build/native, build/sanitize and build/coverage.
import { cmakeBuild } from './cmake.mjs';
import { clang } from './tools.mjs';

/**
 * Configures and builds; returns the folder with the programs. Both are compiled by clang, which
 * Emscripten is made of and which takes three quarters of g++'s time; another compiler for the
 * plain build is named in CXX. With `comparisons`, fuzz targets see what an input is compared with.
 * @param {{kind?: 'native' | 'sanitize' | 'coverage', targets?: readonly string[],
 *          comparisons?: boolean}} [options]
 */
export function nativeBuild({ kind = 'native', targets = [], comparisons = false } = {}) {
  const compiler = (kind === 'native' && process.env.CXX) || clang();
  return cmakeBuild(kind, {
    targets,
    settings: [
      `-DCMAKE_CXX_COMPILER=${compiler}`,
      `-DAFTERIMAGE_COMPARISONS=${comparisons ? 'ON' : 'OFF'}`,
    ],
  });
}
