import { execFileSync } from 'node:child_process';
import { Formats, type Row } from '../../web/scripts/formats/read_formats.mjs';

/** The engine's own tables of its answers, to compare the answers with. */

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
  object: isObject,
  elsewhere: isObject,
  map: isObject,
  list: (value, { max = 0 }) => Array.isArray(value) && value.length <= max,
  two: (value) => Array.isArray(value) && value.length === 2,
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
  if (row.object) return untold(row.object, value, path);
  const { element } = row;
  if (!element) return [];
  return Object.entries(value as Json).flatMap(([n, each]) =>
    wrong(element, each, `${path}[${n}]`),
  );
}
