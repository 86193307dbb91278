// Numbers about the sources of the page and its tests, from their syntax trees.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';
import { filesUnder } from '../files_under.mjs';

/**
 * A node of a syntax tree.
 * @typedef {{type: string, start: number, end: number} & Record<string, any>} Node
 */

const LONGEST_FUNCTION = 70;
const COLUMNS = 100;

export class Source {
  /** @param {string} path @param {string} text */
  constructor(path, text) {
    this.path = path;
    this.text = text;
    this.lines = text.split('\n');
    const { program, errors } = parseSync(path, text, { astType: 'ts' });
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
    this.program = /** @type {Node} */ (/** @type {unknown} */ (program));
  }

  /** The number of the line that contains a place of the text. @param {number} at */
  lineAt(at) {
    return this.text.slice(0, at).split('\n').length;
  }

  /** @param {Node} node */
  placeOf(node) {
    return `${this.path}:${this.lineAt(node.start)}`;
  }

  /** Every node with its parent. @returns {Generator<[Node, Node]>} */
  *nodes() {
    /** @type {[Node, Node][]} */
    const open = [[this.program, this.program]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [node] = next;
      yield next;
      for (const inside of Object.values(node).flat())
        if (typeof inside?.type === 'string') open.push([inside, node]);
    }
  }
}

/** @param {string} root @param {string} folder */
export const sourcesIn = (root, folder) =>
  filesUnder(join(root, folder), /\.(tsx?|mjs)$/).map(
    (path) => new Source(relative(root, path), readFileSync(path, 'utf8')),
  );

/** The functions that are longer than a reader can keep in view. @param {Source} source */
export const longFunctions = (source) =>
  [...source.nodes()]
    .filter(([{ type, body }]) => /Function/.test(type) && body)
    .filter(([{ start, end }]) => source.lineAt(end) - source.lineAt(start) >= LONGEST_FUNCTION)
    .map(([node]) => source.placeOf(node));

/** Directives of the linter must be one line, and tables in comments keep their columns. */
const stays = (/** @type {string} */ line) =>
  line.includes('biome-ignore') || /^\s*\/\/.*\S {2,}\S/.test(line);

/** @param {import('./lines.mjs').Listing} listing */
export const wideLines = ({ path, lines }) =>
  lines.flatMap((line, n) =>
    [...line].length > COLUMNS && !stays(line) ? [`${path}:${n + 1}`] : [],
  );

/** @type {Record<string, readonly string[]>} */
const INTO = {
  ObjectExpression: ['ObjectExpression'],
  ArrayExpression: ['ArrayExpression', 'CallExpression', 'NewExpression'],
};

/** The argument of a spread, also behind a type assertion. @param {Node} node @returns {Node} */
const bare = (node) =>
  node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression'
    ? bare(node.expression)
    : node;

/**
 * Spreads of literals that could be written directly: they only outwit the formatter.
 * @param {Source} source
 */
export const idleSpreads = (source) =>
  [...source.nodes()]
    .filter(([{ type, argument }, outer]) =>
      type === 'JSXSpreadAttribute'
        ? argument.type === 'ObjectExpression'
        : type === 'SpreadElement' && INTO[bare(argument).type]?.includes(outer.type),
    )
    .map(([node]) => source.placeOf(node));

/** @param {Node} node */
const parses = ({ type, callee }) =>
  type === 'CallExpression' && callee.object?.name === 'JSON' && callee.property?.name === 'parse';

/** @param {Node} node */
const takesUnknown = ({ type, id }) =>
  type === 'VariableDeclarator' && id.typeAnnotation?.typeAnnotation.type === 'TSUnknownKeyword';

/** The places where a parsed text gets a type without a check. @param {Source} source */
export const trustedTexts = (source) =>
  [...source.nodes()]
    .filter(([node, outer]) => parses(node) && !takesUnknown(outer))
    .map(([node]) => source.placeOf(node));

/**
 * The files that may set a store's fields: those of its own folder, or the one that makes it.
 * @param {Source} source
 */
const isStore = ({ path, text }) => /\/store\//.test(path) || /\bcreateStore[<(]/.test(text);

/** @param {Node} node */
const setsFields = ({ type, callee, arguments: given }) =>
  type === 'CallExpression' &&
  (callee.property?.name === 'setState' ||
    ((callee.property?.name ?? callee.name) === 'set' &&
      given.length === 1 &&
      given[0].type === 'ObjectExpression'));

/** The files that set the page's stores, by the names under which others hold these. */
const SHARED = new Map([
  ['stage', 'web/store/stage/'],
  ['address', 'web/store/page/address.ts'],
  ['preferences', 'web/store/browser/preferences.ts'],
]);

/** True if a shared store is set elsewhere. @param {Source} source @param {Node} node */
const setsShared = ({ path }, { callee }) => {
  const home = SHARED.get(callee.object?.name);
  return home !== undefined && !path.startsWith(home);
};

/** @param {Source} source */
export const outsideSets = (source) =>
  [...source.nodes()]
    .filter(([node]) => setsFields(node) && (!isStore(source) || setsShared(source, node)))
    .map(([node]) => source.placeOf(node));

/** An effect that runs again when something changes. @param {Node} node */
const runsAgain = ({ type, callee, arguments: given }) =>
  type === 'CallExpression' && callee.name === 'useEffect' && given[1]?.elements?.length !== 0;

/** Work of which only the newest counts (web/engine/worker/latest.ts). @param {Node} node */
const isLatest = ({ callee }) => callee?.name === 'askOnce' || callee?.property?.name === 'ask';

/**
 * Everything inside a node, but not what `Latest` runs.
 * @param {Node} node @returns {Generator<Node>}
 */
function* inside(node) {
  yield node;
  if (isLatest(node)) return;
  for (const each of Object.values(node).flat())
    if (typeof each?.type === 'string') yield* inside(each);
}

/** True for `promise.then(setIt)` and for what sets it inside. @param {Node} node */
const setsLater = ({ type, callee, arguments: given }) =>
  type === 'CallExpression' &&
  callee.property?.name === 'then' &&
  given.some((/** @type {Node} */ each) =>
    [...inside(each)].some(({ type: is, name }) => is === 'Identifier' && /^set[A-Z]/.test(name)),
  );

/**
 * Effects that show an answer whenever it comes, though they may have run again meanwhile.
 * @param {Source} source
 */
export const lateAnswers = (source) =>
  [...source.nodes()]
    .filter(([node]) => runsAgain(node))
    .flatMap(([{ arguments: given }]) => [...inside(given[0])].filter(setsLater))
    .map((node) => source.placeOf(node));
