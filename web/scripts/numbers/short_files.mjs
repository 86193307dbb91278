// Short files that one other file alone uses: a reader opens two for what one would tell.
import { dirname, join } from 'node:path';

/** @typedef {import('./lines.mjs').Listing} Listing */

const SHORT = 15;
const IMPORT = /(\bimport\()?(?:\bfrom |\bimport )?'(\.[^'?]+)'/g;

/** A file's path without what an import may leave out. @param {string} path */
const bare = (path) => path.replace(/(\/index)?\.(tsx?|mjs)$/, '');

/**
 * The files that use each file. A part that is loaded later must be a file of its own: it counts
 * as used twice.
 * @param {readonly Listing[]} all
 */
function users(all) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const { path, lines } of all) {
    for (const [, later, named = ''] of lines.join('\n').matchAll(IMPORT)) {
      const target = bare(join(dirname(path), named));
      const by = found.get(target) ?? new Set();
      found.set(target, by.add(path));
      if (later) by.add(`${path}, later`);
    }
  }
  return found;
}

/**
 * The short files of `web` with one user among the files of `web` and `tests`.
 * @param {readonly Listing[]} web @param {readonly Listing[]} tests
 */
export function shortFiles(web, tests) {
  const by = users([...web, ...tests]);
  return web.flatMap(({ path, lines }) =>
    lines.length - 1 <= SHORT && by.get(bare(path))?.size === 1 ? [path] : [],
  );
}
