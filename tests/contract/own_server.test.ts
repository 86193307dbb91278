import { describe, expect, it } from 'vitest';
import { runExperiment } from '../../web/engine/measure/client';
import type { ExperimentFile, PointResult } from '../../web/engine/protocol/experiment';
import { answerOf, besideMeasured, impossible } from '../../web/lab/model/server/answer';
import { measuredOf, readResult, resultOf } from '../../web/lab/model/server/result_file';
import { NO_ANSWERS } from '../../web/lab/model/server/server_answers';
import { type ServerFacts, serverFacts } from '../../web/lab/model/server/server_facts';
import { splitOf, tornadoOf } from '../../web/lab/model/study/study_answer';
import { studyRuns } from '../../web/lab/model/study/study_runs';
import { traceExperiment } from '../../web/lab/model/trace_experiment';
import { calibrated } from '../../web/lab/store/calibrate';
import { packText } from '../../web/model/link/packed_text';
import { loadEngine } from '../../web/runner/node_engine';
import { logIn, place, printed, rateOf, roundsIn, runs } from './server_model';

// The model of a server held against what was measured of it: pgbench on PostgreSQL 15, two cores,
// its log and its rates in tests/fixtures/server.

const log = logIn('pgbench_4_clients.wal.gz');
const rounds = roundsIn('pgbench_15.json');
const rate = (clients: number, commits: string) => rateOf(rounds, clients, commits);

const engine = await loadEngine('fast');
const description = (await loadEngine('explore')).describe();
const read = engine.openInput(log);
if ('problems' in read) throw new Error('the fixture is no log');
const { summary } = read;
const answers = {
  ...NO_ANSWERS,
  cores: '2',
  clients: '4',
  one: `${rate(1, 'on')}`,
  oneOff: `${rate(1, 'off')}`,
  today: `${rate(4, 'on')}`,
  todayOff: `${rate(4, 'off')}`,
};
const facts = serverFacts(answers, summary);
const propose = (known: ServerFacts) =>
  calibrated(
    runs,
    traceExperiment(description, summary, { name: 'log', server: known, all: false }),
    known,
    log,
  );

const runOf = (file: ExperimentFile) =>
  runExperiment([place()], JSON.stringify(file), { input: log });

async function run(file: ExperimentFile) {
  const { plan, points } = await runOf(file);
  return { file, plan, results: new Map(points.map((point) => [point.plan.key, point])) };
}

const known = await run(await propose(facts));

describe('a server that was measured', () => {
  const beside = besideMeasured(known, facts);
  const apart = (clients: number, off: boolean) => {
    const run = beside.find((each) => each.clients === clients && each.off === off);
    return (run?.predicted ?? 0) / (run?.measured ?? 1) - 1;
  };

  it('is what the model makes with one client, which sets two prices', () => {
    expect(beside.map(({ calibrated: by }) => by)).toEqual([true, true, false, false]);
    expect(Math.abs(apart(1, false))).toBeLessThan(0.03);
    expect(Math.abs(apart(1, true))).toBeLessThan(0.03);
  });

  it('is predicted within a quarter with four clients where commits wait for nothing', () => {
    expect(Math.abs(apart(4, true))).toBeLessThan(0.25);
  });

  it('flushes more often a transaction than the model, on a disk that is faster when it is busy', () => {
    // The disk of the test machine took 4.2 ms for a flush of one client, and 1.4 ms under four.
    expect(apart(4, false)).toBeLessThan(-0.25);
    expect(apart(4, false)).toBeGreaterThan(-0.5);
  });

  it('has an answer of what was measured, with no system above its ceiling', () => {
    const answer = answerOf(known, facts, description);
    expect(answer).toMatchObject({ clients: 4, isMeasured: true, ceilingIsMeasured: true });
    expect(answer?.rate).toBe(rate(4, 'on'));
    expect(answer?.bound.by).toBe('log');
    expect(answer?.ceiling).toBeCloseTo(rate(4, 'off') / rate(4, 'on'));
    expect(answer?.offers).toHaveLength(2);
    for (const { times, recovery } of answer?.offers ?? []) {
      expect(times).toBeLessThanOrEqual((answer?.ceiling ?? 0) * 1.02);
      expect(recovery?.ns).toBeGreaterThan(0);
    }
    expect(impossible(known, description).size).toBe(0);
  });

  it('is answered in the same words by what a link holds, without its log', () => {
    const { file, plan, results } = known;
    const kept = resultOf({ name: 'wal.txt', summary, answers, file, plan, results }, description);
    const text = JSON.stringify(kept);
    // The longest address that a browser takes.
    expect(packText(text).length).toBeLessThan(8000);
    const read = readResult(text);
    if (!read) throw new Error('it is no result');
    expect(read).toEqual(kept);
    const again = serverFacts(read.answers, read.log);
    // A link keeps five digits, from which more is reckoned.
    const left = new Set(['params', 'index', 'transactions', 'assignment']);
    const digits = (value: unknown) => {
      const numbers: number[] = [];
      const text = JSON.stringify(value, (name, each) => {
        if (left.has(name)) return undefined;
        if (typeof each !== 'number') return each;
        numbers.push(each);
        return 0;
      });
      return { numbers, text };
    };
    const expectAlike = (found: unknown, wanted: unknown) => {
      const [one, other] = [digits(found), digits(wanted)];
      expect(one.text).toBe(other.text);
      one.numbers.forEach((number, n) => {
        expect(Math.abs(number - (other.numbers[n] ?? 0))).toBeLessThanOrEqual(
          Math.abs(number) / 5000,
        );
      });
    };
    const measured = measuredOf(read);
    expectAlike(answerOf(measured, again, description), answerOf(known, facts, description));
    expectAlike(besideMeasured(measured, again), beside);
  });
});

describe('the same server with its disk under load', () => {
  const loaded = printed(16, rate(16, 'on'));
  const told = serverFacts({ ...answers, loaded }, summary);

  it('has one setting that is right for 1, 4 and 16 clients within a quarter', async () => {
    const file = await propose(told);
    expect(file.machine.overrides).toMatchObject({ 'disk.load': 16 });
    const alone = { ...file, schemes: file.schemes.slice(0, 1) };
    const beside = besideMeasured(await run(alone), told);
    const waiting = beside.filter(({ off }) => !off);
    expect(waiting.map(({ clients, calibrated: by }) => [clients, by])).toEqual([
      [1, true],
      [4, false],
      [16, true],
    ]);
    for (const { measured, predicted } of waiting)
      expect(Math.abs(predicted / (measured ?? 1) - 1)).toBeLessThan(0.25);
  });
});

describe('what the answer hangs on', () => {
  const runs = studyRuns(known.file, 4, description);

  it('is asked by runs that the engine takes, one and all', async () => {
    expect(runs.length).toBeGreaterThan(10);
    for (const { file, points } of runs) {
      const plan = await place().open(JSON.stringify(file), log);
      expect(plan.points).toHaveLength(points);
    }
  });

  it('is the device at this server, whose parts add up to the gain', async () => {
    const wanted = runs.filter(({ id }) => /^(?:as it is|device|without)/.test(id));
    const results = new Map<string, readonly PointResult[]>();
    for (const { id, file } of wanted) results.set(id, (await runOf(file)).points);
    const tornado = tornadoOf(wanted, results);
    expect(tornado?.gain).toBeGreaterThan(2);
    expect(tornado?.bars[0]?.ends.map(({ gain }) => gain > (tornado?.gain ?? 0))).toEqual([
      false,
      true,
    ]);
    const split = splitOf(results, 'nearest');
    const parts = split?.saved ?? [];
    const sum = parts.reduce((total, { ns }) => total + ns, 0);
    expect(parts[0]?.ns).toBeGreaterThan(parts[1]?.ns ?? Number.NaN);
    const { yours = 0, overlap = 0, concurrency = 0, rest = 0, best = 0 } = split ?? {};
    expect(yours - sum - overlap - concurrency - rest).toBeCloseTo(best);
  });
});
