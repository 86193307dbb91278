import { readFileSync } from 'node:fs';
import type { Scenario, Survive } from '../../web/engine/protocol';
import { loadEngine } from '../../web/runner/node_engine';
import { effort } from '../effort';
import { fast, rareScenario } from './good_files';
import { lectureFiles } from './scenario_files';

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
