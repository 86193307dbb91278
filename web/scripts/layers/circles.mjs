// No file of the page may lead back to itself by imports, including those of types: otherwise a
// reader of one would have to read all.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { filesUnder } from '../files_under.mjs';
import { importsIn } from './imports.mjs';

const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/**
 * The files that a file imports, except those that it loads later.
 * @param {string} file
 * @param {ReadonlySet<string>} known
 */
function filesIn(file, known) {
  return importsIn(readFileSync(file, 'utf8')).flatMap(({ path, later }) => {
    if (later || !path.startsWith('.')) return [];
    const base = normalize(join(dirname(file), path));
    const found = ENDINGS.map((ending) => base + ending).find((each) => known.has(each));
    return found ? [found] : [];
  });
}

/** One sentence for each circle, with the files on it. @param {string} root */
export function circleViolations(root) {
  const top = join(root, 'web');
  if (!existsSync(top)) return [];
  const files = filesUnder(top, /\.(ts|tsx)$/).filter((path) => !path.includes('/generated/'));
  const known = new Set(files);
  const edges = new Map(files.map((file) => [file, filesIn(file, known)]));
  /** @type {Map<string, 'open' | 'done'>} */
  const seen = new Map();
  /** @type {string[]} */
  const path = [];
  /** @type {string[]} */
  const found = [];
  /** @param {string} file */
  const visit = (file) => {
    seen.set(file, 'open');
    path.push(file);
    for (const next of edges.get(file) ?? []) {
      if (!seen.has(next)) visit(next);
      else if (seen.get(next) === 'open') {
        const circle = [...path.slice(path.indexOf(next)), next];
        found.push(`${circle.map((each) => relative(root, each)).join(' imports ')}: a circle`);
      }
    }
    path.pop();
    seen.set(file, 'done');
  };
  for (const file of files) if (!seen.has(file)) visit(file);
  return found;
}
