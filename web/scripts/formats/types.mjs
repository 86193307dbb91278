// TypeScript types of the files, and checks of values that come from outside, from the engine's
// tables.
import { choices, EITHER, optional } from './read_formats.mjs';

/** @typedef {import('./read_formats.mjs').Formats} Formats */
/** @typedef {import('./read_formats.mjs').Row} Row */

/** A type of web/engine/protocol/common.ts. */
const SWEPT = 'SweptValue';

/** @param {Row} row @returns {Row} */
const elementOf = (row) => /** @type {Row} */ (row.element);

/** @type {Record<string, (row: Row) => string>} */
const TYPES = {
  whole: ({ min, max }) => (min === max ? `${min}` : 'number'),
  flag: () => 'boolean',
  choice: (row) =>
    choices(row)
      .map((word) => `'${word}'`)
      .join(' | '),
  string: () => 'string',
  id: () => 'string',
  pair: () => 'Text',
  object: (row) => row.object ?? '',
  list: (row) => `readonly ${bracketed(elementOf(row))}[]`,
  map: (row) => `Readonly<Record<string, ${typeOf(elementOf(row))}>>`,
  param: () => SWEPT,
  price: () => 'number',
  variants: (row) => row.rule ?? '',
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
  elsewhere: ({ type }) => type ?? '',
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

/** @typedef {string | readonly string[]} Roots a file's format, or several of what is answered */

/**
 * The formats that a file needs, each once, those first that others mention.
 * @param {Roots} root @param {Formats} formats
 */
export function neededFor(root, formats) {
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
    if (found.has(name)) return;
    found.add(name);
    for (const row of formats.rows(name)) visit(row);
  };
  for (const each of [root].flat()) add(each);
  return formats.list.filter(
    ({ name }) => found.has(name) && ![...PARTS, ...ALSO_PARTS].includes(name),
  );
}

/** @param {Roots} root @param {Formats} formats @returns {Map<string, string[]>} */
function unions(root, formats) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { name } of neededFor(root, formats)) {
    for (const row of formats.rows(name)) {
      const inside = row.element ?? row;
      if (inside.variants) found.set(inside.rule ?? '', inside.variants);
    }
  }
  return found;
}

/** @param {string} what */
export const head = (what) =>
  comment(`@file ${what} Written by \`lab -- formats\` from the engine's tables.`, '');

/**
 * The types of a file; those in `elsewhere` are told by another one.
 * @param {Roots} root @param {Formats} formats
 * @param {{elsewhere?: readonly string[], from?: string}} [others]
 */
export function typesText(root, formats, { elsewhere = [], from = '' } = {}) {
  const own = neededFor(root, formats).filter(({ name }) => !elsewhere.includes(name));
  const objects = own.map(({ name, meaning }) => {
    const rows = formats.rows(name).map((row) => member(row, formats));
    return `${comment(meaning, '')}export interface ${name} {\n${rows.join('')}}\n`;
  });
  const variants = [...unions(root, formats)].map(
    ([name, names]) => `export type ${name} = ${names.join(' | ')};\n`,
  );
  const used = elsewhere.filter((name) =>
    own.some((format) => mentions(format.name, name, formats)),
  );
  const imports = used.length > 0 ? `import type { ${used.join(', ')} } from '${from}';\n` : '';
  const common = `import type { ${SWEPT}, Text } from './common';\n`;
  const types = [...objects, ...variants].join('\n');
  return `${head('The format of a file.')}${common}${imports}\n${types}`;
}

/** @param {string} name @param {string} other @param {Formats} formats */
const mentions = (name, other, formats) =>
  formats.rows(name).some((row) => new RegExp(`\\b${other}\\b`).test(typeOf(row)));

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

/** The passes of a recovery. @param {Formats} formats */
export const passesText = ({ passes }) =>
  `${head('The passes of a recovery, in their order.')}export const RECOVERY_PASSES = ` +
  `${JSON.stringify(passes)} as const;\n`;

/** The names of a file's types. @param {Roots} root @param {Formats} formats */
export const typeNames = (root, formats) => neededFor(root, formats).map(({ name }) => name);
