// Faults as a tool makes them: universalmutator's, for C++. One is drawn by file, by line, then
// among those of the line, so that a line with many constants is not asked more often than one with
// a call.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { must, which } from '../process.mjs';
import { changeOf, placesOf } from './join.mjs';

const PINNED = 'universalmutator==1.14.1';

/** @typedef {{file: string, line: number, before: string, after: string,
 * change: import('./join.mjs').Change}} Mutant `file` is in engine-wasm */

/** Installs the tool beside the build; returns its program. @param {string} folder */
export async function mutator(folder) {
  const program = join(folder, 'python/bin/mutate');
  if (existsSync(program)) return program;
  const python = which('python3') ?? 'python3';
  await must(python, ['-m', 'venv', join(folder, 'python')], { stdout: 'stderr' });
  await must(join(folder, 'python/bin/pip'), ['install', '-q', PINNED], { stdout: 'stderr' });
  return program;
}

/** Numbers from 0 to below 1, the same for the same seed. @param {number} seed */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** In another order. @template T @param {readonly T[]} list @param {() => number} random */
export function shuffled(list, random) {
  const all = [...list];
  for (let n = all.length - 1; n > 0; --n) {
    const other = Math.floor(random() * (n + 1));
    [all[n], all[other]] = [/** @type {T} */ (all[other]), /** @type {T} */ (all[n])];
  }
  return all;
}

/** Lines in which a fault is none, or is one that a test cannot be asked about. */
const LEFT_OUT = [
  /^\s*(\/\/|#|$)/, // comments, includes
  /^\s*[})\]]*;?\s*(\/\/.*)?$/, // ends of blocks
  /AI_CHECK|static_assert|namespace|^using |Inspector|host_choices|HostChoice/,
  /"/, // words
  /\bk[A-Z]\w*,\s*$/, // lists of sites and structures
];

/** @param {string} line */
export const isAskable = (line) => !LEFT_OUT.some((pattern) => pattern.test(line));

/** A declaration, which others need. */
const DECLARATION =
  /^\s*(?:const |constexpr |static |auto |struct |class |[\w:]+(?:<.*>)?[ *&]+\w+(?: =|;|\(|\{))/;

/**
 * Tells if no compiler takes the fault: a loop is left outside of loops, or a name that others use
 * is gone.
 * @param {Mutant} mutant
 */
const isRefused = ({ before, after }) =>
  /^\s*(?:break|continue);/.test(after) ||
  (after.trim().startsWith('/*') && DECLARATION.test(before) && !/^\s*(?:return|co_)/.test(before));

/** False in the middle of a name, and where there is nothing to choose between.
 * @param {string} original @param {import('./join.mjs').Change} change */
export function isPlaceable(original, change) {
  const isInName =
    /[A-Za-z_]$/.test(original.slice(0, change.from)) && /^\d/.test(original.slice(change.from));
  return !isInName && placesOf(original, [change])[0] !== undefined;
}

/**
 * All faults of some lines of a file, by line. @param {string} program @param {string} path
 * @param {string} file @param {readonly number[]} lines @param {string} folder for what it writes
 * @returns {Promise<Map<number, Mutant[]>>}
 */
export async function mutantsOf(program, path, file, lines, folder) {
  const out = join(folder, 'made');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const wanted = join(folder, 'lines.txt');
  writeFileSync(wanted, lines.map((line) => `${line}\n`).join(''));
  const args = [path, 'cpp', '--noCheck', '--lines', wanted, '--mutantDir', out];
  await must(program, args, { stdout: 'pipe', cwd: folder });
  const original = readFileSync(path, 'utf8');
  /** @type {Map<number, Mutant[]>} */
  const found = new Map();
  for (const name of readdirSync(out).sort()) {
    const mutant = difference(file, original, readFileSync(join(out, name), 'utf8'));
    if (!mutant || !isAskable(mutant.before) || isRefused(mutant)) continue;
    if (!isPlaceable(original, mutant.change)) continue;
    found.set(mutant.line, [...(found.get(mutant.line) ?? []), mutant]);
  }
  rmSync(join(folder, `.um.mutant_output${basename(file, extname(file))}`), { force: true });
  return found;
}

/**
 * @param {string} file
 * @param {string} original
 * @param {string} text
 * @returns {Mutant | undefined}
 */
function difference(file, original, text) {
  const [before, after] = [original.split('\n'), text.split('\n')];
  const line = before.findIndex((each, index) => each !== after[index]);
  if (line < 0) return undefined;
  const added = after.length - before.length;
  return {
    file,
    line: line + 1,
    before: before[line] ?? '',
    change: changeOf(original, text),
    after: after.slice(line, line + 1 + added).join(' '),
  };
}
