import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExperimentOptions, ExperimentProgress } from '../../../../web/engine/measure/client';
import {
  type LogInput,
  logPieces,
  MOST_LOG_BYTES,
} from '../../../../web/engine/measure/log_pieces';
import type { LabEngine } from '../../../../web/engine/measure/pool';
import { FileRefused, InputRefused } from '../../../../web/engine/protocol/errors';
import type {
  ExperimentFile,
  PointResult,
  WorkloadInputSummary,
} from '../../../../web/engine/protocol/experiment';
import { NO_ANSWERS } from '../../../../web/lab/model/server/server_answers';
import type { KeptPoints } from '../../../../web/lab/store/kept_points';
import { createLabStore } from '../../../../web/lab/store/lab_store';
import {
  NO_CHANGES,
  withNumber,
  withSweep,
} from '../../../../web/model/experiment/experiment_changes';
import { pointLine } from '../../../../web/model/experiment/point_lines';
import { textHash } from '../../../../web/store/browser/own_library';
import { file, planOf, resultOf } from '../toy_experiment';
import { seen } from './seen';

/** Plans what a file says, refuses more than 1000 transactions, and measures on request. */
class ToyLabEngine implements LabEngine {
  readonly planned: ExperimentFile[] = [];
  readonly inputs: (string | undefined)[] = [];
  options: ExperimentOptions | undefined;
  count = 0;
  /** Texts that were run, in their order. */
  readonly ran: string[] = [];
  constructor(private readonly most = 1000) {}
  private finish = () => {};
  private fail = (_error: Error) => {};

  async plan(text: string, given?: LogInput) {
    const input = given === undefined ? undefined : await textOf(given);
    const experiment = readOrRefuse(text, this.most);
    if (input === 'short' && experiment.transactions > 10) {
      throw new FileRefused([{ path: 'transactions', reason: { en: 'more than 10', zh: '' } }]);
    }
    this.planned.push(experiment);
    this.inputs.push(input);
    return planOf(input === undefined ? experiment : { ...experiment, seed: input.length });
  }
  async read(given: LogInput, onRead?: (bytes: number) => void) {
    const input = await textOf(given);
    onRead?.(input.length);
    const reason = { en: 'no record', zh: '' };
    if (input.startsWith('bad')) throw new InputRefused([{ path: '', reason, line: 3 }]);
    return { commits: input.length } as WorkloadInputSummary;
  }
  async describe(): Promise<never> {
    throw new Error('nobody asks');
  }
  async run(text: string, count: number, options: ExperimentOptions) {
    const plan = planOf(JSON.parse(text));
    this.options = options;
    this.count = count;
    this.ran.push(text);
    await new Promise<void>((resolve, reject) => {
      this.finish = resolve;
      this.fail = reject;
      options.signal?.addEventListener('abort', () => resolve());
    });
    const numbers = {
      wallSeconds: 0,
      busySeconds: 0,
      transactions: 0,
      steps: 0,
      peakMemoryBytes: 0,
    };
    const samples = { from: 0, frames: [], columns: { elapsed: [9], commits: [1] } };
    const followed = JSON.parse(text).samples === undefined ? [] : plan.points;
    const points = followed
      .filter((point) => options.wanted?.(point))
      .map((point) => ({ plan: point, ...resultOf(1), samples }));
    return { plan, points, cancelled: false, ...numbers };
  }
  async measure(index: number, experiment = file) {
    const point = planOf(experiment).points[index];
    if (point) this.options?.onPoint?.(point, resultOf(index + 1));
  }
  async end(error?: Error) {
    if (error) this.fail(error);
    else this.finish();
    await settled();
  }
  dispose() {}
}

async function textOf(input: LogInput): Promise<string> {
  let text = '';
  for await (const piece of logPieces(input)) text += new TextDecoder().decode(piece);
  return text;
}

function readOrRefuse(text: string, most: number): ExperimentFile {
  const problem = (path: string, en: string) =>
    new FileRefused([{ path, reason: { en, zh: en }, line: 1, column: 1 }]);
  if (!text.startsWith('{')) throw problem('', 'not JSON');
  const experiment = JSON.parse(text) as ExperimentFile;
  if (experiment.transactions > most) throw problem('transactions', 'too many');
  return experiment;
}

const progressOf = (points: number): ExperimentProgress => ({
  points,
  of: 6,
  transactions: points,
  fraction: points / 6,
  stage: 'measured',
  elapsedSeconds: 1,
  secondsLeft: undefined,
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

class ToyKept implements KeptPoints {
  readonly all = new Map<string, PointResult>();
  pruned: string[] = [];
  async find(keys: readonly string[]) {
    return new Map([...this.all].filter(([key]) => keys.includes(key)));
  }
  async keep(_engine: string, key: string, result: PointResult) {
    this.all.set(key, result);
  }
  async prune(engine: string) {
    this.pruned.push(engine);
  }
}

let engine: ToyLabEngine;
let kept: ToyKept;
const made = () =>
  createLabStore({
    engine,
    kept,
    propose: async ({ name }, { server, all }) => ({
      ...file,
      id: 'proposed',
      title: both(name),
      ...ofLog,
      about: both(`${server.cores} cores, all: ${all}`),
    }),
    library: { load: async (id) => (id === 'toy' ? JSON.stringify(file) : undefined) },
  });
const both = (en: string) => ({ en, zh: en });
const ofLog = { workload: { id: 'pg-trace' } };
const traced = JSON.stringify({ ...file, id: 'traced', ...ofLog });
const toy = { experiment: 'toy', changes: NO_CHANGES };

beforeEach(() => {
  engine = new ToyLabEngine();
  kept = new ToyKept();
});

describe('the laboratory', () => {
  it('opens what a link names, and says the same in its own', async () => {
    const store = made();
    const changes = withNumber(NO_CHANGES, file, 'transactions', 7);
    const link = { experiment: 'toy', changes, metric: 'latency.mean', claim: 'none', point: 2 };
    await seen(store).restore(link);
    expect(seen(store).open?.file.transactions).toBe(7);
    expect(seen(store).link()).toEqual(link);
    await seen(store).restore(undefined);
    expect([seen(store).open, seen(store).link()]).toEqual([undefined, undefined]);
  });

  it('keeps prices in its link, and forgets places where another plan has others', async () => {
    const store = made();
    const measures = { prices: { ratio: 8 }, wear: 'all', costAt: 2 } as const;
    await seen(store).restore({ ...toy, measures });
    expect(seen(store).link()).toEqual({ ...toy, measures });
    await seen(store).change(withSweep(NO_CHANGES, file, 'threads', [2]));
    expect(seen(store).link()?.measures).toEqual({ prices: { ratio: 8 }, wear: 'all' });
    await seen(store).restore(toy);
    expect(seen(store).link()).toEqual(toy);
  });

  it('asks only about the experiment as it is', async () => {
    const store = made();
    const link = { ...toy, prediction: 'first' };
    await seen(store).restore(link);
    expect(seen(store).link()).toEqual(link);
    const changes = withNumber(NO_CHANGES, file, 'transactions', 7);
    await seen(store).change(changes);
    expect(seen(store).prediction).toBeUndefined();
    await seen(store).restore({ ...link, changes });
    expect(seen(store).link()).toEqual({ experiment: 'toy', changes });
  });

  it('keeps every point as it is measured, and finds it again', async () => {
    const store = made();
    await seen(store).restore(toy);
    const running = seen(store).run();
    expect(engine.count).toBe(6);
    await engine.measure(0);
    await engine.measure(4);
    await engine.end();
    await running;
    const again = made();
    await seen(again).restore(toy);
    expect([...seen(again).results.values()].map(({ metrics }) => metrics.throughput)).toEqual([
      1, 5,
    ]);
    void seen(again).run();
    expect([engine.count, engine.options?.known?.size]).toEqual([4, 2]);
    expect(kept.pruned).toEqual(['1', '1']);
  });

  it('gives a file at its quick scale, and as it is where the engine refuses it', async () => {
    const { atQuickScale } = made().getState();
    expect(await atQuickScale({ ...file, scale: 'published' })).toEqual(file);
    const refused = { ...file, transactions: 5000 };
    expect(await atQuickScale(refused)).toBe(refused);
  });

  it('draws the first point at once, others seldom, and all at the end', async () => {
    const store = made();
    await seen(store).restore(toy);
    const running = seen(store).run();
    let pictures = 0;
    store.subscribe(() => pictures++);
    const known: number[] = [];
    for (let index = 0; index < 6; index++) {
      await engine.measure(index);
      for (let n = 0; n < 50; n++) engine.options?.onProgress?.(progressOf(index + 1));
      known.push(seen(store).results.size);
    }
    expect(known).toEqual([1, 1, 1, 1, 1, 1]);
    expect(pictures).toBeLessThan(5);
    await engine.end();
    await running;
    expect(seen(store)).toMatchObject({ running: false });
    expect(seen(store).results.size).toBe(6);
  });

  it('runs a point once more to see how it went, one at a time', async () => {
    const store = made();
    await seen(store).restore(toy);
    const { plan } = seen(store).open ?? {};
    const [first, second] = plan?.points ?? [];
    if (!first || !second) throw new Error('the toy has more');
    void seen(store).follow(first, false);
    expect(seen(store).followed).toEqual({ key: first.key });
    const abandoned = engine.options?.signal;
    const running = seen(store).follow(second, false);
    expect([abandoned?.aborted, engine.options?.signal?.aborted]).toEqual([true, false]);
    await engine.end();
    await running;
    const { followed, results } = seen(store);
    expect([followed?.key, followed?.samples?.columns.commits]).toEqual([second.key, [1]]);
    expect(results.size).toBe(0);
    await seen(store).change(withNumber(NO_CHANGES, file, 'seed', 7));
    expect(seen(store).followed).toBeUndefined();
  });

  it('tells why a point could not be run once more', async () => {
    const store = made();
    await seen(store).restore(toy);
    const [first] = seen(store).open?.plan.points ?? [];
    if (!first) throw new Error('the toy has points');
    const running = seen(store).follow(first, false);
    await engine.end(new Error('out of memory'));
    await running;
    const { followed, failure } = seen(store);
    expect([followed, failure?.message]).toEqual([undefined, 'out of memory']);
  });

  it('takes points that were measured elsewhere, all of a file or none', async () => {
    const store = made();
    await seen(store).restore(toy);
    const plan = planOf(file);
    const lines = plan.points.map((point) => JSON.stringify(pointLine(plan, point, resultOf(5))));
    const elsewhere = JSON.stringify({ ...JSON.parse(lines[0] ?? ''), key: 'another' });
    const taking = (...some: readonly (string | undefined)[]) =>
      seen(store).takePoints(new File([some.join('\n')], 'part.jsonl'));
    await taking(lines[2], '{}');
    expect(seen(store).taken?.problem).toEqual({ line: 2, kind: 'no-point' });
    expect([seen(store).results.size, kept.all.size]).toEqual([0, 0]);
    await taking(lines[0], lines[2], elsewhere);
    expect(seen(store).taken).toEqual({ name: 'part.jsonl', points: 3, here: 2 });
    expect([seen(store).results.size, kept.all.size]).toEqual([3, 3]);
    await taking(lines[0]?.replace('"throughput":5', '"throughput":6'));
    expect(seen(store).taken?.problem).toEqual({ line: 1, kind: 'other-result' });
    void seen(store).run();
    expect(engine.count).toBe(4);
  });

  it('can be cancelled, and goes on from there', async () => {
    const store = made();
    await seen(store).restore(toy);
    const running = seen(store).run();
    await engine.measure(1);
    seen(store).cancel();
    await running;
    expect(seen(store)).toMatchObject({ running: false, failure: undefined });
    expect(seen(store).results.size).toBe(1);
  });

  it('tells why a run failed, and keeps what was measured before', async () => {
    const store = made();
    await seen(store).restore(toy);
    const running = seen(store).run();
    await engine.measure(1);
    await engine.end(new Error('out of memory'));
    await running;
    expect(seen(store).failure?.message).toBe('out of memory');
    expect(seen(store).results.size).toBe(1);
  });

  it('shows the engine’s complaint about a change, and what ran before', async () => {
    const store = made();
    await seen(store).restore(toy);
    const typed = withNumber(NO_CHANGES, file, 'transactions', 5000);
    await seen(store).change(typed);
    const { open, problems, link } = seen(store);
    expect(problems).toMatchObject([{ path: 'transactions', reason: { en: 'too many' } }]);
    expect([open?.file.transactions, seen(store).typed]).toEqual([100, typed]);
    expect(link()?.changes).toEqual(NO_CHANGES);
    await seen(store).change(withSweep(NO_CHANGES, file, 'threads', [2]));
    expect(seen(store)).toMatchObject({ problems: [], point: undefined });
    expect(seen(store).open?.plan.points.length).toBe(2);
  });

  it('opens a link whose changes are refused as the file is, with the complaint', async () => {
    const store = made();
    const changes = withNumber(NO_CHANGES, file, 'transactions', 5000);
    await seen(store).restore({ experiment: 'toy', changes });
    expect(seen(store).open?.file.transactions).toBe(100);
    expect(seen(store).typed).toEqual(changes);
    expect(seen(store).problems).toMatchObject([{ path: 'transactions' }]);
  });

  it('refuses a bad file with its place and leaves open what was open', async () => {
    const store = made();
    await seen(store).restore(toy);
    expect(await seen(store).openText('nonsense')).toBe(false);
    expect(seen(store).refused).toMatchObject({
      text: 'nonsense',
      problems: [{ reason: { en: 'not JSON' }, line: 1 }],
    });
    expect(seen(store).open?.file.id).toBe('toy');
  });

  it('opens an own file, whose text is its link', async () => {
    const store = made();
    const text = JSON.stringify({ ...file, id: 'mine' });
    expect(await seen(store).openText(text)).toBe(true);
    expect(seen(store).link()).toEqual({ own: text, changes: NO_CHANGES });
  });

  it('says that an experiment is not here', async () => {
    const store = made();
    await seen(store).restore({ experiment: 'gone', changes: NO_CHANGES });
    expect(seen(store)).toMatchObject({ missing: true, open: undefined, opening: false });
  });

  it('says that a link is being opened where nothing was open, and lists all where it is not', async () => {
    const store = made();
    const opening = seen(store).restore({ own: 'nonsense', changes: NO_CHANGES });
    expect(seen(store).shown).toEqual({ is: 'opening' });
    await opening;
    expect(seen(store)).toMatchObject({ shown: { is: 'list' }, refused: { text: 'nonsense' } });
    await seen(store).restore(toy);
    const next = seen(store).restore({ ...toy, point: 1 });
    expect(seen(store)).toMatchObject({ opening: true, open: { file: { id: 'toy' } } });
    await next;
    expect(seen(store)).toMatchObject({ opening: false, point: 1 });
  });

  it('shows what was open again when what is put together is put away', async () => {
    const store = made();
    await seen(store).restore({ ...toy, point: 1 });
    await seen(store).build({ ...file, id: 'mine' });
    expect(seen(store)).toMatchObject({
      shown: { is: 'draft', draft: { judged: { points: 6, problems: [] } } },
    });
    expect(seen(store).link()).toEqual({ ...toy, point: 1 });
    await seen(store).build(undefined);
    expect(seen(store)).toMatchObject({ shown: { is: 'open' }, point: 1 });
  });

  it('runs another experiment while the one before it is still ending', async () => {
    const store = made();
    await seen(store).restore(toy);
    const first = seen(store).run();
    await seen(store).openText(JSON.stringify({ ...file, id: 'mine' }));
    expect(seen(store).running).toBe(false);
    const second = seen(store).run();
    await first;
    expect(seen(store)).toMatchObject({ running: true, open: { file: { id: 'mine' } } });
    await engine.end();
    await second;
    expect(seen(store).running).toBe(false);
  });

  it('shows the newest of what was asked for', async () => {
    const store = made();
    const first = seen(store).restore(toy);
    await Promise.all([first, seen(store).restore(undefined)]);
    expect(seen(store)).toMatchObject({ open: undefined, opening: false });
  });
});

describe('a long experiment', () => {
  const long = { ...file, transactions: 20_000 };
  const short = { ...long, transactions: 1000, warmup: 0 };

  it('is first looked at with short runs, whose results are kept, and then refined', async () => {
    engine = new ToyLabEngine(20_000);
    const store = made();
    await seen(store).openText(JSON.stringify(long));
    const running = seen(store).run();
    expect(seen(store)).toMatchObject({ running: true, looking: true });
    expect(engine.ran.map((text) => JSON.parse(text).transactions)).toEqual([1000]);
    for (const index of [0, 1, 2, 3, 4, 5]) await engine.measure(index, short);
    await engine.end();
    expect(seen(store)).toMatchObject({ running: true, looking: false });
    expect(engine.ran.map((text) => JSON.parse(text).transactions)).toEqual([1000, 20_000]);
    await engine.measure(0, long);
    seen(store).cancel();
    await running;
    expect(seen(store)).toMatchObject({ running: false, looking: false });

    const again = made();
    await seen(again).openText(JSON.stringify(long));
    expect(seen(again).results.size).toBe(7);
    void seen(again).run();
    await settled();
    // All have been looked at: what is left is refined.
    expect([JSON.parse(engine.ran.at(-1) ?? '').transactions, engine.count]).toEqual([20_000, 5]);
  });

  it('ends with its first look where the reader wants no more, and goes on when run again', async () => {
    engine = new ToyLabEngine(20_000);
    const store = made();
    await seen(store).openText(JSON.stringify(long));
    const running = seen(store).run();
    seen(store).lookOnly();
    for (const index of [0, 1, 2, 3, 4, 5]) await engine.measure(index, short);
    await engine.end();
    await running;
    expect(seen(store)).toMatchObject({ running: false, looking: false });
    expect(engine.ran.map((text) => JSON.parse(text).transactions)).toEqual([1000]);
    void seen(store).run();
    await settled();
    expect(engine.ran.map((text) => JSON.parse(text).transactions)).toEqual([1000, 20_000]);
  });

  it('looks no more at what has been measured as it says', async () => {
    engine = new ToyLabEngine(20_000);
    kept.all.set(planOf(long).points[2]?.key ?? '', resultOf(3));
    const store = made();
    await seen(store).openText(JSON.stringify(long));
    void seen(store).run();
    expect(engine.count).toBe(5);
    expect(planOf(short).points.map((point) => engine.options?.wanted?.(point))).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => index !== 2),
    );
  });
});

describe('a log that is dropped', () => {
  const drop = (store: ReturnType<typeof made>, text: string, name = 'wal.txt') =>
    seen(store).takeLog(new File([text], name));

  it('opens a new experiment on it, whose points are of this log and whose link names it', async () => {
    const store = made();
    await seen(store).restore(toy);
    await drop(store, 'first log');
    const { open, reading, link } = seen(store);
    expect(reading).toBeUndefined();
    expect(open?.file.id).toBe('proposed');
    expect(open?.log).toMatchObject({ name: 'wal.txt', summary: { commits: 9 } });
    expect(link()).toMatchObject({ own: expect.any(String), log: open?.log?.hash });
    const running = seen(store).run();
    expect(await textOf(engine.options?.input ?? '')).toBe('first log');
    await engine.end();
    await running;
  });

  it('is proposed and run once more by what is said of its server', async () => {
    const store = made();
    await drop(store, 'first log');
    const server = { ...NO_ANSWERS, cores: '2' };
    await seen(store).serve({ server, all: true });
    const { open, running } = seen(store);
    expect(open?.file.about?.en).toBe('2 cores, all: true');
    expect(await textOf(open?.log?.text ?? '')).toBe('first log');
    expect(running).toBe(true);
    await engine.end();
    // The next log is of the same server.
    await seen(store).openText(JSON.stringify(file));
    await drop(store, 'second log');
    expect(seen(store).open?.file.about?.en).toBe('2 cores, all: false');
  });

  it('is given to the experiment that runs one, with other keys for another log', async () => {
    const store = made();
    await seen(store).openText(traced);
    expect(seen(store)).toMatchObject({
      open: undefined,
      awaiting: { file: { id: 'traced' } },
    });
    await drop(store, 'first log');
    expect(seen(store)).toMatchObject({
      open: { file: { id: 'traced' } },
      awaiting: undefined,
    });
    const before = seen(store).open?.plan.points[0]?.key;
    await seen(store).change(withNumber(NO_CHANGES, file, 'transactions', 7));
    expect(engine.inputs.at(-1)).toBe('first log');
    await drop(store, 'a second log', 'other.txt');
    const { open } = seen(store);
    expect(open).toMatchObject({
      file: { id: 'traced', transactions: 7 },
      log: { name: 'other.txt' },
    });
    expect(open?.plan.points[0]?.key).not.toBe(before);
  });

  it('is refused by line and reason, and leaves open what was open, with its log', async () => {
    const store = made();
    await seen(store).openText(traced);
    await drop(store, 'first log');
    const { open } = seen(store);
    await drop(store, 'bad text\n\nwhat is this\nmore', 'bad.txt');
    expect(seen(store)).toMatchObject({
      refusedLog: { name: 'bad.txt', line: 'what is this', problems: [{ line: 3 }] },
      reading: undefined,
      opening: false,
    });
    expect(seen(store).open).toBe(open);
  });

  it('that the open experiment does not go with is offered to a new one', async () => {
    const store = made();
    await seen(store).openText(traced);
    await drop(store, 'first log');
    const { open } = seen(store);
    await drop(store, 'short');
    const { refusedLog } = seen(store);
    expect(refusedLog).toMatchObject({
      problems: [{ path: 'transactions' }],
    });
    expect(await textOf(refusedLog?.unfit?.text ?? '')).toBe('short');
    expect(seen(store).open).toBe(open);
  });

  it('may be too large, and is then not read at all', async () => {
    const store = made();
    const file = new File(['x'], 'large.txt');
    Object.defineProperty(file, 'size', { value: MOST_LOG_BYTES + 1 });
    await seen(store).takeLog(file);
    expect(seen(store).refusedLog).toMatchObject({ file: { kind: 'too-large' } });
  });

  it('may come compressed', async () => {
    const store = made();
    await seen(store).takeLog(new File([gzipSync('first log')], 'wal.txt.gz'));
    const { log } = seen(store).open ?? {};
    expect(await textOf(log?.text ?? '')).toBe('first log');
    // It is named by its text, and not by how that is packed.
    expect(log?.hash).toBe(textHash('first log'));
  });

  it('says how much of it has been read while it is being read', async () => {
    const store = made();
    const said: unknown[] = [];
    store.subscribe(({ reading }) => said.push(reading));
    await drop(store, 'first log');
    expect(said).toContainEqual({ name: 'wal.txt', bytes: 9 });
    expect(seen(store).reading).toBeUndefined();
  });

  it('may be answered by a text of its own, which the link holds whole', async () => {
    const store = made();
    const times = { commits: 0, microseconds: 0, busiestSecond: 0, secondsWithCommits: 0 };
    const text = JSON.stringify({
      format: 1,
      kind: 'result',
      title: both('Your server'),
      engine: 'v',
      log: { name: 'wal.txt', commits: 9, times },
      answers: NO_ANSWERS,
      points: [],
      file: { ...file, machine: { id: 'setup-a' } },
    });
    await seen(store).openText(text);
    expect(seen(store)).toMatchObject({ open: undefined, answer: { text } });
    const link = seen(store).link();
    expect(link).toEqual({ own: text, changes: NO_CHANGES });
    await seen(store).restore(toy);
    expect(seen(store)).toMatchObject({ open: { file: { id: 'toy' } }, answer: undefined });
    await seen(store).restore(link);
    expect(seen(store).answer?.result.log.name).toBe('wal.txt');
    await seen(store).restore(undefined);
    expect(seen(store).answer).toBeUndefined();
  });

  it('is asked for by a link that names one which is not here', async () => {
    const store = made();
    const link = { own: traced, changes: NO_CHANGES, log: 'gone' };
    await seen(store).restore(link);
    expect(seen(store)).toMatchObject({ awaiting: { link: { log: 'gone' } }, missing: false });
    expect(seen(store).link()).toEqual(link);
  });
});
