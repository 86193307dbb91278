// The tables of fields in documents, from the engine's tables: of one format between the marks
// `<!-- fields: FORMAT -->` and `<!-- /fields -->`, and of a reply with all that is in it between
// `<!-- reply: FORMAT -->` and `<!-- /reply -->`.
import { choices, EITHER } from './read_formats.mjs';
import { count, isCount, neededFor } from './types.mjs';

/** @typedef {import('./read_formats.mjs').Formats} Formats */
/** @typedef {import('./read_formats.mjs').Row} Row */

const HEAD = '| field | | value | what it is |\n| --- | --- | --- | --- |\n';
const MARKED = /(<!-- fields: (\w+) -->\n)[\s\S]*?(<!-- \/fields -->)/g;
const REPLIES = /(<!-- reply: (\w+) -->\n)[\s\S]*?(<!-- \/reply -->)/g;

/** The length of a list that has no limit. */
const ANY_LENGTH = 2 ** 53;

/** @param {string} word */
const code = (word) => `\`${word}\``;

/** A word to choose, which may be the empty one. @param {string} word */
const wordOf = (word) => (word ? code(word) : 'empty');

/** @param {string} inside */
const after = (inside) => inside && `: ${inside}`;

/** @param {Row} row @returns {string} */
function form(row) {
  const { min = 0, max = 0, unit } = row;
  const inside = row.element ? form(row.element) : '';
  const measure = unit ? `, in ${unit}` : '';
  switch (row.form) {
    case 'whole':
      if (isCount(row)) return 'a count';
      return min === max
        ? code(`${min}`)
        : `${count(min)} to ${count(max)}${unit ? ` ${unit}` : ''}`;
    case 'choice':
      return choices(row).map(wordOf).join(', ');
    case 'flag':
      return 'true or false';
    case 'pair':
      return 'a pair';
    case 'list':
      if (max === ANY_LENGTH) return `a list${after(inside)}${measure}`;
      return `${min > 0 ? `${count(min)} to` : 'up to'} ${count(max)}${after(inside)}${measure}`;
    case 'map':
      return `by name${after(inside)}${measure}`;
    case 'object':
    case 'variants':
      return '';
    case 'merged':
      return inside;
    default:
      return `${FORMS[row.form] ?? ''}${measure}`;
  }
}

/** @type {Record<string, string>} */
const FORMS = {
  id: 'an id',
  value: 'a whole number, or null',
  metric: 'a metric',
  metrics: 'a metric, or a list of them',
  dimension: 'a name',
  bounds: 'two numbers, or null',
  sweep: 'lists of values by name',
  selection: 'values by name',
  number: 'a number',
  two: 'two numbers',
};

/**
 * A form, and what it is made of, as a reply's table says it.
 * @param {Row} row @returns {string}
 */
function replyForm(row) {
  const inside = row.element ? replyForm(row.element) : '';
  const named = row.named ? linkTo(row.named) : '';
  switch (row.form) {
    case 'choice':
      return named ? [named, ...(row.besides ?? []).map(wordOf)].join(', ') : form(row);
    case 'list':
      return `a list${after(inside)}`;
    case 'map':
      return `by ${named || 'name'}${after(inside)}`;
    case 'object':
      return linkTo(row.object ?? '');
    case 'variants':
      return (row.variants ?? []).map(linkTo).join(' or ');
    case 'two':
      return `two of these: ${inside}`;
    case 'string':
      return 'text';
    case 'param':
      return 'a number, a word, true or false';
    default:
      return form({ ...row, unit: undefined });
  }
}

/** The files inside replies, which have a document of their own. @type {Record<string, string>} */
export const FILES = { ExperimentFile: 'formats.md#experiments' };

/** @param {string} name */
const linkTo = (name) => `[${name}](${FILES[name] ?? `#${name.toLowerCase()}`})`;

/** @param {Row} row @param {Formats} formats */
function line(row, formats) {
  const either = Object.values(EITHER).find((name) => formats.of(name).rows.includes(row));
  const must = either ? either.toLowerCase() : row.required ? 'required' : '';
  const values = [form(row), row.default === undefined ? '' : `${code(row.default)} by default`];
  const meaning = row.meaning ?? row.element?.meaning ?? '';
  const cells = [code(row.name ?? ''), must, values.filter(Boolean).join('; '), meaning];
  return `|${cells.map((cell) => (cell ? ` ${cell} |` : ' |')).join('')}\n`;
}

/** @param {Row} row */
function replyLine(row) {
  const value = `${replyForm(row)}${row.unit ? `, in ${row.unit}` : ''}`;
  const must = row.required ? '' : 'maybe';
  const cells = [code(row.name ?? ''), must, value, row.meaning ?? ''];
  return `|${cells.map((cell) => (cell ? ` ${cell} |` : ' |')).join('')}\n`;
}

/** The names of words that a row chooses from. @param {Row} row @returns {string[]} */
const namesIn = (row) => [
  ...(row.named ? [row.named] : []),
  ...(row.element ? namesIn(row.element) : []),
];

/** @param {import('./read_formats.mjs').Names} names */
function wordsList({ name, meaning, before, words }) {
  const lines = words.map(
    (each) => `* ${wordOf(each.word)}${each.meaning ? `: ${each.meaning}` : ''}\n`,
  );
  const more = before ? `Those of ${linkTo(before)}, and:\n\n` : '';
  return `### ${name}\n\n${meaning}\n\n${more}${lines.join('')}`;
}

/**
 * A reply, the objects in it and the words that they choose from; each once, where the document
 * first needs it.
 * @param {string} root @param {Formats} formats @param {Set<string>} told
 */
function replyText(root, formats, told) {
  const needed = neededFor(root, formats, Object.keys(FILES));
  const objects = needed.filter(({ name }) => !told.has(name));
  const used = new Set(objects.flatMap(({ name }) => formats.rows(name).flatMap(namesIn)));
  for (const { name, before } of [...formats.names].reverse())
    if (before && used.has(name)) used.add(before);
  const names = formats.names.filter(({ name }) => used.has(name) && !told.has(name));
  for (const { name } of [...objects, ...names]) told.add(name);
  const tables = objects.reverse().map(({ name, meaning }) => {
    const rows = formats.rows(name).map(replyLine);
    return `### ${name}\n\n${meaning && `${meaning}\n\n`}${HEAD}${rows.join('')}`;
  });
  return [...tables, ...names.map(wordsList)];
}

/**
 * The document with the tables of its replies as the formats are.
 * @param {string} text @param {Formats} formats
 */
export function withReplies(text, formats) {
  /** @type {Set<string>} */
  const told = new Set();
  return text.replace(
    REPLIES,
    (_, start, name, end) => `${start}\n${replyText(name, formats, told).join('\n')}\n${end}`,
  );
}

/**
 * The document with its tables as the formats are.
 * @param {string} text @param {Formats} formats
 */
export const withTables = (text, formats) =>
  text.replace(MARKED, (_, start, name, end) => {
    const rows = formats.rows(name).map((row) => line(row, formats));
    return `${start}${HEAD}${rows.join('')}${end}`;
  });
