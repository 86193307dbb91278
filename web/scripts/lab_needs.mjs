// The programs that a command of `lab` runs: only these are built before it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Flavours of the WebAssembly engine, and native programs.
 * @typedef {{flavours: readonly import('./build_engine.mjs').Flavour[],
 *            programs: readonly ('afterimage_fast' | 'afterimage_traced')[]}} Needs
 */

/** @type {Needs} */
const NOTHING = { flavours: [], programs: [] };
/** @type {Needs} */
const EXPLORES = { flavours: ['explore'], programs: [] };
/** @type {Needs} */
const MEASURES = { flavours: ['fast'], programs: [] };

/** The options of `run` with a value, and the one with several. */
const WITH_VALUE = ['--out', '--input', '--scale', '--shard'];
const WITH_VALUES = '--points';

/** The file that `run` is to run. @param {readonly string[]} args */
function fileIn(args) {
  for (let n = 0; n < args.length; n++) {
    const word = args[n] ?? '';
    if (!word.startsWith('--')) return word;
    if (WITH_VALUE.includes(word)) n++;
    if (word === WITH_VALUES) while (n + 1 < args.length && !args[n + 1]?.startsWith('--')) n++;
  }
  return undefined;
}

/** True for a file that says of itself that it is an experiment. @param {string} path */
function isExperiment(path) {
  if (!existsSync(path) || !statSync(path).isFile()) return false;
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))?.kind === 'experiment';
  } catch {
    return false;
  }
}

/** @param {readonly string[]} args @param {string} cwd @returns {Needs} */
function runNeeds(args, cwd) {
  const file = fileIn(args);
  return file !== undefined && isExperiment(resolve(cwd, file)) ? MEASURES : EXPLORES;
}

/** @param {readonly string[]} args @returns {Needs} */
const claimsNeed = (args) =>
  args.includes('--markdown')
    ? NOTHING
    : { ...MEASURES, programs: args.includes('--native') ? ['afterimage_fast'] : [] };

/** What the sections of the bench compare. @type {Record<string, Needs>} */
const SECTIONS = {
  measures: { flavours: ['fast'], programs: ['afterimage_fast'] },
  explorer: { flavours: ['explore'], programs: ['afterimage_traced'] },
  program: { flavours: ['explore'], programs: ['afterimage_traced'] },
  tpcc: { flavours: ['fast'], programs: ['afterimage_fast'] },
  logs: { flavours: ['fast'], programs: ['afterimage_fast'] },
};

/** @param {readonly string[]} args @returns {Needs} */
function benchNeeds(args) {
  const named = Object.keys(SECTIONS).filter((name) => args.includes(name));
  const wanted = (named.length > 0 ? named : Object.keys(SECTIONS)).map((name) => SECTIONS[name]);
  return {
    flavours: [...new Set(wanted.flatMap((each) => each?.flavours ?? []))],
    programs: [...new Set(wanted.flatMap((each) => each?.programs ?? []))],
  };
}

/** @type {Record<string, (args: readonly string[], cwd: string) => Needs>} */
export const COMMANDS = {
  bench: benchNeeds,
  claims: claimsNeed,
  completion: () => NOTHING,
  drill: () => EXPLORES,
  // It compiles the program that prints the tables by itself.
  formats: () => NOTHING,
  grade: () => EXPLORES,
  lecture: () => EXPLORES,
  package: () => EXPLORES,
  paths: () => NOTHING,
  pictures: () => EXPLORES,
  run: runNeeds,
  schemes: () => EXPLORES,
  verify: () => EXPLORES,
};

/**
 * What a command line needs; `cwd` is the folder that its file names start from. A command that
 * there is not needs nothing to say so.
 * @param {readonly string[]} args @param {string} cwd
 */
export const neededFor = ([command = '', ...rest], cwd) =>
  Object.hasOwn(COMMANDS, command) ? (COMMANDS[command]?.(rest, cwd) ?? NOTHING) : NOTHING;
