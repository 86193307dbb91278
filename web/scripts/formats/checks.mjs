// Checks of files at run time, from the engine's tables: what is read has the type it is given.
import { choices, optional } from './read_formats.mjs';
import { head, isCount, neededFor } from './types.mjs';

/** @typedef {import('./read_formats.mjs').Formats} Formats */
/** @typedef {import('./read_formats.mjs').Row} Row */

/** The functions that the checks use, in web/model/values/shape.ts. */
const MADE_OF = [
  'absent',
  'bilingual',
  'boolean',
  'either',
  'list',
  'number',
  'object',
  'oneOf',
  'pair',
  'record',
  'string',
  'text',
  'whole',
];

/** The checks that several rows need, by name. */
const SHARED = {
  counted: 'whole(0, 2 ** 53)',
  swept: 'either(string, number, boolean)',
  selected: 'either(swept, list(swept))',
};

/** @param {Row} row */
const elementOf = (row) => /** @type {Row} */ (row.element);

/** @type {Record<string, (row: Row) => string>} */
const CHECKS = {
  whole: (row) => (isCount(row) ? 'counted' : `whole(${row.min}, ${row.max})`),
  flag: () => 'boolean',
  choice: (row) => `oneOf([${choices(row).map((word) => `'${word}'`)}])`,
  string: () => 'string',
  id: () => 'string',
  pair: () => 'text',
  object: (row) => nameOf(row.object ?? ''),
  list: (row) => `list(${checkOf(elementOf(row))}, ${row.max})`,
  map: (row) => `record(${checkOf(elementOf(row))})`,
  param: () => 'swept',
  price: () => 'number',
  variants: (row) => `either(${(row.variants ?? []).map(nameOf)})`,
  value: () => 'either(number, absent)',
  dimension: () => 'string',
  metric: () => 'string',
  metrics: () => 'either(string, list(string))',
  bounds: () => 'pair(either(number, absent))',
  sweep: () => 'record(list(swept))',
  selection: () => 'record(selected)',
  merged: (row) => checkOf(elementOf(row)),
  number: () => 'number',
  two: (row) => `pair(${checkOf(elementOf(row))})`,
};

/** @param {Row} row @returns {string} */
function checkOf(row) {
  const check = CHECKS[row.form];
  if (!check) throw new Error(`no check for the form ${row.form}`);
  return check(row);
}

/** @param {string} format */
const nameOf = (format) => `${format[0]?.toLowerCase()}${format.slice(1)}Shape`;

/** The rows whose names the linter does not want. @type {Record<string, string>} */
const ALLOWED = {
  // biome-ignore lint/suspicious/noThenProperty: a field of files.
  then: '\n// biome-ignore lint/suspicious/noThenProperty: a field of files.\n',
};

/** @param {readonly Row[]} rows */
const members = (rows) =>
  `{${rows.map((row) => `${ALLOWED[row.name ?? ''] ?? ''}${row.name}: ${checkOf(row)}`)}}`;

/** @param {string} name @param {Formats} formats */
function objectCheck(name, formats) {
  const rows = formats.rows(name);
  const must = rows.filter((row) => !optional(formats, row));
  const may = rows.filter((row) => optional(formats, row));
  return `object(${members(must)}${may.length > 0 ? `, ${members(may)}` : ''})`;
}

/**
 * The check of a file, or of several of what is answered: there all words are in both languages.
 * @param {import('./types.mjs').Roots} root @param {Formats} formats
 */
export function checksText(root, formats) {
  const roots = [root].flat();
  const lines = neededFor(root, formats).map(({ name }) => {
    const what = roots.includes(name)
      ? `/** The complaint about a value that does not have the type ${name}. */\nexport `
      : '';
    return `${what}const ${nameOf(name)} = ${objectCheck(name, formats)};\n`;
  });
  const written = lines.join('');
  const checks = typeof root === 'string' ? written : written.replace(/: text\b/g, ': bilingual');
  const shared = Object.entries(SHARED)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(checks))
    .map(([name, check]) => `const ${name} = ${check};\n`);
  const code = [...shared, checks].join('');
  const used = MADE_OF.filter((name) => new RegExp(`\\b${name}\\b[(,)\\]}]`).test(code));
  const imports = `import { ${used.join(', ')} } from '../values/shape';\n`;
  return `${head('The form of a file, at run time.')}${imports}\n${code}`;
}
