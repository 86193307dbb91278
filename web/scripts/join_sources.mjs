// Most of a compiler's time goes into the same headers again and again: a folder is compiled as one, as in the
// native build. So within a folder names in unnamed namespaces must differ.
import { dirname, join, relative, sep } from 'node:path';
import { writeIfChanged } from './emscripten.mjs';

/**
 * Writes one source for each folder to `out`.
 * @param {readonly string[]} sources below `root`, which is on the compiler's include path
 * @param {string} root @param {string} out
 * @param {(folder: string) => boolean} [apart] whose sources stay one by one
 * @returns {string[]} paths of what was written
 */
export function joinSources(sources, root, out, apart = () => false) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const source of sources) {
    const path = relative(root, source).replaceAll(sep, '/');
    const folder = dirname(path);
    const name = apart(folder) ? path.replace(/\.cc$/, '') : folder;
    texts.set(name, `${texts.get(name) ?? ''}#include "${path}"\n`);
  }
  return [...texts].map(([name, text]) => {
    const path = join(out, `${name.replaceAll('/', '_')}.cc`);
    writeIfChanged(path, text);
    return path;
  });
}
