// The C++ layers: base <- trace <- sim <- tier <- db <- log <- scheme <- workload, crash <- run <- api.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesUnder } from './files_under.mjs';

/** C++ layers and what each may include beside itself: everything below. */
const cppOrder = [
  ['base'],
  ['trace'],
  ['sim'],
  ['tier'],
  ['db'],
  ['log'],
  ['scheme'],
  ['workload', 'crash'],
  ['run'],
  ['api'],
];
/** The rooms of `run`, each with those that it may include. */
const runRooms = /** @type {Record<string, readonly string[]>} */ ({
  file: [],
  life: ['file'],
  measure: ['file'],
  explore: ['file', 'life'],
  litmus: ['file'],
  reply: ['file', 'life', 'measure', 'explore'],
});
/** Folders under engine-wasm/scheme that are no system: what some of them share. */
const sharedFolders = ['pages', 'heap', 'unlogged', 'central', 'wal', 'pcm'];
/** The one file that may know all schemes. */
const registry = /^scheme\/registry\.(cc|h)$/;

/** @param {string} path relative to engine-wasm */
const layerOf = (path) => cppOrder.findIndex((group) => group.includes(path.split('/')[0] ?? ''));

/** The system that a file under scheme/ belongs to: its folder, or the name of its single file.
 * @param {string} path @param {readonly string[]} systems */
const systemOf = (path, systems) =>
  systems.find(
    (name) =>
      path.startsWith(`scheme/${name}/`) || new RegExp(`^scheme/${name}\\.(cc|h)$`).test(path),
  );

/** @param {string} from @param {string} to @param {readonly string[]} systems */
function includeProblem(from, to, systems) {
  const [level, target] = [layerOf(from), layerOf(to)];
  const sameFolder = to.split('/')[0] === from.split('/')[0];
  if (target < 0) return ', which is not a path from engine-wasm';
  if (target > level || (target === level && !sameFolder)) return ', which is no layer below it';
  if (from.startsWith('run/') && to.startsWith('run/')) {
    const [room, used] = [from, to].map((path) => path.split('/')[1] ?? '');
    if (room !== used && !runRooms[room ?? '']?.includes(used ?? ''))
      return `: run/${room} may not use run/${used}`;
  }
  const system = systemOf(to, systems);
  // A system that is another one with other settings goes through that one's front door.
  const derived = systemOf(from, systems) !== undefined && to === `scheme/${system}/${system}.h`;
  if (system && systemOf(from, systems) !== system && !registry.test(from) && !derived) {
    return ': only the registry knows the schemes';
  }
  return undefined;
}

/** @param {string} root */
export function cppViolations(root) {
  const top = join(root, 'engine-wasm');
  const systems = schemeNames(root);
  /** @type {string[]} */
  const found = [];
  for (const file of filesUnder(top, /\.(cc|h)$/)) {
    const from = relative(top, file);
    if (layerOf(from) < 0) found.push(`engine-wasm/${from}: its folder is no layer`);
    if (from.startsWith('run/') && !runRooms[from.split('/')[1] ?? ''])
      found.push(`engine-wasm/${from}: it is in no room of run`);
    const text = readFileSync(file, 'utf8');
    for (const [, to = ''] of text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)) {
      const problem = includeProblem(from, to, systems);
      if (problem) found.push(`engine-wasm/${from} includes "${to}"${problem}`);
    }
  }
  return found;
}

/** The systems: folders under engine-wasm/scheme that are not shared, and single files that the registry includes.
 * @param {string} root */
export function schemeNames(root) {
  const folder = join(root, 'engine-wasm/scheme');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !sharedFolders.includes(entry.name))
    .map((entry) => entry.name);
  const list = join(folder, 'registry.cc');
  const text = existsSync(list) ? readFileSync(list, 'utf8') : '';
  for (const [, name = ''] of text.matchAll(/#include "scheme\/(\w+)\.h"/g)) {
    if (name !== 'scheme' && name !== 'registry') names.push(name);
  }
  return names;
}
