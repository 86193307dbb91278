import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programs } from '../../web/litmus/library';
import { loadEngine, projectRoot } from '../../web/runner/node_engine';
import { effort } from '../effort';
import { fast, rareScenario } from './good_files';
import { experimentFiles, lectureFiles } from './scenario_files';

/**
 * The engine's answers have exactly the types of the page's protocol: each reply stands as a
 * literal of its type in a source, which the TypeScript compiler checks.
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

/** Replies by type; the same reply twice says nothing more. */
const replies = new Map<string, Set<string>>();
function told<T>(type: string, reply: T): T {
  if (reply === undefined) return reply;
  if (!replies.has(type)) replies.set(type, new Set());
  replies.get(type)?.add(JSON.stringify(reply));
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

function inputSummary() {
  const read = fast.openInput(readFileSync('tests/fixtures/pg_wal/pgbench.txt', 'utf8'));
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

it('has the types of the protocol', { timeout: 120_000 }, () => {
  const description = told('Description', engine.describe());
  for (const { text } of lectures) play(text);
  const small = lectureFiles().find(({ name }) => name === 'state-bit-last.json')?.text ?? '';
  engine.open(small);
  told('ByteView', engine.bytes(description.tiers.indexOf('nvm'), 0, 64));
  told('readonly ScenarioProblem[]', engine.check('{"format": 2}'));
  explore(small, []);
  explore(small, ['state-bit-first']);
  told('ScheduleSet', engine.schedules(JSON.stringify(rareScenario), 1));
  // Plans and results are held against their tables, in experiments.test.ts.
  fast.openExperiment(experimentFiles().find(({ text }) => /"samples"/.test(text))?.text ?? '');
  fast.startPoint(0);
  told('PointProgress', fast.advancePoint(100).progress);
  fast.dropPoint();
  told('WorkloadInputSummary', inputSummary());
  for (const { text } of programs) told('LitmusReply', engine.litmus(text, 'adr'));

  const folder = join(projectRoot(), 'build/replies');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = [
    ...new Set([...replies.keys()].map((type) => type.replace(/readonly |\[\]/g, ''))),
  ];
  const literals = [...replies].flatMap(([type, texts]) =>
    [...texts].map((text) => `(${text}) satisfies ${type};`),
  );
  const protocol = '../../web/engine/protocol';
  writeFileSync(
    join(folder, 'replies.ts'),
    `import type { ${names.join(', ')} } from './all';\n${literals.join('\n')}\n`,
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
