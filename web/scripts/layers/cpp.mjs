// The C++ layers (engine-wasm/layers.txt): each may use itself and what lies below it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesUnder } from '../files_under.mjs';
import { root as project } from '../process.mjs';

/** The C++ layers, lowest first; those of one line may not use each other. */
const order = readFileSync(join(project, 'engine-wasm/layers.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
/** The rooms of `run`, each with those that it may include. */
const runRooms = /** @type {Record<string, readonly string[]>} */ ({
  file: [],
  walk: [],
  life: ['file', 'walk'],
  measure: ['file'],
  explore: ['file', 'life'],
  litmus: ['file'],
  reply: ['file', 'life', 'measure', 'explore'],
});
/**
 * The rooms of `scheme`, lowest first; the common parts of systems lie above those of the page
 * engine.
 */
const schemeRooms = ['contract', 'page_engine', 'shared', 'systems'];
/** The one file that may know all schemes. */
const registry = /^scheme\/registry\.(cc|h)$/;

/** @param {string} path relative to engine-wasm */
const layerOf = (path) => order.findIndex((group) => group.includes(path.split('/')[0] ?? ''));

/** The system that a file belongs to, by its folder. @param {string} path */
const systemOf = (path) => /^scheme\/systems\/(\w+)\//.exec(path)?.[1];

/**
 * The height in scheme/ of the room that holds a file; a stray file is in none.
 * @param {string} path
 */
const schemeRoomOf = (path) => schemeRooms.indexOf(path.split('/')[1] ?? '');

/** Within scheme/, a room must not use a higher one. @param {string} from @param {string} to */
function schemeProblem(from, to) {
  const system = systemOf(to);
  // A system that is another one with other settings uses that one's public header.
  const derived = systemOf(from) !== undefined && to === `scheme/systems/${system}/${system}.h`;
  if (system && systemOf(from) !== system && !registry.test(from) && !derived)
    return ': only the registry knows the schemes';
  if (!from.startsWith('scheme/') || registry.test(from)) return undefined;
  if (schemeRoomOf(from) < schemeRoomOf(to)) return ', which is no room below it';
  return undefined;
}

/** @param {string} from @param {string} to */
function includeProblem(from, to) {
  const [level, target] = [layerOf(from), layerOf(to)];
  const sameFolder = to.split('/')[0] === from.split('/')[0];
  if (target < 0) return ', which is not a path from engine-wasm';
  if (target > level || (target === level && !sameFolder)) return ', which is no layer below it';
  if (from.startsWith('run/') && to.startsWith('run/')) {
    const [room, used] = [from, to].map((path) => path.split('/')[1] ?? '');
    if (room !== used && !runRooms[room ?? '']?.includes(used ?? ''))
      return `: run/${room} may not use run/${used}`;
  }
  return schemeProblem(from, to);
}

/** @param {string} root */
export function cppViolations(root) {
  const top = join(root, 'engine-wasm');
  /** @type {string[]} */
  const found = [];
  for (const file of filesUnder(top, /\.(cc|h)$/)) {
    const from = relative(top, file);
    if (layerOf(from) < 0) found.push(`engine-wasm/${from}: its folder is no layer`);
    if (from.startsWith('run/') && !runRooms[from.split('/')[1] ?? ''])
      found.push(`engine-wasm/${from}: it is in no room of run`);
    if (from.startsWith('scheme/') && !registry.test(from) && schemeRoomOf(from) < 0)
      found.push(`engine-wasm/${from}: it is in no room of scheme`);
    const text = readFileSync(file, 'utf8');
    for (const [, to = ''] of text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)) {
      const problem = includeProblem(from, to);
      if (problem) found.push(`engine-wasm/${from} includes "${to}"${problem}`);
    }
  }
  return found;
}

/** The systems: each has a folder. @param {string} root */
export function schemeNames(root) {
  const folder = join(root, 'engine-wasm/scheme/systems');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
