// Faults as a tool makes them: universalmutator's, for C++. One is drawn by file, by line, then
// among those of the line, so that a line with many constants is not asked more often than one with
// a call.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { must, which } from '../process.mjs';

const PINNED = 'universalmutator==1.14.1';

/** @typedef {{file: string, line: number, before: string, after: string, text: string}} Mutant
 * `file` beside engine-wasm; `text` is the whole mutated file. */

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

/**
 * All faults of a file, by line. @param {string} program @param {string} source @param {string}
 * file @param {string} folder
 * @returns {Promise<Map<number, Mutant[]>>}
 */
export async function mutantsOf(program, source, file, folder) {
  const path = join(source, file);
  const out = join(folder, 'made', file.replaceAll('/', '+'));
  if (!existsSync(out)) {
    mkdirSync(out, { recursive: true });
    const made = [path, 'cpp', '--noCheck', '--mutantDir', out];
    await must(program, made, { stdout: 'pipe', cwd: folder });
  }
  const original = readFileSync(path, 'utf8');
  /** @type {Map<number, Mutant[]>} */
  const found = new Map();
  for (const name of readdirSync(out)) {
    const mutant = difference(file, original, readFileSync(join(out, name), 'utf8'));
    if (!mutant || !isAskable(mutant.before) || isRefused(mutant)) continue;
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
    text,
    after: after.slice(line, line + 1 + added).join(' '),
  };
}
