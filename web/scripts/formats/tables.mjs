// The tables of fields in docs/formats.md, between the marks `<!-- fields: FORMAT -->` and
// `<!-- /fields -->`, from the engine's tables.
import { choices, EITHER } from './read_formats.mjs';
import { count, isCount } from './types.mjs';

/** @typedef {import('./read_formats.mjs').Formats} Formats */
/** @typedef {import('./read_formats.mjs').Row} Row */

const HEAD = '| field | | value | what it is |\n| --- | --- | --- | --- |\n';
const MARKED = /(<!-- fields: (\w+) -->\n)[\s\S]*?(<!-- \/fields -->)/g;

/** @param {string} word */
const code = (word) => `\`${word}\``;

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
      return choices(row).map(code).join(', ');
    case 'flag':
      return 'true or false';
    case 'pair':
      return 'a pair';
    case 'list':
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

/** @param {Row} row @param {Formats} formats */
function line(row, formats) {
  const either = Object.values(EITHER).find((name) => formats.of(name).rows.includes(row));
  const must = either ? either.toLowerCase() : row.required ? 'required' : '';
  const values = [form(row), row.default === undefined ? '' : `${code(row.default)} by default`];
  const meaning = row.meaning ?? row.element?.meaning ?? '';
  const cells = [code(row.name ?? ''), must, values.filter(Boolean).join('; '), meaning];
  return `|${cells.map((cell) => (cell ? ` ${cell} |` : ' |')).join('')}\n`;
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
