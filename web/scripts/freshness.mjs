// Is what was made still newer than everything it was made from?
import { existsSync, readFileSync, statSync } from 'node:fs';

/** Time of the last change, 0 for a file that is not there. @param {string} path */
export const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** Of an object file with its dependency file `OBJECT.d` beside it. @param {string} object */
export function stale(object) {
  const made = modified(object);
  const depfile = `${object}.d`;
  if (made === 0 || !existsSync(depfile)) return true;
  const paths = readFileSync(depfile, 'utf8')
    .replace(/\\\n/g, ' ')
    .replace(/^[^:]*:/, '')
    .trim()
    .split(/\s+/);
  return paths.some((path) => modified(path) === 0 || modified(path) > made);
}
