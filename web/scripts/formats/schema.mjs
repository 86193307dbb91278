// JSON schemas of the files, from the engine's tables.
import { choices, EITHER, optional } from './read_formats.mjs';

/** @typedef {import('./read_formats.mjs').Formats} Formats */
/** @typedef {import('./read_formats.mjs').Row} Row */
/** @typedef {Record<string, unknown>} Schema */

const TIER = '(cache|dram|nvm|disk)\\.[a-z0-9][a-z0-9-]*';
/**
 * The engine's rules for a text that can be checked without the rest of the file.
 * @type {Record<string, string>}
 */
const PATTERNS = {
  id: '^[a-z0-9-]{1,64}$',
  name: '^[A-Za-z][A-Za-z0-9_]{0,7}$',
  structure: `^${TIER}$`,
  subject: `^(${TIER}(:[^>]+(>.+)?)?|thread:[1-9][0-9]*|bank:(0|[1-9][0-9]*))$`,
};
const LONGEST_STRING = 4096;
const SWEPT = { type: ['string', 'integer', 'boolean'] };
const METRIC = { type: 'string', pattern: '^[a-z][a-z0-9_.-]*$' };
const TEXT = {
  type: 'object',
  description: 'The same words in the languages of the interface; one language is enough.',
  additionalProperties: false,
  properties: { en: { type: 'string', maxLength: 4000 }, zh: { type: 'string', maxLength: 4000 } },
  anyOf: [{ required: ['en'] }, { required: ['zh'] }],
};
const BOUND = { type: ['number', 'null'], minimum: -1e15, maximum: 1e15 };

/** @param {string} name */
const reference = (name) => ({ $ref: `#/$defs/${name}` });
/** @param {Row} row */
const range = ({ min, max }) => ({ minimum: min, maximum: max });

/** @type {Record<string, (row: Row, formats: Formats) => Schema>} */
const FORMS = {
  whole: (row) => (row.min === row.max ? { const: row.min } : { type: 'integer', ...range(row) }),
  flag: () => ({ type: 'boolean' }),
  choice: (row) => {
    const words = choices(row);
    return words.length === 1 ? { const: words[0] } : { enum: words };
  },
  string: ({ rule, max = LONGEST_STRING }) => ({
    type: 'string',
    ...(rule && { pattern: PATTERNS[rule] }),
    ...(max < LONGEST_STRING || !rule ? { maxLength: max } : {}),
  }),
  id: () => ({ type: 'string', pattern: PATTERNS.id }),
  pair: () => reference('Text'),
  object: (row) => reference(row.object ?? ''),
  list: (row, formats) => ({
    type: 'array',
    ...(row.min ? { minItems: row.min } : {}),
    maxItems: row.max,
    items: value(/** @type {Row} */ (row.element), formats),
  }),
  map: (row, formats) => ({
    type: 'object',
    propertyNames: row.rule
      ? { type: 'string', pattern: PATTERNS[row.rule] }
      : { type: 'string', minLength: 1 },
    ...(row.max ? { maxProperties: row.max } : {}),
    additionalProperties: value(/** @type {Row} */ (row.element), formats),
  }),
  param: () => SWEPT,
  price: () => ({ type: 'integer', minimum: 0 }),
  variants: (row) => ({ oneOf: (row.variants ?? []).map(reference) }),
  value: (row) => ({ oneOf: [{ type: 'integer', ...range(row) }, { type: 'null' }] }),
  dimension: () => ({ type: 'string' }),
  metric: () => METRIC,
  metrics: ({ min, max }) => ({
    oneOf: [METRIC, { type: 'array', minItems: min, maxItems: max, items: METRIC }],
  }),
  bounds: () => ({ type: 'array', minItems: 2, maxItems: 2, items: BOUND }),
  sweep: (row, formats) => {
    const values = value(/** @type {Row} */ (row.element), formats);
    const rows = formats.rows('ExperimentFile');
    const counted = rows.filter(({ name = '' }) => ['threads', 'transactions'].includes(name));
    const properties = counted.map((each) => [
      each.name,
      { ...values, items: value(each, formats) },
    ]);
    return {
      type: 'object',
      maxProperties: row.max,
      properties: Object.fromEntries(properties),
      additionalProperties: values,
    };
  },
  selection: (row, formats) => ({
    type: 'object',
    ...(row.min ? { minProperties: row.min } : {}),
    maxProperties: row.max,
    additionalProperties: {
      oneOf: [SWEPT, value(/** @type {Row} */ (row.element), formats)],
    },
  }),
  merged: (row, formats) => value(/** @type {Row} */ (row.element), formats),
};

/** A default as JSON has it. @param {Row} row */
const standard = ({ default: text, form }) =>
  text === undefined ? {} : { default: form === 'choice' ? text : JSON.parse(text) };

/** @param {Row} row @param {Formats} formats @returns {Schema} */
function value(row, formats) {
  const form = FORMS[row.form];
  if (!form) throw new Error(`no schema for the form ${row.form}`);
  return {
    ...form(row, formats),
    ...standard(row),
    ...(row.meaning && { description: row.meaning }),
  };
}

/** @param {string} name @param {Formats} formats @returns {Schema} */
function object(name, formats) {
  const rows = formats.rows(name);
  const required = rows.filter((row) => !optional(formats, row)).map((row) => row.name);
  return {
    type: 'object',
    ...(formats.of(name).meaning && { description: formats.of(name).meaning }),
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(rows.map((row) => [row.name, value(row, formats)])),
  };
}

/** The names of the formats that these properties refer to, and so on. @param {unknown} schema */
const mentioned = (schema) =>
  [...JSON.stringify(schema).matchAll(/#\/\$defs\/(\w+)/g)].map(([, name]) => name ?? '');

/** @param {Schema} root @param {Formats} formats */
function definitions(root, formats) {
  /** @type {Map<string, Schema>} */
  const found = new Map();
  const open = mentioned(root);
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    if (found.has(name)) continue;
    const schema = name === 'Text' ? TEXT : object(name, formats);
    found.set(name, schema);
    open.push(...mentioned(schema));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A script or a benchmark. @param {Formats} formats */
function either(formats) {
  /** @param {string} name @param {string} other */
  const one = (name, other) => ({
    required: formats.of(name).rows.map((row) => row.name),
    properties: Object.fromEntries(formats.of(other).rows.map((row) => [row.name, false])),
  });
  const benchmark = one(EITHER.benchmark, EITHER.script);
  return {
    if: { required: benchmark.required.slice(0, 1) },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON schemas.
    then: benchmark,
    else: {
      ...one(EITHER.script, EITHER.benchmark),
      properties: Object.fromEntries(
        formats
          .of(EITHER.benchmark)
          .rows.slice(1)
          .map((row) => [row.name, false]),
      ),
    },
  };
}

/** @param {string} root the format of a file @param {Formats} formats @param {string} kind */
export function schemaText(root, formats, kind) {
  const { description, ...schema } = object(root, formats);
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://afterimage.invalid/${kind}.schema.json`,
    title: `Afterimage ${kind}, format 1`,
    description:
      `${description} The engine checks what this schema cannot: that what a file names ` +
      'exists, and that it goes together. Written by lab -- formats.',
  };
  const whole = { ...schema, ...(root === 'Scenario' ? either(formats) : {}) };
  return JSON.stringify({ ...head, ...whole, $defs: definitions(whole, formats) }, null, 2);
}
