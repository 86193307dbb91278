import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scenario, Survive } from '../../web/engine/protocol';
import type { VerifyTask } from '../../web/engine/protocol/exploration';
import { programs, tests } from '../../web/litmus/library';
import { loadEngine } from '../../web/runner/node_engine';
import { effort } from '../effort';
import { fast, goodExperiment, goodScenario, rareScenario } from './good_files';
import { nativeOutput } from './native_points';
import { experimentFiles, lectureFiles } from './scenario_files';

/** Replies of the engine: from lectures, and from what no lecture has. */

const engine = await loadEngine('explore');
const ALL = 0xffffffff;

export interface Reply {
  readonly format: string;
  readonly reply: unknown;
}

/** The replies, by the name of their table. */
export const replies: Reply[] = [];
function told<T>(format: string, reply: T): T {
  if (reply !== undefined) replies.push({ format, reply });
  return reply;
}

const lectures = lectureFiles();
const lecture = (id: string): Scenario => {
  const file = lectures.find(({ name }) => name === `${id}.json`);
  if (!file) throw new Error(`there is no lecture ${id}`);
  return file.scenario;
};

function withPrices(id: string, prices: Readonly<Record<string, number>>): Scenario {
  const scenario = lecture(id);
  const overrides = { ...scenario.machine.overrides, ...prices };
  return { ...scenario, machine: { ...scenario.machine, overrides } };
}

const withFault = (id: string, mutation: string): Scenario => {
  const scenario = lecture(id);
  return { ...scenario, scheme: { ...scenario.scheme, mutations: [mutation] } };
};

/** A scenario with the user's own program. */
function own(program: string, threads: Scenario['threads'] = lecture('your-first-log').threads) {
  const scenario = lecture('your-first-log');
  return { ...scenario, threads, scheme: { ...scenario.scheme, program } };
}

/** Two threads take two latches, each the other's first, and are slow enough to meet. */
const SLOWLY = 'i = 0\nwhile i < 1000\ni = i + 1\nend';
const STUCK = `latch m, n
on update(at, old, new)
if thread == 1
acquire m
${SLOWLY}
acquire n
else
acquire n
${SLOWLY}
acquire m
end
release m
release n
end
on commit
end`;

const TWO = [
  ['begin T1', 'A := 50', 'commit'],
  ['begin T2', 'B := 70', 'commit'],
];

function open(scenario: Scenario) {
  const opened = engine.open(JSON.stringify(scenario));
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
  return opened.info;
}

/** A run, looked at some events before its end and at it. */
function look(scenario: Scenario, share: number) {
  told('SessionInfo', open(scenario));
  engine.advance(ALL, false);
  told('Frame', engine.inspect());
  const at = Math.floor(engine.at() * share);
  open(scenario);
  engine.advance(at, false);
  told('Frame', engine.inspect());
  told('Outlook', engine.outlook(20));
}

/** A run, cut where that is, and recovered. */
function cut(scenario: Scenario, share: number, survive: Survive) {
  look(scenario, share);
  engine.cut(survive);
  for (const extent of engine.extents(ALL)) told('ShownExtent', extent);
  told('Frame', engine.inspect());
  told('Verdict', engine.verdict());
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

/** One lecture of each system in the usual run. */
const played = lectures.filter(
  ({ scenario }, n, all) =>
    effort(0, 1) || all.findIndex((each) => each.scenario.scheme.id === scenario.scheme.id) === n,
);

const description = told('Description', engine.describe());
told('Description', (await loadEngine('traced')).describe());
for (const text of ['{"format": 2}', '{"format": '])
  for (const problem of engine.check(text)) told('ScenarioProblem', problem);
told('WorkloadInputSummary', inputSummary());

for (const { scenario } of played) {
  look(scenario, 0.3);
  cut(scenario, 0.6, { survive: 'random', seed: 1 });
}
cut(lecture('tpcc-new-order-nvm'), 0.6, { survive: 'random', seed: 1 });
cut(withFault('log-not-there', 'xids-from-one'), 0.4, { survive: 'none' });
cut(withFault('state-bit-last', 'state-bit-first'), 0.95, { survive: 'random', seed: 3 });
cut(own('on commit\nend\non recover\nassert 0\nend'), 0.6, { survive: 'none' });
look(rareScenario, 0.5);
look(withPrices('state-bit-last', { 'cpu.caches_kept': 1 }), 0.5);
look(withPrices('page-before-log', { 'disk.write_cache': 1 }), 16 / 38);
look(lecture('fence-is-not-free'), 0.5);
look(lecture('gap-goes-round'), 0.5);
look(lecture('checkpoint-younger-value'), 40 / 145);
look(lecture('thread-that-lost-its-core'), 30 / 64);
look(own('on update(at, old, new)\nassert 0\nend\non commit\nend'), 0.5);
look(
  own(STUCK, [
    ['begin T1', 'A := 50', 'commit'],
    ['begin T2', 'B := 70', 'commit'],
  ]),
  0.5,
);

open(lecture('state-bit-last'));
told('ByteView', engine.bytes(description.tiers.indexOf('nvm'), 0, 64));
told(
  'CutRefusal',
  engine.cut({ survive: 'none', units: [{ tier: 'nvm', address: 1, stores: [] }] }),
);

const TASK: VerifyTask = {
  model: 'adr',
  depth: 1,
  maxRuns: 2000,
  maxMb: 64,
  shard: 0,
  shards: 1,
  first: false,
};

/** An exploration to its end, or to a limit. */
function explore(scenario: Scenario, task: Partial<VerifyTask> = {}) {
  const problems = engine.openVerification(JSON.stringify(scenario), { ...TASK, ...task });
  if (problems) throw new Error(JSON.stringify(problems));
  for (let ended = false; !ended; ) {
    const slice = engine.advanceVerification(500, 0);
    told('VerifyProgress', slice.progress);
    ({ ended } = slice);
  }
  const report = told('ExplorationReport', engine.verificationReport());
  for (const n of report.points.slice(0, 20).keys())
    for (const way of engine.verificationWays(n)) told('VerifyWay', way);
  engine.dropVerification();
}

explore(lecture('state-bit-last'));
explore(lecture('state-bit-last'), { maxRuns: 5 });
explore(withFault('state-bit-last', 'state-bit-first'), { first: true });
explore(withFault('log-not-there', 'xids-from-one'));
explore(lecture('your-first-log'));
explore(own('nvm a\non commit\na = 1\na = 2\nwrite_back a\nfence\nend'));
explore(own('on commit\nassert 0\nend'));
explore(own(STUCK, TWO));

/** A program that writes back at commit until it has recovered once, and never again. */
const SECOND_LIFE = `nvm lives
dram place
dram value
on update(at, old, new)
defer [at] = new
place = at
value = new
end
on commit
[place] = value
if lives == 0
write_back [place]
fence
end
end
on recover
lives = 1
write_back lives
fence
end`;
const first = ['begin T1', 'A := 50', 'commit', 'crash'];
explore(own(SECOND_LIFE, [[...first, 'begin T2', 'A := 60', 'commit']]));

/** A reader that breaks a promise only where one of the two threads is held. */
const READER: Scenario = {
  ...goodScenario,
  machine: { id: 'setup-a' },
  scheme: { id: 'distributed', params: { elr: true }, mutations: ['no-dependency-wait'] },
  records: { A: 1, B: 0 },
  threads: [
    ['begin T1', 'B := 5', 'A := 2', 'signal x', 'commit'],
    ['await x', 'begin T2', 'read A', 'commit'],
  ],
};

/** What the native program prints of a scenario under schedules with up to one delay. */
function nativeSchedules(scenario: Scenario): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'replies-'));
  const path = join(folder, 'scenario.json');
  writeFileSync(path, JSON.stringify(scenario));
  const limits = ['1', '2000', '64', '1'];
  try {
    return JSON.parse(nativeOutput('afterimage_traced', ['verify', path, ...limits]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

told('ScheduleSet', engine.schedules(JSON.stringify(lecture('state-bit-last')), 1));
told('SchedulesReport', nativeSchedules(READER));
for (const { text } of [...programs, ...tests]) told('LitmusReply', engine.litmus(text, 'adr'));

// The input that was opened above is what the workload of a plan runs that reads a text.
const { quick: _smaller, crash: _cut, ...published } = goodExperiment;
const replaying = {
  ...published,
  scale: 'published',
  workload: { id: 'pg-trace' },
  transactions: 8,
  warmup: 2,
};
for (const text of [JSON.stringify(replaying), ...experimentFiles().map((file) => file.text)]) {
  const opened = fast.openExperiment(text);
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
  told('ExperimentPlan', opened.plan);
}
fast.openExperiment(experimentFiles().find(({ text }) => /"samples"/.test(text))?.text ?? '');
fast.startPoint(0);
for (let ended = false, n = 0; !ended && n < 20; n++) {
  const slice = fast.advancePoint(2000);
  told('PointProgress', slice.progress);
  ({ ended } = slice);
}
fast.dropPoint();
