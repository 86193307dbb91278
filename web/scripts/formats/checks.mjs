// Checks of files at run time, from the engine's tables: what is read has the type it is given.
import { choices, optional } from './read_formats.mjs';
import { head, neededFor } from './types.mjs';

/** @typedef {import('./read_formats.mjs').Formats} Formats */
/** @typedef {import('./read_formats.mjs').Row} Row */

/** What the checks are made of, in web/model/values/shape.ts. */
const MADE_OF = [
  'absent',
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

/** What several rows need, by name. */
const SHARED = {
  swept: 'either(string, number, boolean)',
  selected: 'either(swept, list(swept))',
};

/** @param {Row} row */
const elementOf = (row) => /** @type {Row} */ (row.element);

/** @type {Record<string, (row: Row) => string>} */
const CHECKS = {
  whole: ({ min, max }) => `whole(${min}, ${max})`,
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
};

/** @param {Row} row @returns {string} */
function checkOf(row) {
  const check = CHECKS[row.form];
  if (!check) throw new Error(`no check for the form ${row.form}`);
  return check(row);
}

/** @param {string} format */
const nameOf = (format) => `${format[0]?.toLowerCase()}${format.slice(1)}Shape`;

/** Of a row whose name the linter does not want. @type {Record<string, string>} */
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
 * The check of a file.
 * @param {string} root @param {Formats} formats
 */
export function checksText(root, formats) {
  const lines = neededFor(root, formats).map(({ name }) => {
    const what =
      name === root ? `/** What keeps a value from having the type ${root}. */\nexport ` : '';
    return `${what}const ${nameOf(name)} = ${objectCheck(name, formats)};\n`;
  });
  const checks = lines.join('');
  const shared = Object.entries(SHARED)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(checks))
    .map(([name, check]) => `const ${name} = ${check};\n`);
  const code = [...shared, checks].join('');
  const used = MADE_OF.filter((name) => new RegExp(`\\b${name}\\b[(,)\\]}]`).test(code));
  const imports = `import { ${used.join(', ')} } from '../values/shape';\n`;
  return `${head('The form of a file, at run time.')}${imports}\n${code}`;
}
