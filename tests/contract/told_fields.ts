import { execFileSync } from 'node:child_process';
import { Formats, type Row } from '../../web/scripts/formats/read_formats.mjs';
import { experimentSchemaProblems } from './scenario_files';

/** The engine's own tables of what it reads and replies, to compare its replies with. */

export const formats = new Formats(
  JSON.parse(execFileSync('build/native/afterimage_formats', { encoding: 'utf8' })),
);

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';

/** The checks of a value by the form of its row, without what is inside. */
const HOLDS: Readonly<Record<string, (value: unknown, row: Row) => boolean>> = {
  whole: (value, { min = 0, max = 0 }) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  number: (value) => Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  string: isText,
  choice: (value, { choices = '' }) => choices.split(' ').some((word) => word === value),
  pair: (value) => isObject(value) && Object.keys(value).join() === 'en,zh',
  param: (value) => ['string', 'number', 'boolean'].includes(typeof value),
  value: (value) => value === null || Number.isFinite(value),
  object: isObject,
  variants: isObject,
  map: (value, { choices }) =>
    isObject(value) &&
    (choices === undefined || Object.keys(value).every((key) => choices.split(' ').includes(key))),
  list: (value, { max = 0 }) => Array.isArray(value) && value.length <= max,
  two: (value) => Array.isArray(value) && value.length === 2,
};

/** Files inside of replies: they are held against their schemas. */
const FILES: Readonly<Record<string, (value: never) => readonly string[]>> = {
  ExperimentFile: experimentSchemaProblems,
};

/** Rows of the tables by `Format.field`, those that values had which were held against them. */
export const seen = new Set<string>();

/** The places at which a value differs from the table of its format. */
export function untold(format: string, value: unknown, path = format): string[] {
  if (!isObject(value)) return [path];
  const rows = formats.rows(format);
  const unknown = Object.keys(value).filter((name) => rows.every((row) => row.name !== name));
  const inside = rows.flatMap((row) => {
    const { name = '' } = row;
    const member = value[name];
    if (member === undefined) return row.required ? [`${path}.${name} is missing`] : [];
    seen.add(`${format}.${name}`);
    return wrong(row, member, `${path}.${name}`);
  });
  return [...unknown.map((name) => `${path}.${name} is not told`), ...inside];
}

function wrong(row: Row, value: unknown, path: string): string[] {
  if (!HOLDS[row.form]?.(value, row)) return [`${path} is no ${row.form}`];
  const { element, variants } = row;
  const file = FILES[row.object ?? ''];
  if (file) return file(value as never).map((problem) => `${path}: ${problem}`);
  if (row.object) return untold(row.object, value, path);
  if (variants) return leastWrong(variants, value, path);
  if (!element) return [];
  return Object.entries(value as Json).flatMap(([n, each]) =>
    wrong(element, each, `${path}[${n}]`),
  );
}

/** The complaints of the variant that the value is, or is most like. */
function leastWrong(variants: readonly string[], value: unknown, path: string): string[] {
  const complaints = variants.map((format) => untold(format, value, path));
  return complaints.reduce((least, each) => (each.length < least.length ? each : least));
}

/** A field of a value, as its row says it: what has it, and where it is. */
export interface Place {
  readonly row: Row;
  readonly of: Record<string, unknown>;
  readonly path: string;
}

/** A place for each row that the value has; those in `met` had theirs. */
export function placesIn(
  format: string,
  value: unknown,
  met: Set<string>,
  path = format,
): readonly Place[] {
  if (!isObject(value)) return [];
  return formats.rows(format).flatMap((row) => {
    const { name = '' } = row;
    if (value[name] === undefined) return [];
    const at = `${path}.${name}`;
    const known = met.has(`${format}.${name}`);
    met.add(`${format}.${name}`);
    const inside = placesOf(row, value[name], met, at);
    return known ? inside : [{ row, of: value, path: at }, ...inside];
  });
}

function placesOf(row: Row, value: unknown, met: Set<string>, path: string): readonly Place[] {
  const { element, variants, object } = row;
  const format = object ?? variants?.find((each) => untold(each, value, path).length === 0);
  if (format && format in FILES) return [];
  if (format) return placesIn(format, value, met, path);
  if (!element) return [];
  return Object.entries(value as Json).flatMap(([n, each]) =>
    placesOf(element, each, met, `${path}[${n}]`),
  );
}
