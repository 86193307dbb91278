import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * All files below a folder whose name matches; generated ones are not sources.
 * @param {string} folder @param {RegExp} name @returns {string[]}
 */
export function filesUnder(folder, name) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : filesUnder(path, name);
    return name.test(entry.name) ? [path] : [];
  });
}
