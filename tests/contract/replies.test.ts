import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programs } from '../../web/litmus/library';
import { loadEngine, projectRoot } from '../../web/runner/node_engine';
import { neededFor } from '../../web/scripts/formats/types.mjs';
import { rareScenario } from './good_files';
import { replies } from './replies';
import { lectureFiles } from './scenario_files';
import { formats, placesIn, seen, untold } from './told_fields';

/**
 * The engine's replies hold against its tables: each field that is written has a row, and each row
 * is written. Plans and results of experiments are held in experiments.test.ts.
 */

const engine = await loadEngine('explore');
const TASK = {
  model: 'adr',
  depth: 1,
  maxRuns: 2000,
  maxMb: 64,
  shard: 0,
  shards: 1,
  first: false,
};

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

/** The different replies of a type that has no table. */
const literals = new Map<string, Set<string>>();
function told<T>(type: string, reply: T): T {
  literals.set(type, (literals.get(type) ?? new Set()).add(JSON.stringify(reply)));
  return reply;
}

function explore(text: string, mutations: readonly string[]) {
  const scenario = JSON.parse(text);
  const spoiled = JSON.stringify({ ...scenario, scheme: { ...scenario.scheme, mutations } });
  if (engine.openVerification(spoiled, TASK as never)) throw new Error('refused');
  for (let ended = false; !ended; ) {
    const slice = engine.advanceVerification(500, 0);
    told('VerifyProgress', slice.progress);
    ({ ended } = slice);
  }
  const report = told('VerifyReport', engine.verificationReport());
  for (const n of report.failures.keys()) told('readonly VerifyWay[]', engine.verificationWays(n));
  engine.dropVerification();
}

it('hold against the tables', { timeout: 60_000 }, () => {
  for (const { format, reply } of replies) expect(untold(format, reply)).toEqual([]);
});

it('have every field that is told, but for those with a reason', () => {
  const rows = neededFor(tables, formats).flatMap(({ name }) =>
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
    const complaints = untold(format, reply);
    of[name] = good;
    return complaints;
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

it('have the types of the protocol', { timeout: 120_000 }, () => {
  const small = lectureFiles().find(({ name }) => name === 'state-bit-last.json')?.text ?? '';
  explore(small, []);
  explore(small, ['state-bit-first']);
  told('ScheduleSet', engine.schedules(JSON.stringify(rareScenario), 1));
  for (const { text } of programs) told('LitmusReply', engine.litmus(text, 'adr'));

  const folder = join(projectRoot(), 'build/replies');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = new Set([...literals.keys()].map((type) => type.replace(/readonly |\[\]/g, '')));
  const lines = [...literals].flatMap(([type, texts]) =>
    [...texts].map((text) => `(${text}) satisfies ${type};`),
  );
  const protocol = '../../web/engine/protocol';
  writeFileSync(
    join(folder, 'replies.ts'),
    `import type { ${[...names].join(', ')} } from './all';\n${lines.join('\n')}\n`,
  );
  writeFileSync(
    join(folder, 'all.ts'),
    ['', '/exploration', '/litmus', '/experiment']
      .map((each) => `export * from '${protocol}${each}';\n`)
      .join(''),
  );
  const compilerOptions = { types: [], noEmit: true };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, files: ['replies.ts'] }),
  );
  const tsc = join(projectRoot(), 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
