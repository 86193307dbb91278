// Most of a compiler's time goes into the same headers again and again: a folder is compiled as one, as in the
// native build. So within a folder names in unnamed namespaces must differ.
import { dirname, join, relative, sep } from 'node:path';
import { writeIfChanged } from './emscripten.mjs';

/**
 * Writes one source for each folder to `out`.
 * @param {readonly string[]} sources below `root`, which is on the compiler's include path
 * @param {string} root @param {string} out
 * @returns {string[]} paths of what was written
 */
export function joinSources(sources, root, out) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const source of sources) {
    const path = relative(root, source).replaceAll(sep, '/');
    const folder = dirname(path);
    texts.set(folder, `${texts.get(folder) ?? ''}#include "${path}"\n`);
  }
  return [...texts].map(([folder, text]) => {
    const path = join(out, `${folder.replaceAll('/', '_')}.cc`);
    writeIfChanged(path, text);
    return path;
  });
}
