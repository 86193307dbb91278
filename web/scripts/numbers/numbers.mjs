// `npm run check` prints numbers about the sources, each with its limit.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { functionLines } from './cpp.mjs';
import { actionNames, drawnStores } from './drawn_stores.mjs';
import { fragments, fullFolders, likePlaces, listings } from './lines.mjs';
import { shortFiles } from './short_files.mjs';
import {
  idleSpreads,
  lateAnswers,
  longFunctions,
  outsideSets,
  sourcesIn,
  trustedTexts,
  wideLines,
} from './typescript.mjs';

/**
 * `most` is the limit; without one the number is only printed. `places` are the counted places.
 * @typedef {{what: string, value: number, most?: number, places?: readonly string[]}} NumberOf
 */

const LONGEST_FUNCTION = 70;
/** The most places that are printed of a number beyond its limit. */
const NAMED = 40;
/** The files in which tests check complaints about a file. */
const BAD_INPUT = /\/bad_(files|experiments|rows|files\.test)\.ts$/;
/**
 * A choice of a file's field: the files that contain its name are those that another choice would
 * change.
 */
const CHOICE = 'wait-die-after-older';
/** The files that `lab -- formats` writes. */
const GENERATED = new RegExp(
  [
    /^web\/engine\/protocol\/(replies\/)?\w+\.ts$/,
    /^web\/model\/\w+\/\w+_shape\.ts$/,
    /^web\/stage\/words\/\w+_(field|choice)_names\.ts$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/**
 * @param {string} what @param {readonly string[]} places @param {number} most
 * @returns {NumberOf}
 */
const counted = (what, places, most) => ({ what, value: places.length, most, places });

/** @param {string} root @returns {NumberOf[]} */
function pageNumbers(root) {
  const page = sourcesIn(root, 'web');
  const both = [...page, ...sourcesIn(root, 'tests')];
  const typed = page.filter(({ path }) => !path.startsWith('web/scripts/'));
  const actions = actionNames(typed);
  return [
    counted('functions of web/ beyond 70 lines', page.flatMap(longFunctions), 0),
    counted(
      'lines of web/ over 100 columns',
      [...page, ...listings(root, 'web', /\.css$/)].flatMap(wideLines),
      0,
    ),
    counted('spreads that only outwit the formatter', both.flatMap(idleSpreads), 0),
    counted('texts of web/ parsed without a check', typed.flatMap(trustedTexts), 2),
    counted('fields of a store set outside it', typed.flatMap(outsideSets), 0),
    counted('effects that show late answers', typed.flatMap(lateAnswers), 0),
    counted(
      'stores read while drawing, without subscribing',
      typed.flatMap((source) => drawnStores(source, actions)),
      0,
    ),
  ];
}

/** Workers must be files of their own. */
const WORKER = /\.worker\.ts$/;

/** @param {readonly import('./lines.mjs').Listing[]} all @param {string} text */
const calls = (all, text) =>
  all.flatMap(({ path, lines }) =>
    lines.flatMap((line, n) => (line.includes(text) ? [`${path}:${n + 1}`] : [])),
  );

/** The files written by hand in which a choice stands, of the engine and the page. */
const tellsChoice = (/** @type {readonly import('./lines.mjs').Listing[]} */ all) =>
  all.flatMap(({ path, lines }) =>
    !GENERATED.test(path) &&
    !path.startsWith('web/scripts/') &&
    lines.some((line) => line.includes(CHOICE))
      ? [path]
      : [],
  );

/** @param {string} root @returns {NumberOf[]} */
function lineNumbers(root) {
  const engine = listings(root, 'engine-wasm', /\.(cc|h)$/);
  const web = listings(root, 'web', /\.(tsx?|mjs)$/);
  const bad = listings(root, 'tests/contract', /\.ts$/).filter(({ path }) => BAD_INPUT.test(path));
  const tests = listings(root, 'tests', /\.(tsx?|mjs)$/);
  const functions = engine.flatMap(functionLines);
  const lengths = functions.map(({ lines }) => lines).sort((a, b) => a - b);
  const long = functions.filter(({ lines }) => lines > LONGEST_FUNCTION);
  return [
    counted(
      'functions of the engine beyond 70 lines',
      long.map(({ place }) => place),
      3,
    ),
    {
      what: 'lines of a function of the engine, median',
      value: lengths[lengths.length >> 1] ?? 0,
      most: 7,
    },
    counted('places of the engine with six like lines', likePlaces(engine), 200),
    counted(`files that tell \`${CHOICE}\``, tellsChoice([...engine, ...web]), 1),
    counted('members of a file that `HasOnly("` lists by hand', calls(engine, 'HasOnly("'), 0),
    counted('members of a file that `.With("` reads by hand', calls(engine, '.With("'), 39),
    counted(
      'files of at most 15 lines with one user',
      shortFiles(web, tests).filter((path) => !GENERATED.test(path) && !WORKER.test(path)),
      1,
    ),
    counted('folders with more than 20 sources', fullFolders([...engine, ...web]), 0),
    {
      what: 'comments of the engine that begin with no subject, %',
      value: fragments(engine),
      most: 2,
    },
    { what: 'comments of web/ that begin with no subject, %', value: fragments(web), most: 2 },
    {
      what: 'lines of the tests of bad input',
      value: bad.reduce((sum, { lines }) => sum + lines.length, 0),
      most: 450,
    },
  ];
}

/**
 * The size of the engine that a lecture loads, where it is built.
 * @param {string} root @returns {NumberOf[]}
 */
function builtNumbers(root) {
  const wasm = join(root, 'web/engine/generated/engine_traced.wasm');
  if (!existsSync(wasm)) return [];
  const size = gzipSync(readFileSync(wasm), { level: 9 }).length / 1024;
  return [
    { what: 'KB of WebAssembly of a lecture, compressed', value: Math.ceil(size), most: 260 },
  ];
}

/** @param {string} root */
export const numbers = (root) => [
  ...pageNumbers(root),
  ...lineNumbers(root),
  ...builtNumbers(root),
];

/**
 * Prints each number; returns one sentence for each that is beyond its limit.
 * @param {string} root
 */
export function tooLarge(root) {
  /** @type {string[]} */
  const found = [];
  for (const { what, value, most, places = [] } of numbers(root)) {
    const limit = most === undefined ? '' : `   at most ${most}`;
    process.stdout.write(`${String(value).padStart(6)}  ${what}${limit}\n`);
    const named = places.slice(0, NAMED).join(' ');
    if (most !== undefined && value > most) found.push(`${what}: ${value}: ${named}`);
  }
  return found;
}
