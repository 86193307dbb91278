// The statements of a C++ source, as far as brackets and semicolons tell them apart.

/** @typedef {{from: number, to: number, simple: boolean}} Statement
 * A `simple` one ends with its semicolon; another is what stands before a block. */

/** The text with blanks in place of comments and of what is between quotes.
 * @param {string} text */
export const withoutWords = (text) =>
  text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|R"\(([\s\S]*?)\)"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    (word) => word.replace(/[^\n]/g, word.startsWith('/') ? ' ' : '_'),
  );

/** What begins a block of declarations. */
const SCOPE = /^\s*(?:template\s*<[^;{]*>\s*)?(?:namespace|struct|class|enum|union|extern)\b/;

/** @typedef {{kind: 'code' | 'scope' | 'inside', start: number}} Bracket */

/** What the bracket at `at` begins. @param {string} masked @param {number} at
 * @param {Bracket} around @returns {Bracket['kind']} */
function kindOf(masked, at, around) {
  if (masked[at] !== '{') return 'inside';
  if (around.kind === 'scope' && SCOPE.test(masked.slice(around.start, at))) return 'scope';
  const header = masked.slice(Math.max(0, at - 200), at);
  // Values in braces stand behind a name, a type or a sign.
  const isBlock =
    /(?:[)\]]|\belse|\bdo|\bconst|\boverride|\bnoexcept|->\s*[\w:<>*&\s]+|[;{}:])\s*$/;
  return isBlock.test(header) || header.trim() === '' ? 'code' : 'inside';
}

/** Those inside of functions. @param {string} masked without words and comments
 * @returns {Statement[]} */
export function statementsOf(masked) {
  /** @type {Statement[]} */
  const found = [];
  /** @type {Bracket[]} */
  const open = [{ kind: 'scope', start: 0 }];
  for (let at = 0; at < masked.length; ++at) {
    const top = open.at(-1);
    const sign = masked[at] ?? '';
    if (!top) break;
    if ('([{'.includes(sign)) {
      const kind = kindOf(masked, at, top);
      if (top.kind === 'code' && kind === 'code')
        found.push({ from: top.start, to: at, simple: false });
      open.push({ kind, start: at + 1 });
    } else if (')]}'.includes(sign)) {
      open.pop();
      const outer = open.at(-1);
      if (outer && top.kind !== 'inside' && outer.kind !== 'inside') outer.start = at + 1;
    } else if (sign === ';' && top.kind !== 'inside') {
      if (top.kind === 'code') found.push({ from: top.start, to: at + 1, simple: true });
      top.start = at + 1;
    }
  }
  return found;
}

/** The smallest statement, or the run of whole ones, that a change is in.
 * @param {readonly Statement[]} statements @param {number} from @param {number} to
 * @returns {Statement | undefined} */
export function around(statements, from, to) {
  const inside = statements
    .filter((each) => each.from <= from && to <= each.to)
    .sort((a, b) => a.to - a.from - (b.to - b.from))[0];
  const first = statements.find((each) => each.simple && each.from <= from && from < each.to);
  const last = statements.find((each) => each.simple && each.from < to && to <= each.to);
  const run = first && last && { from: first.from, to: last.to, simple: true };
  if (!run || first === last) return inside;
  return inside && inside.to - inside.from < run.to - run.from ? inside : run;
}

/** Where the bracket that opens at `at` is closed. @param {string} masked @param {number} at */
export function closing(masked, at) {
  let depth = 0;
  for (let end = at; end < masked.length; ++end) {
    if ('([{'.includes(masked[end] ?? '')) ++depth;
    if (')]}'.includes(masked[end] ?? '') && --depth === 0) return end;
  }
  return -1;
}

/** Where parts that semicolons part begin and end. @param {string} masked @param {number} from
 * @param {number} to @returns {{from: number, to: number}[]} */
export function parts(masked, from, to) {
  const ends = /** @type {number[]} */ ([]);
  let depth = 0;
  for (let at = from; at < to; ++at) {
    if ('([{'.includes(masked[at] ?? '')) ++depth;
    if (')]}'.includes(masked[at] ?? '')) --depth;
    if (masked[at] === ';' && depth === 0) ends.push(at);
  }
  return [...ends, to].map((end, n) => ({
    from: n === 0 ? from : (ends[n - 1] ?? 0) + 1,
    to: end,
  }));
}
