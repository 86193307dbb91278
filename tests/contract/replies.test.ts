import { describe, expect, it } from 'vitest';
import { FILES } from '../../web/scripts/formats/tables.mjs';
import { neededFor } from '../../web/scripts/formats/types.mjs';
import { replies } from './replies';
import { formats, placesIn, seen, untold } from './told_fields';

/**
 * The engine's replies hold against its tables: each field that is written has a row, and each row
 * is written. Results of experiments are held in experiments.test.ts.
 */

const tables = [...new Set(replies.map(({ format }) => format))];

/** Rows that no reply of this test has, and why. */
const UNTESTED: Readonly<Record<string, string>> = {
  'Cursor.bit': 'Cursors are written as fields are, but all are plain numbers today.',
  'Cursor.durableText': 'The same.',
  'Cursor.role': 'The same.',
  'Cursor.text': 'The same.',
  'Survive.seed': 'A choice of files: the engine names every store that survives.',
  'VerdictConditions.broken': 'No power cut of a lecture breaks the conditions of its workload.',
};

const complaints = replies.flatMap(({ format, reply }) => untold(format, reply));

it('hold against the tables', () => {
  expect(complaints).toEqual([]);
});

it('have every field that is told, but for those with a reason', () => {
  const rows = neededFor(tables, formats, Object.keys(FILES)).flatMap(({ name }) =>
    formats.rows(name).map((row) => `${name}.${row.name}`),
  );
  expect(rows.filter((row) => !seen.has(row)).sort()).toEqual(Object.keys(UNTESTED).sort());
});

describe('with one field spoiled', () => {
  const met = new Set<string>();
  const places = replies.flatMap(({ format, reply }) =>
    placesIn(format, reply, met).map((place) => ({ ...place, format, reply })),
  );
  /** The complaints about the reply while a field of it is that. */
  function spoiled(
    { row: { name = '' }, of, format, reply }: (typeof places)[number],
    by: unknown,
  ) {
    const good = of[name];
    of[name] = by;
    const found = untold(format, reply);
    of[name] = good;
    return found;
  }

  it('are refused with its path', { timeout: 60_000 }, () => {
    for (const place of places) {
      const by = place.row.form === 'choice' ? 'no such word' : Symbol.iterator;
      expect(spoiled(place, by)).toEqual([`${place.path} is no ${place.row.form}`]);
      const missing = place.row.required ? [`${place.path} is missing`] : [];
      expect(spoiled(place, undefined)).toEqual(missing);
    }
  });

  it('or with one that no table has', () => {
    for (const { format, reply } of replies.slice(0, 3))
      expect(untold(format, { ...(reply as object), probe: 1 })).toEqual([
        `${format}.probe is not told`,
      ]);
  });
});
