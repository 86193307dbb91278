import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programs } from '../../web/litmus/library';
import { loadEngine, projectRoot } from '../../web/runner/node_engine';
import { neededFor } from '../../web/scripts/formats/types.mjs';
import { effort } from '../effort';
import { fast, rareScenario } from './good_files';
import { lectureFiles } from './scenario_files';
import { formats, placesIn, seen, untold } from './told_fields';

/**
 * The engine's replies hold against its tables: each field that is written has a row, and each row
 * is written. Plans and results of experiments are held in experiments.test.ts.
 */

const engine = await loadEngine('explore');
const ALL = 0xffffffff;
const TASK = {
  model: 'adr',
  depth: 1,
  maxRuns: 2000,
  maxMb: 64,
  shard: 0,
  shards: 1,
  first: false,
};

/** The replies that have a table. */
const TOLD = ['Description', 'ScenarioProblem', 'SessionInfo', 'WorkloadInputSummary'];

/** Rows that no reply of this test has, and why. */
const UNTESTED: Readonly<Record<string, string>> = {};

/** Replies by type, and the different ones of a type that has no table. */
const replies: { format: string; reply: unknown }[] = [];
const literals = new Map<string, Set<string>>();
function told<T>(type: string, reply: T): T {
  if (reply === undefined) return reply;
  if (TOLD.includes(type)) replies.push({ format: type, reply });
  else literals.set(type, (literals.get(type) ?? new Set()).add(JSON.stringify(reply)));
  return reply;
}

/** A lecture, looked at on its way, cut, recovered. */
function play(text: string) {
  const opened = engine.open(text);
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
  told('SessionInfo', opened.info);
  engine.advance(ALL, false);
  const end = engine.at();
  engine.open(text);
  for (const part of [0.3, 0.6]) {
    engine.advance(Math.floor(end * part), false);
    told('Frame', engine.inspect());
    told('Outlook', engine.outlook(20));
  }
  told(
    'CutRefusal',
    engine.cut({ survive: 'none', units: [{ tier: 'nvm', address: 1, stores: [] }] }),
  );
  engine.cut({ survive: 'random', seed: 1 });
  told('readonly StructureExtent[]', engine.extents(ALL));
  told('Frame', engine.inspect());
  told('Verdict', engine.verdict());
}

/** One lecture of each system in the usual run. */
const lectures = lectureFiles().filter(
  ({ scenario }, n, all) =>
    effort(0, 1) || all.findIndex((each) => each.scenario.scheme.id === scenario.scheme.id) === n,
);

/** Lectures and machines that have what few others have. */
const RARE = ['tpcc-new-order-nvm'];
const OVERRIDES: readonly Readonly<Record<string, number>>[] = [
  { 'cpu.caches_kept': 1 },
  { 'disk.write_cache': 1 },
];

const lectureOf = (id: string) =>
  lectureFiles().find(({ name }) => name === `${id}.json`)?.text ?? '';
const small = lectureOf('state-bit-last');

/** The small lecture on a machine with another price. */
function withPrice(prices: Readonly<Record<string, number>>): string {
  const scenario = JSON.parse(small);
  const overrides = { ...scenario.machine.overrides, ...prices };
  return JSON.stringify({ ...scenario, machine: { ...scenario.machine, overrides } });
}

/** The summary of pgbench's log, with a line that is none and one that is passed over. */
function inputSummary() {
  const log = readFileSync('tests/fixtures/pg_wal/pgbench.txt', 'utf8');
  const [record = ''] = log.split('\n');
  const skipped = record.replace('Heap', 'Gin ').replace('0/04A6E0B8', '0/04A6E000');
  const read = fast.openInput(`${skipped}\n${log}\nrmgr: not a record\n`);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.summary;
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

const description = told('Description', engine.describe());
told('Description', (await loadEngine('traced')).describe());
for (const { text } of lectures) play(text);
for (const text of [...RARE.map(lectureOf), ...OVERRIDES.map(withPrice)]) play(text);
for (const text of ['{"format": 2}', '{"format": ']) {
  for (const problem of engine.check(text)) told('ScenarioProblem', problem);
}
told('WorkloadInputSummary', inputSummary());

it('hold against the tables', { timeout: 60_000 }, () => {
  for (const { format, reply } of replies) expect(untold(format, reply)).toEqual([]);
});

it('have every field that is told, but for those with a reason', () => {
  const rows = neededFor(TOLD, formats).flatMap(({ name }) =>
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
  engine.open(small);
  told('ByteView', engine.bytes(description.tiers.indexOf('nvm'), 0, 64));
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
