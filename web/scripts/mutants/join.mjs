// Many faults in one program: each is planted beside what it replaces, behind a switch.
import { around, closing, parts, statementsOf, withoutWords } from './statements.mjs';

/** @typedef {{from: number, to: number, text: string}} Change what is put in place of [from, to) */
/** @typedef {{from: number, to: number, kind: 'expression' | 'statement'}} Place
 * the code that there are several of, and what is chosen between */

/** The smallest change that makes one text of the other.
 * @param {string} before @param {string} after @returns {Change} */
export function changeOf(before, after) {
  let from = 0;
  while (from < before.length && before[from] === after[from]) ++from;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) ++end;
  return { from, to: before.length - end, text: after.slice(from, after.length - end) };
}

const NO_TYPE = '(?!(?:return|co_return|co_await|co_yield|delete|else|throw|goto|case)\\b)';
const TYPE = '(?:(?:const|static|constexpr)\\s+)*[\\w:]+(?:<[^;=]*>)?(?:\\s*[*&]+\\s*|\\s+)';
const DECLARATION = new RegExp(`^\\s*${NO_TYPE}${TYPE}(?:\\w+|\\[[^\\]]*\\])\\s*(=(?!=)|[{(;,[])`);

/** Where there may be several of what stands in [from, to) of a text, for a change in it.
 * @param {string} masked @param {{from: number, to: number}} range @param {Change} change
 * @returns {Place | undefined} */
function within(masked, range, change) {
  let { from } = range;
  const rest = () => masked.slice(from, range.to);
  for (;;) {
    const [label] = /^\s*(?:case\s(?:[^:;]|::)+:(?!:)|default\s*:|else\b|do\b)/.exec(rest()) ?? [];
    if (label === undefined) break;
    from += label.length;
  }
  from += rest().length - rest().trimStart().length;
  const isSimple = masked[range.to - 1] === ';';
  const whole = change.from <= from && masked.slice(change.to, range.to).trim() === '';
  const [header] = /^(?:if|while|switch|for)\s*\(/.exec(rest()) ?? [];
  if (header && !(whole && isSimple)) {
    const [open, close] = [from + header.length, closing(masked, from + header.length - 1)];
    if (change.from > close) return within(masked, { from: close + 1, to: range.to }, change);
    const all = parts(masked, open, close);
    const part = all.find((each) => each.from <= change.from && change.to <= each.to);
    const isOverRange = header.startsWith('for') && all.length === 1;
    if (part) return isOverRange ? undefined : expression(masked, part, change);
    if (header.startsWith('while') && !isSimple)
      return { from, to: closing(masked, range.to) + 1, kind: 'statement' };
  }
  if (masked[range.to - 1] !== ';') return undefined;
  if (DECLARATION.test(rest())) return expression(masked, { from, to: range.to - 1 }, change);
  return /^(?:using|static_assert|static)\b/.test(rest())
    ? undefined
    : { from, to: range.to, kind: 'statement' };
}

/** What is computed there, or what a declaration begins with.
 * @param {string} masked @param {{from: number, to: number}} range @param {Change} change
 * @returns {Place | undefined} */
function expression(masked, { from, to }, change) {
  const text = masked.slice(from, to);
  const [declared, sign] = DECLARATION.exec(text) ?? [];
  if (declared !== undefined && sign !== '=') return undefined;
  const begin = from + (declared?.length ?? 0);
  const blank = masked.slice(begin, to).match(/^\s*/)?.[0].length ?? 0;
  const isList = masked[begin + blank] === '{';
  if (change.from < begin || change.to > to || isList || begin + blank >= to) return undefined;
  return { from: begin + blank, to, kind: 'expression' };
}

/** The place of each change: nothing where it cannot stand beside what it replaces.
 * @param {string} original @param {readonly Change[]} changes @returns {(Place | undefined)[]} */
export function placesOf(original, changes) {
  const masked = withoutWords(original);
  const statements = statementsOf(masked);
  return changes.map((change) => {
    const { from, to } = inner(masked, change);
    const statement = around(statements, from, to);
    return statement && within(masked, statement, { ...change, from, to });
  });
}

/** The blanks around a change are not looked at. @param {string} masked @param {Change} change */
function inner(masked, { from, to }) {
  const text = masked.slice(from, to);
  if (text.trim() === '') return { from, to };
  const begin = from + text.length - text.trimStart().length;
  return { from: begin, to: begin + text.trim().length };
}

/** On one line, so that a complaint about a line is about one of them. @param {string} code */
const onOneLine = (code) =>
  code
    .replace(/\/\/[^\n]*/g, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();

/**
 * The source with all of its faults; those that overlap another one's place are `left`.
 * @param {string} original
 * @param {readonly {number: number, change: Change}[]} faults
 * @returns {{text: string, left: number[], alone: number[]}} numbers; of those that are `alone`
 * each needs a program of its own
 */
export function joined(original, faults) {
  const places = placesOf(
    original,
    faults.map(({ change }) => change),
  );
  /** @type {Map<string, {place: Place, faults: {number: number, text: string}[]}>} */
  const taken = new Map();
  const [left, alone] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (const [n, { number, change }] of faults.entries()) {
    const place = places[n];
    if (!place) alone.push(number);
    else {
      const key = `${place.from}-${place.to}`;
      const others = [...taken.values()].map((each) => each.place);
      const isApart = others.every((each) => each.to <= place.from || place.to <= each.from);
      if (!isApart && !taken.has(key)) left.push(number);
      else {
        const text = onOneLine(
          original.slice(place.from, change.from) +
            change.text +
            original.slice(Math.max(change.to, place.from), place.to),
        );
        taken.set(key, { place, faults: [...(taken.get(key)?.faults ?? []), { number, text }] });
      }
    }
  }
  let text = original;
  for (const { place, faults: here } of [...taken.values()].sort(
    (a, b) => b.place.from - a.place.from,
  ))
    text = text.slice(0, place.from) + choice(original, place, here) + text.slice(place.to);
  return { text: `#include "base/mutant_switch.h"\n${text}`, left, alone };
}

/** @param {string} original @param {Place} place
 * @param {readonly {number: number, text: string}[]} faults */
function choice(original, place, faults) {
  const unchanged = original.slice(place.from, place.to);
  if (place.kind === 'expression') {
    const chosen = faults.map(({ number, text }) => `MUTANT(${number}) ? (${text}) :\n`);
    return `(\n${chosen.join('')}(${unchanged}\n))`;
  }
  const chosen = faults.map(({ number, text }) => `if (MUTANT(${number})) { ${text} } else\n`);
  return `{\n${chosen.join('')}{ ${unchanged}\n}\n}`;
}

/** The faults that a compiler complains about; where the place is in something that a fault calls,
 * its notes tell which. @param {string} output
 * @param {(path: string) => string | undefined} read a source by the path that it is told by */
export function complained(output, read) {
  /** @param {string} kind */
  const numbers = (kind) => {
    /** @type {Set<number>} */
    const found = new Set();
    const place = new RegExp(`^(\\S+?):(\\d+):\\d+: (?:fatal )?${kind}:`, 'gm');
    for (const [, path, line] of output.matchAll(place)) {
      const told = read(path ?? '')?.split('\n')[Number(line) - 1] ?? '';
      for (const [, number] of told.matchAll(/MUTANT\((\d+)\)/g)) found.add(Number(number));
    }
    return found;
  };
  const direct = numbers('error');
  return direct.size > 0 ? direct : numbers('note');
}
