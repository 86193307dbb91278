// Numbers about lines of any source: comments, folders, and lines that occur in two places.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesUnder } from '../files_under.mjs';

/** @typedef {{path: string, lines: readonly string[]}} Listing */

/** The number of equal lines that make two places twins. */
const LIKE = 6;
const FULL_FOLDER = 20;

/** @param {string} root @param {string} folder @param {RegExp} name @returns {Listing[]} */
export const listings = (root, folder, name) =>
  filesUnder(join(root, folder), name).map((path) => ({
    path: relative(root, path),
    lines: readFileSync(path, 'utf8').split('\n'),
  }));

/**
 * Folders with more sources side by side than a reader takes in.
 * @param {readonly Listing[]} all
 */
export function fullFolders(all) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const { path } of all) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  return [...sizes].flatMap(([folder, size]) =>
    size > FULL_FOLDER ? [`${folder}: ${size} sources`] : [],
  );
}

/** The comments, each of consecutive lines, without their signs. @param {Listing} listing */
function comments({ lines }) {
  /** @type {string[]} */
  const found = [];
  let inside = false;
  for (const line of lines) {
    const [, text] = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*)$/.exec(line) ?? [];
    if (text === undefined) inside = false;
    else if (text === '') continue;
    else if (inside) found.push(`${found.pop()} ${text}`);
    else {
      found.push(text);
      inside = true;
    }
  }
  return found;
}

const FRAGMENT = /^(What|Of|Where|How|When|Whether|Which|Who)\b/;

/** The percentage of comments that begin with no subject. @param {readonly Listing[]} all */
export function fragments(all) {
  const said = all.flatMap(comments).filter((text) => /^[A-Z]/.test(text));
  return Math.round((100 * said.filter((text) => FRAGMENT.test(text)).length) / said.length);
}

/** The lines of code, without their indents. @param {Listing} listing */
const code = ({ path, lines }) =>
  lines.flatMap((line, n) => {
    const text = line.trim().replace(/\s*\/\/.*/, '');
    return /^$|^[{}();]*$|^#|^(\/\*|\*)|^(public|private|protected):$/.test(text)
      ? []
      : [{ text, place: `${path}:${n + 1}` }];
  });

/** The pairs of places of which six or more lines are equal. @param {readonly Listing[]} all */
export function likePlaces(all) {
  /**
   * The places of a run of lines, each as a file and a line of it.
   * @type {Map<string, [number, number][]>}
   */
  const places = new Map();
  const codes = all.map(code);
  for (const [file, lines] of codes.entries()) {
    for (let n = 0; n + LIKE <= lines.length; n++) {
      const key = lines
        .slice(n, n + LIKE)
        .map(({ text }) => text)
        .join('\n');
      places.set(key, [...(places.get(key) ?? []), [file, n]]);
    }
  }
  /** @param {number} file @param {number} n */
  const at = (file, n) => codes[file]?.[n]?.text;
  const found = [];
  for (const same of places.values()) {
    for (const [i, [a, m]] of same.entries()) {
      for (const [b, n] of same.slice(i + 1)) {
        // A longer run counts once, at its beginning.
        const before = at(a, m - 1);
        if (before !== undefined && before === at(b, n - 1)) continue;
        found.push(`${codes[a]?.[m]?.place} and ${codes[b]?.[n]?.place}`);
      }
    }
  }
  return found;
}
