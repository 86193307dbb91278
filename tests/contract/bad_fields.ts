import type { Formats, Row } from '../../web/scripts/formats/read_formats.mjs';
import { neededFor } from '../../web/scripts/formats/types.mjs';
import type { BadFile } from './bad_rows';

/**
 * Every field of the engine's tables, spoiled in every way that its row alone rules out, where a
 * file that ships has it.
 */

type Path = readonly (string | number)[];
type Json = Record<string | number, unknown>;

/** Stands for a field that is left out. */
const MISSING = Symbol('missing');

/** Fields without which a file is one of another kind, so that the complaint is another one. */
const DECIDES = ['FateFact.fate', 'VerdictFact.verdict', 'Scenario.workload'];

/** A way to spoil a field, with the complaint that it must bring. */
interface Spoil {
  readonly how: string;
  readonly value: unknown;
  readonly reason: RegExp;
  /** The member that is wrong, where it is not the field itself. */
  readonly member?: string;
  readonly inSchema?: false;
}

const NO_TEXT: Spoil = { how: 'a number', value: 7, reason: /text/ };
const NO_OBJECT: Spoil = { how: 'a text', value: 'x', reason: /object/ };

/** Numbers outside of a range, as close to it as possible. */
function numbers({ min = 0, max = 0 }: Row): Spoil[] {
  const outside = [min - 1, max + 1].filter(Number.isSafeInteger);
  return [
    ...outside.map((value) => ({ how: `${value}`, value, reason: new RegExp(`${max}|2\\^53`) })),
    { how: 'a fraction', value: 0.5, reason: /whole number/ },
    { how: 'a text', value: `${min}`, reason: /whole number/ },
  ];
}

/** Values that are no list, or one that is too short or too long. */
function lists({ min = 0, max = 0 }: Row, value: unknown): Spoil[] {
  const of = (count: number) => Array(count).fill((value as unknown[])[0]);
  const few = { how: 'one too few', value: of(min - 1 > 0 ? min - 1 : 0), reason: /at least/ };
  const many = { how: 'one too many', value: of(max < 1000 ? max + 1 : 0), reason: /more than/ };
  const more = max > 0 && max < 1000 && (value as unknown[]).length > 0;
  const none = { how: 'an object', value: {}, reason: /list/ };
  return [none, ...(min > 0 ? [few] : []), ...(more ? [many] : [])];
}

/** An object with a member that it may not have. */
const withMember = (value: unknown, member: string, reason: RegExp): Spoil => ({
  how: `with "${member}"`,
  value: { ...(value as Json), [member]: 1 },
  reason,
  member,
});

/** Values that do not exist in any file, machine or system, by the rule of a row. */
const UNKNOWN: Readonly<Record<string, unknown>> = {
  id: 'no-such-thing',
  structure: 'nvm.heap-of-sand',
  name: 'T77',
};
const unknown = (value: unknown): Spoil => ({
  how: 'something unknown',
  value,
  reason: /\bno |swept name/,
  inSchema: false,
});

const WAYS: Readonly<Record<string, (row: Row, value: unknown) => Spoil[]>> = {
  whole: numbers,
  flag: () => [{ how: 'a number', value: 1, reason: /true or false/ }],
  choice: ({ choices = '' }) => [
    { how: 'another word', value: 'huge', reason: new RegExp(choices) },
    NO_TEXT,
  ],
  string: ({ rule = '' }) => [NO_TEXT, ...(UNKNOWN[rule] ? [unknown(UNKNOWN[rule])] : [])],
  id: () => [{ how: 'capitals', value: 'Not an id', reason: /lower-case/ }, NO_TEXT],
  pair: () => [
    { how: 'no language', value: {}, reason: /at least one language/ },
    withMember({ en: 'x' }, 'fr', /no such field/),
    NO_OBJECT,
  ],
  object: (_, value) => [withMember(value, 'colour', /no such field/), NO_OBJECT],
  list: lists,
  map: ({ element }, value) =>
    element?.form === 'param' || element?.form === 'price'
      ? [NO_OBJECT, { ...withMember(value, 'luck', /\bno such|no price/), inSchema: false }]
      : [NO_OBJECT],
  price: () => [{ how: 'a text', value: 'fast', reason: /number/ }],
  dimension: () => [NO_TEXT, unknown('luck')],
  metric: () => [NO_TEXT, unknown('luck')],
  metrics: () => [unknown('luck')],
  sweep: () => [NO_OBJECT],
  selection: () => [NO_OBJECT],
};

/**
 * All spoiled files of a format. `files` are good ones, as values. Throws where none of them has a
 * field of the format.
 */
export function badFields(formats: Formats, format: string, files: readonly unknown[]): BadFile[] {
  const found = new Map<Row, BadFile[]>();

  /** Once for each row of the tables, which may be used at several places. */
  function spoil(name: string, row: Row, file: unknown, value: unknown, path: Path) {
    if (found.has(row)) return;
    const ways = WAYS[row.form]?.(row, value) ?? [];
    const left: Spoil = { how: 'nothing', value: MISSING, reason: /missing|expected/ };
    const all = row.required && row.name && !DECIDES.includes(name) ? [...ways, left] : ways;
    const bad = all.map(({ how, value: to, member, inSchema = true, reason }) => ({
      what: `${name}: ${how}`,
      path: pathText(member ? [...path, member] : path),
      reason,
      inSchema,
      file: withValue(file, path, to),
    }));
    found.set(row, bad);
  }

  function visit(name: string, row: Row, file: unknown, value: unknown, path: Path) {
    spoil(name, row, file, value, path);
    if (row.object) walk(row.object, file, value as Json, path);
    const variant = row.variants?.find((each) => fits(formats.rows(each), value as Json));
    if (variant) walk(variant, file, value as Json, path);
    const { element } = row;
    // A selection has values of its dimension, whose form another file defines.
    if (!element || row.form === 'selection' || typeof value !== 'object') return;
    if (row.form === 'merged') return visit(name, element, file, value, path);
    for (const [key, member] of Object.entries(value as Json))
      visit(`${name}[]`, element, file, member, [
        ...path,
        Array.isArray(value) ? Number(key) : key,
      ]);
  }

  function walk(name: string, file: unknown, value: Json, path: Path) {
    for (const row of formats.rows(name)) {
      const member = value[row.name ?? ''];
      if (member !== undefined)
        visit(`${name}.${row.name}`, row, file, member, [...path, row.name ?? '']);
    }
  }

  for (const file of files) walk(format, file, file as Json, []);
  const missing = neededFor(format, formats)
    .flatMap(({ name }) => formats.rows(name).map((row) => ({ name, row })))
    .filter(({ row }) => !found.has(row));
  if (missing.length > 0)
    throw new Error(`no file has ${missing.map(({ name, row }) => `${name}.${row.name}`)}`);
  return [...found.values()].flat();
}

/** True if a value can belong to a variant: its required fields exist, and its kind is the same. */
const fits = (rows: readonly Row[], value: Json) =>
  rows.every(({ name = '', required, form, choices = '' }) =>
    required && form === 'choice'
      ? choices.split(' ').includes(`${value[name]}`)
      : !required || name in value,
  );

const pathText = (path: Path) =>
  path
    .map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`))
    .join('')
    .slice(1);

function withValue(file: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(file);
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce((of, key) => of[key] as Json, copy as Json);
  if (value === MISSING) delete parent[last];
  else parent[last] = value;
  return copy;
}
