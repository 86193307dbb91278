// TypeScript types of files and replies, and limits that the page needs, from the engine's tables.
import { posix } from 'node:path';
import { choices, EITHER, optional } from './read_formats.mjs';

/** @typedef {import('./read_formats.mjs').Formats} Formats */
/** @typedef {import('./read_formats.mjs').Row} Row */
/** @typedef {import('./read_formats.mjs').Format} Format */

/** A type of web/engine/protocol/common.ts. */
const SWEPT = 'SweptValue';

/** The name of a union. @param {Row} row */
const unionOf = ({ type, rule }) => type ?? rule ?? '';

/** @param {Row} row @returns {Row} */
const elementOf = (row) => /** @type {Row} */ (row.element);

/** @type {Record<string, (row: Row) => string>} */
const TYPES = {
  whole: ({ min, max }) => (min === max ? `${min}` : 'number'),
  flag: () => 'boolean',
  choice: ({ named, besides, ...row }) => {
    const words = named ? (besides ?? []) : choices(row);
    return [...(named ? [named] : []), ...words.map((word) => `'${word}'`)].join(' | ');
  },
  string: () => 'string',
  id: () => 'string',
  pair: () => 'Text',
  object: (row) => row.object ?? '',
  list: (row) => `readonly ${bracketed(elementOf(row))}[]`,
  map: (row) => {
    const type = typeOf(elementOf(row));
    return row.named
      ? `Readonly<Partial<Record<${row.named}, ${type}>>>`
      : `Readonly<Record<string, ${type}>>`;
  },
  param: () => SWEPT,
  price: () => 'number',
  variants: (row) => unionOf(row),
  value: () => 'number | null',
  dimension: () => 'string',
  metric: () => 'string',
  metrics: () => 'string | readonly string[]',
  bounds: () => 'readonly [number | null, number | null]',
  sweep: () => `Readonly<Record<string, readonly ${SWEPT}[]>>`,
  selection: () => `Readonly<Record<string, ${SWEPT} | readonly ${SWEPT}[]>>`,
  merged: (row) => typeOf(elementOf(row)),
  number: () => 'number',
  two: (row) => {
    const type = typeOf(elementOf(row));
    return `readonly [${type}, ${type}]`;
  },
};

/** @param {Row} row @returns {string} */
function typeOf(row) {
  const type = TYPES[row.form];
  if (!type) throw new Error(`no type for the form ${row.form}`);
  return type(row);
}

/** @param {Row} row */
const bracketed = (row) => {
  const type = typeOf(row);
  return /^readonly| \| /.test(type) ? `(${type})` : type;
};

/** Words in lines of at most a hundred columns. @param {string} text @param {number} columns */
function folded(text, columns) {
  /** @type {string[]} */
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1] ?? '';
    if (last !== '' && last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** @param {string} text @param {string} indent */
function comment(text, indent) {
  if (!text) return '';
  const one = `${indent}/** ${text} */\n`;
  if (one.length <= 100) return one;
  const lines = folded(text, 96 - indent.length).map((line) => `${indent} * ${line}\n`);
  return `${indent}/**\n${lines.join('')}${indent} */\n`;
}

/** A number of things that a result has: only computers know a limit. @param {Row} row */
export const isCount = ({ label, min, max }) => !label && min === 0 && max === 2 ** 53;

/** Range, unit and default, where they say more than the type. @param {Row} row */
export function facts(row) {
  const of = row.form === 'merged' ? elementOf(row) : row;
  const unit = of.unit ? ` ${of.unit}` : '';
  const bounds = [];
  if (of.form === 'whole' && of.min !== of.max && !isCount(of))
    bounds.push(`${count(of.min)} to ${count(of.max)}${unit}`);
  else if (unit) bounds.push(`in${unit}`);
  if (row.default !== undefined) bounds.push(`${row.default} by default`);
  return bounds.join(', ');
}

/** A power of two is easier to read as one. @param {number} [value] */
export const count = (value = 0) =>
  Math.abs(value) === 2 ** 53 ? `${value < 0 ? '-' : ''}2^53` : value.toLocaleString('en-US');

/** @param {Row} row @param {Formats} formats */
function member(row, formats) {
  const said = [row.meaning ?? '', facts(row)].filter(Boolean);
  const mark = optional(formats, row) ? '?' : '';
  const text = said.map((each) =>
    /[.!?]$/.test(each) ? each : `${each[0]?.toUpperCase()}${each.slice(1)}.`,
  );
  return `${comment(text.join(' '), '  ')}  readonly ${row.name}${mark}: ${typeOf(row)};\n`;
}

/** Formats that are only a part of another: their rows stand in it. */
const PARTS = ['ScenarioHead', ...Object.values(EITHER), 'ExperimentHead', 'Load', 'Swept'];
const ALSO_PARTS = ['ChartHead', 'TimeChart'];

/**
 * A module of web/engine/protocol: its path there, what it tells, `names` of words that it tells
 * without using them, and the modules that tell the types that are told `elsewhere`.
 * @typedef {{module: string, what?: string, names?: readonly string[],
 *   elsewhere?: ReadonlyMap<string, string>}} TypesModule
 */

/** @typedef {string | readonly string[]} Roots a file's format, or several of what is answered */

/**
 * The formats that a file needs, each once, those first that others mention; but not `files`, which
 * are told elsewhere, nor what only they need.
 * @param {Roots} root @param {Formats} formats @param {readonly string[]} [files]
 */
export function neededFor(root, formats, files = []) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {Row} row */
  const visit = (row) => {
    if (row.object) add(row.object);
    if (row.element) visit(row.element);
    for (const name of row.variants ?? []) add(name);
  };
  /** @param {string} name */
  const add = (name) => {
    if (found.has(name) || files.includes(name)) return;
    found.add(name);
    for (const row of formats.rows(name)) visit(row);
  };
  for (const each of [root].flat()) add(each);
  return formats.list.filter(
    ({ name }) => found.has(name) && ![...PARTS, ...ALSO_PARTS].includes(name),
  );
}

/**
 * The unions that formats have.
 * @param {readonly Format[]} list @param {Formats} formats @returns {Map<string, string[]>}
 */
function unions(list, formats) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  /** @param {Row} row */
  const visit = (row) => {
    if (row.variants) found.set(unionOf(row), row.variants);
    if (row.element) visit(row.element);
  };
  for (const { name } of list) formats.rows(name).forEach(visit);
  return found;
}

/** @param {string} what */
export const head = (what) =>
  comment(`@file ${what} Written by \`lab -- formats\` from the engine's tables.`, '');

/** The types of common.ts that rows have. */
const COMMON = /** @type {const} */ ([
  [SWEPT, 'common'],
  ['Text', 'common'],
]);

/** @param {import('./read_formats.mjs').Names} names */
function choicesText({ name, meaning, before, words }) {
  const said = words.some((each) => each.meaning);
  const lines = words.map(
    (each) => `'${each.word}'${each.meaning ? ` // ${each.meaning}` : ''}${said ? '\n' : ''}`,
  );
  const types = [...(before ? [before] : []), ...lines].map((type) => `| ${type}`);
  return `${comment(meaning, '')}export type ${name} = ${types.join(' ')};\n`;
}

/** @param {string} type @param {string} name */
const isIn = (type, name) => new RegExp(`\\b${name}\\b`).test(type);

/**
 * The names of words that formats choose from, and those named besides.
 * @param {readonly Format[]} list @param {readonly string[]} besides @param {Formats} formats
 */
function namesFor(list, besides, formats) {
  const types = list.flatMap(({ name }) => formats.rows(name).map(typeOf)).join(' ');
  return formats.names.filter(({ name }) => besides.includes(name) || isIn(types, name));
}

/**
 * @param {string} module @param {readonly string[]} used
 * @param {ReadonlyMap<string, string>} elsewhere
 */
function importsText(module, used, elsewhere) {
  /** @param {string} from */
  const beside = (from) => {
    const path = posix.relative(posix.dirname(module), from);
    return path.startsWith('.') ? path : `./${path}`;
  };
  const paths = new Map(used.map((name) => [name, beside(elsewhere.get(name) ?? '')]));
  const lines = [...new Set(paths.values())].sort().map((path) => {
    const names = used.filter((name) => paths.get(name) === path).sort();
    return `import type { ${names.join(', ')} } from '${path}';\n`;
  });
  return lines.length > 0 ? `${lines.join('')}\n` : '';
}

/**
 * The types of a file or of replies, and the names of all that they tell.
 * @param {Roots} root @param {Formats} formats @param {TypesModule} how
 */
export function typesOf(root, formats, how) {
  const elsewhere = new Map([...COMMON, ...(how.elsewhere ?? [])]);
  const own = neededFor(root, formats).filter(({ name }) => !elsewhere.has(name));
  const names = namesFor(own, how.names ?? [], formats).filter(({ name }) => !elsewhere.has(name));
  const objects = own.map(({ name, meaning }) => {
    const rows = formats.rows(name).map((row) => member(row, formats));
    return `${comment(meaning, '')}export interface ${name} {\n${rows.join('')}}\n`;
  });
  const variants = [...unions(own, formats)];
  const types = [
    ...names.map(choicesText),
    ...objects,
    ...variants.map(([name, of]) => `export type ${name} = ${of.join(' | ')};\n`),
  ].join('\n');
  const used = [...elsewhere.keys()].filter((name) =>
    [
      ...own.flatMap((format) => formats.rows(format.name).map(typeOf)),
      ...names.map(({ before = '' }) => before),
    ].some((type) => isIn(type, name)),
  );
  const imports = importsText(how.module, used, elsewhere);
  return {
    text: `${head(how.what ?? 'The format of a file.')}${imports}${types}`,
    told: [...names, ...own].map(({ name }) => name).concat(variants.map(([name]) => name)),
  };
}

/**
 * The parts of the formats that the page needs at run time.
 * @type {Record<string, {format: string, field?: string, is: 'max' | 'choices' | 'fields'}>}
 */
const CONSTANTS = {
  DEADLOCK_POLICIES: { format: 'Scenario', field: 'deadlock', is: 'choices' },
  SCENARIO_FIELDS: { format: 'Scenario', is: 'fields' },
  MARK_FIELDS: { format: 'Mark', is: 'fields' },
  MOST_MARKS: { format: 'Scenario', field: 'marks', is: 'max' },
  MOST_FOCUS: { format: 'Mark', field: 'focus', is: 'max' },
  LONGEST_PAUSE: { format: 'Mark', field: 'pause', is: 'max' },
};

/** @param {Formats} formats */
export function limitsText(formats) {
  const lines = Object.entries(CONSTANTS).map(([name, { format, field, is }]) => {
    const rows = formats.rows(format);
    if (is === 'fields')
      return `export const ${name} = [${rows.map((row) => `'${row.name}'`)}] as const;`;
    const row = rows.find((each) => each.name === field);
    if (!row) throw new Error(`there is no field ${format}.${field}`);
    return is === 'max'
      ? `export const ${name} = ${row.max};`
      : `export const ${name} = [${choices(row).map((word) => `'${word}'`)}] as const;`;
  });
  return `${head('Limits of files that the page needs.')}${lines.join('\n')}\n`;
}

/**
 * A module with one list of words, which the page needs at run time.
 * @param {string} what @param {string} name @param {readonly string[]} words
 */
export const wordsModule = (what, name, words) =>
  `${head(what)}export const ${name} = ${JSON.stringify(words)} as const;\n`;
