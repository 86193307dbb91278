import { describe, expect, it } from 'vitest';
import type { Description, SchemeDescription } from '../../../../../web/engine/protocol';
import type {
  ExperimentFile,
  ExperimentPlan,
  PointResult,
} from '../../../../../web/engine/protocol/experiment';
import {
  answerOf,
  besideMeasured,
  bestOf,
  impossible,
  longestPass,
  type MeasuredPoint,
  moreThanCores,
  passesCeiling,
  slowerPass,
  unfitSystems,
} from '../../../../../web/lab/model/server/answer';
import { COUNTED_PATH } from '../../../../../web/lab/model/server/calibrated_prices';
import { NO_ANSWERS } from '../../../../../web/lab/model/server/server_answers';
import { serverFacts } from '../../../../../web/lab/model/server/server_facts';
import {
  areCoresBusy,
  doWakesDecide,
  farOf,
  lacksMore,
  trustOf,
} from '../../../../../web/lab/model/server/trust';

// The conclusions from measured points of a server, and the points that cannot be.

const label = { en: 'x', zh: 'x' };
const scheme = (id: string, promise: string, params: string[]) =>
  ({ id, promise, params: params.map((name) => ({ id: name })) }) as unknown as SchemeDescription;
const description = {
  machines: [],
  schemes: [
    scheme('server', 'durable', ['commit', 'log_on', 'frames']),
    scheme('nvm', 'durable', ['frames']),
    scheme('store', 'durable', []),
    scheme('no-log', 'none', []),
  ],
} as unknown as Description;
const file: ExperimentFile = {
  format: 1,
  kind: 'experiment',
  id: 'own-log',
  title: label,
  scale: 'quick',
  machine: { id: 'm' },
  workload: { id: 'w' },
  threads: 1,
  transactions: 10,
  schemes: [
    { id: 'server', label, params: { commit: 'synchronous' } },
    { id: 'server', label, params: { commit: 'asynchronous' } },
    { id: 'nvm' },
    { id: 'store' },
    { id: 'no-log' },
  ],
};
const plan = {
  points: file.schemes.map(({ id }, index) => ({
    index,
    key: String(index),
    scheme: index,
    schemeId: id,
    params: {},
    assignment: { threads: 4 },
    transactions: 10,
  })),
} as unknown as ExperimentPlan;

type Metrics = Readonly<Record<string, number>>;
const results = (...rates: (Metrics | undefined)[]) =>
  new Map(
    rates.flatMap((metrics, n) =>
      metrics ? [[String(n), { complete: true, metrics } as unknown as PointResult] as const] : [],
    ),
  );
const rate = (throughput: number, more: Metrics = {}): Metrics => ({ throughput, ...more });
const times = { commits: 0, microseconds: 0, busiestSecond: 0, secondsWithCommits: 0 };
const facts = (answers: object) =>
  serverFacts({ ...NO_ANSWERS, clients: '4', ...answers }, { times });
const reasons = (found: ReturnType<typeof results>) =>
  [...impossible({ file, plan, results: found }, description).values()].map(({ point, reason }) => [
    point.schemeId,
    reason,
  ]);

describe('a result that cannot be', () => {
  it('is none among results that can', () => {
    expect(reasons(results(rate(100), rate(400), rate(390), rate(200), rate(410)))).toEqual([]);
  });

  it('is one of a system without a log that is slower than one with', () => {
    const slow = results(rate(100), rate(400), rate(390), rate(200), rate(210));
    expect(reasons(slow)).toEqual([['no-log', 'unlogged']]);
  });

  it('is one that is a hundred times faster, or of two paces, or without an end', () => {
    expect(reasons(results(rate(100), rate(400), rate(10_001)))).toEqual([['nvm', 'ratio']]);
    const uneven = results(rate(100), rate(400), rate(390, { halves: 1.6 }));
    expect(reasons(uneven)).toEqual([['nvm', 'unsteady']]);
    const ended = results(rate(100), rate(400), rate(390));
    ended.set('2', { complete: false, metrics: rate(390) } as unknown as PointResult);
    expect(reasons(ended)).toEqual([['nvm', 'incomplete']]);
  });
});

describe('results that cannot be', () => {
  it('are told by system, once each, with the clients that they are of', () => {
    const twice = {
      points: [1, 4].flatMap((threads) =>
        plan.points.map((point) => ({
          ...point,
          key: `${point.key} ${threads}`,
          assignment: { threads },
        })),
      ),
    } as unknown as ExperimentPlan;
    const of = (threads: number, rates: Metrics[]) =>
      rates.map((metrics, n) => [`${n} ${threads}`, { complete: true, metrics }] as const);
    const found = new Map([
      ...of(1, [rate(100), rate(400), rate(390), rate(200), rate(210)]),
      ...of(4, [rate(100), rate(400), rate(390, { halves: 2 }), rate(20_000), rate(210)]),
    ]);
    const told = unfitSystems({ file, plan: twice, results: found }, description);
    expect(told.map(({ point, isWhole, reasons: why }) => [point.schemeId, isWhole, why])).toEqual([
      ['nvm', false, [{ reason: 'unsteady', clients: [4] }]],
      ['store', false, [{ reason: 'ratio', clients: [4] }]],
      ['no-log', true, [{ reason: 'unlogged', clients: [1, 4] }]],
    ]);
  });
});

describe('rates that were measured', () => {
  const told = (todayOff: string, cores = '8') =>
    moreThanCores(facts({ cores, oneOff: '1000', todayOff }));

  it('may be more than clients make at the rate of one, though they leave cores idle', () => {
    expect(told('5000')).toEqual({ clients: 4, measured: 5000, most: 4000, cores: 8 });
    expect(told('3990')).toBeUndefined();
    // Rounds differ.
    expect(told('4200')).toBeUndefined();
    // As many clients as cores tell how long an idle core takes to wake.
    expect(told('5000', '4')).toBeUndefined();
    // A guess contradicts nothing.
    expect(told('9999', '')).toBeUndefined();
    expect(moreThanCores(facts({ cores: '8', todayOff: '5000' }))).toBeUndefined();
  });
});

describe('the answer', () => {
  const all = results(
    rate(100, { 'recovery.total': 9 }),
    rate(400),
    rate(390, { 'recovery.total': 2 }),
    rate(200),
    rate(410),
  );
  const measured = { file, plan, results: all };

  it('is of the model while nothing was measured, and says so', () => {
    expect(answerOf(measured, facts({}), description)).toMatchObject({
      clients: 4,
      rate: 100,
      isMeasured: false,
      ceiling: 4,
      ceilingIsMeasured: false,
      bound: { by: 'log', share: 0.75 },
      ceilingOf: { off: 400, asIs: 100 },
      modelOff: 400,
      recovery: { ns: 9 },
    });
  });

  it('brings systems to the measured ceiling by their share of it, the best first', () => {
    const own = answerOf(measured, facts({ today: '500', todayOff: '1000' }), description);
    expect(own).toMatchObject({ rate: 500, ceiling: 2, bound: { by: 'rows', share: 0.5 } });
    expect(own?.ceilingOf).toEqual({ off: 1000, asIs: 500 });
    expect(own?.offers.map(({ times: by, ownStore }) => [by, ownStore])).toEqual([
      [1.95, false],
      [1, true],
    ]);
  });

  it('says how many systems have not run, so that nobody takes the best for the best of all', () => {
    const others = (of: typeof all) =>
      answerOf({ file, plan, results: of }, facts({}), description)?.others;
    // The server's own system is one that can run beside it, in its own way.
    expect(others(all)).toBe(1);
    expect(others(results(rate(100), rate(400), rate(390)))).toBe(2);
    // One whose result cannot be has run.
    expect(others(results(rate(100), rate(400), rate(390), rate(20_000)))).toBe(1);
  });

  it('says which pass makes a recovery longer', () => {
    const recovery = (analysis: number, redo: number) => ({
      ns: analysis + redo,
      passes: new Map([
        ['analysis', analysis],
        ['redo', redo],
      ] as const),
    });
    expect(slowerPass(recovery(20, 30), recovery(5, 28))).toBe('analysis');
    expect(slowerPass(recovery(5, 29), recovery(5, 28))).toBeUndefined();
    expect(longestPass(recovery(5, 29))).toBe('redo');
  });

  it('names what switches and idle cores cost where it is considerable', () => {
    const switching = rate(100, { 'cpu.switches': 2, 'cpu.idle_wakes': 3 });
    const off = rate(400, { 'cpu.switches': 0.1 });
    const costs = (overrides: Metrics) =>
      answerOf(
        {
          file: { ...file, machine: { id: 'm', overrides: { 'cpu.cores': 2, ...overrides } } },
          plan,
          results: results(switching, off),
        },
        facts({}),
        { ...description, machines: [] },
      )?.processes;
    // 100 a second with 2 switches of 4 ms are 0.8 s of two seconds of the cores.
    expect(costs({ 'cpu.context_switch_ns': 4e6 })).toEqual([
      { of: 'switch', ns: 4e6, count: 2, countOff: 0.1, share: 0.4 },
    ]);
    // 4 clients have 4 s, of which 300 waits of 2 ms are 0.6.
    expect(costs({ 'cpu.idle_wake_ns': 2e6 })).toEqual([
      { of: 'wake', ns: 2e6, count: 3, countOff: 0, share: 0.15 },
    ]);
    expect(costs({ 'cpu.context_switch_ns': 9e5 })).toEqual([]);
  });

  it('has no ceiling below what the server makes, where rounds differ', () => {
    const noise = answerOf(measured, facts({ today: '500', todayOff: '480' }), description);
    expect(noise?.ceiling).toBe(1);
  });

  it('says whether a system does better than commits that wait for nothing', () => {
    const passes = (best: number) => {
      const found = results(rate(100), rate(400), rate(best), rate(900));
      const answer = answerOf({ file, plan, results: found }, facts({}), description);
      return answer && [bestOf(answer)?.point.schemeId, passesCeiling(answer)];
    };
    expect(passes(390)).toEqual(['nvm', false]);
    // So little more says nothing of a model.
    expect(passes(415)).toEqual(['nvm', false]);
    expect(passes(430)).toEqual(['nvm', true]);
  });

  it('names the cores where the log is no bound and they are busy', () => {
    const busy = { file, plan, results: results(rate(390, { 'cpu.busy': 0.97 }), rate(400)) };
    expect(answerOf(busy, facts({}), description)?.bound).toEqual({ by: 'cores', share: 0.97 });
    // The cost of the log may be time of cores.
    const rates = facts({ today: '5200', todayOff: '10000' });
    expect(answerOf(busy, rates, description)?.bound).toEqual({
      by: 'both',
      share: 0.48,
      busy: 0.97,
    });
  });

  it('has each run of a series beside the model, in the order of their clients', () => {
    const of = (threads: number) =>
      plan.points.map((point) => ({
        ...point,
        key: `${point.key} ${threads}`,
        assignment: { threads },
      }));
    const swept = { points: [4, 6, 8].flatMap(of) } as unknown as ExperimentPlan;
    const found = new Map(
      swept.points.map(
        ({ key }) =>
          [key, { complete: true, metrics: rate(100) } as unknown as PointResult] as const,
      ),
    );
    const runs = [4, 8, 6].map((clients) => `number of clients: ${clients}\ntps = ${clients}0`);
    const told = besideMeasured(
      { file, plan: swept, results: found },
      facts({ loaded: runs.join('\n') }),
    );
    const measuredOn = told.filter(({ off }) => !off);
    expect(measuredOn.map(({ clients, measured: tps }) => [clients, tps])).toEqual([
      [4, 40],
      [6, 60],
      [8, 80],
    ]);
  });

  it('says where the model’s log is not as long as the server’s', () => {
    const { transactions } = file;
    const warmup = transactions / 2;
    const own = { ...file, warmup };
    const told = (model: number) => {
      const logged = results(rate(100, { 'log.bytes_per_txn': model }), rate(400), rate(390));
      const course = [
        { commits: warmup, bytes: 1e9, imageBytes: 1e9 },
        { commits: warmup + transactions, bytes: 1e9 + 1000 * transactions, imageBytes: 1e9 },
      ];
      const volume = {
        bytes: 1e9 + 1000 * transactions,
        imageRecords: 9,
        imageBytes: 1e9,
        pages: 9,
      };
      const log = { commits: warmup + transactions, volume: { ...volume, course } };
      const known = { ...facts({}), log };
      return answerOf({ file: own, plan, results: logged }, known, description)?.logBytes;
    };
    // Within a quarter they are alike. What was logged before the run counts for neither.
    expect(told(700)).toEqual({ model: 700, all: 1000, images: 0 });
    expect(told(1300)).toMatchObject({ model: 1300 });
    expect([told(800), told(1200), told(0)]).toEqual([undefined, undefined, undefined]);
    const untold = results(rate(100, { 'log.bytes_per_txn': 1 }), rate(400));
    expect(answerOf({ file, plan, results: untold }, facts({}), description)).not.toHaveProperty(
      'logBytes',
    );
  });

  it('names the runs it is built on that have no steady state', () => {
    const halves = (...each: number[]) => {
      const [yours = 1, off = 1, nvm = 1, store = 1] = each;
      const found = results(
        rate(100, { halves: yours }),
        rate(400, { halves: off }),
        rate(390, { halves: nvm }),
        rate(395, { halves: store }),
      );
      const answer = answerOf({ file, plan, results: found }, facts({}), description);
      return answer?.unsteady.map(({ point, ratio }) => [point.schemeId, ratio]);
    };
    expect(halves(1.05, 0.95, 1)).toEqual([]);
    expect(halves(1.155, 1, 0.8)).toEqual([
      ['server', 1.155],
      ['nvm', 0.8],
    ]);
    // A store of its own is not the answer.
    expect(halves(1, 1, 1, 1.3)).toEqual([]);
  });

  it('says what threads of their own cost systems, and what they spare', () => {
    const overrides = {
      'cpu.cores': 2,
      'cpu.context_switch_ns': 50_000,
      'cpu.idle_wake_ns': 25_000,
    };
    const told = (nvm: Metrics, off: Metrics = {}) => {
      const measured = {
        file: { ...file, machine: { id: 'm', overrides } },
        plan,
        results: results(rate(2000), rate(10_000, off), rate(8000, nvm)),
      };
      return answerOf(measured, facts({}), description)?.offers[0]?.threads;
    };
    const works = { 'daemons.log-work': 5, 'daemons.wait': 100 };
    // A transaction of four clients takes 400 µs at the server, and 500 µs in NVM.
    const idle = { 'cpu.idle_wakes': 8, 'share.core-wait': 0.5 };
    expect(told({ ...works, 'cpu.switches': 2 })).toEqual({
      switches: { count: 2, ns: 50_000, share: 0.4 },
    });
    expect(told({ ...works, 'cpu.switches': 0.2 })).toEqual({});
    expect(told({ ...works, 'share.core-wait': 0.2 }, idle)).toEqual({
      awake: { clients: 4, ns: 100_000, all: 400_000 },
    });
    // More than all idle cores take is no merit of theirs.
    expect(told({ ...works, 'share.core-wait': 0.2 }, { ...idle, 'cpu.idle_wakes': 2 })).toEqual(
      {},
    );
    // One client shows it where four leave no core idle.
    const [off, nvm] = plan.points.slice(1, 3).map((point) => ({
      ...point,
      key: `${point.key}-1`,
      assignment: { threads: 1 },
    }));
    if (!off || !nvm) throw new Error('there is no such run');
    const alone = {
      file: { ...file, machine: { id: 'm', overrides } },
      plan: { points: [...plan.points, off, nvm] } as unknown as ExperimentPlan,
      results: new Map<string, MeasuredPoint>([
        ...results(rate(2000), rate(10_000), rate(8000, works)),
        [off.key, { complete: true, metrics: rate(2500, idle) }],
        [nvm.key, { complete: true, metrics: rate(4000, { ...works, 'share.core-wait': 0.2 }) }],
      ]),
    };
    expect(answerOf(alone, facts({}), description)?.offers[0]?.threads).toEqual({
      awake: { clients: 1, ns: 150_000, all: 400_000 },
    });
    // Threads that do nothing, or are not there, cost nothing.
    expect(told({ 'daemons.wait': 100, 'cpu.switches': 2 })).toEqual({});
    expect(told({ 'cpu.switches': 2, 'share.core-wait': 0.2 }, idle)).toEqual({});
  });

  it('tells rates that have set a price from those that no price gives', () => {
    const of = (overrides: Metrics, answers: object = {}) => {
      const found = plan.points.slice(0, 2).flatMap((point) =>
        [1, 4].map((threads) => ({
          ...point,
          key: `${point.key}-${threads}`,
          assignment: { threads },
        })),
      );
      const measured = {
        file: { ...file, machine: { id: 'm', overrides } },
        plan: { points: found } as unknown as ExperimentPlan,
        results: new Map(found.map(({ key }) => [key, { complete: true, metrics: rate(100) }])),
      };
      const told = { cores: '2', one: '100', oneOff: '110', todayOff: '410', ...answers };
      const beside = besideMeasured(measured, facts(told));
      return beside.flatMap(({ clients, off, calibrated }) =>
        calibrated ? `${clients} ${off ? 'off' : 'on'}` : [],
      );
    };
    const guess = { 'path.sql': COUNTED_PATH };
    expect(of(guess)).toEqual([]);
    expect(of({ 'path.sql': 7 })).toEqual(['1 off']);
    expect(of({ 'path.sql': 7, 'disk.write_ns': 5 })).toEqual(['1 on', '1 off']);
    const wake = { 'path.sql': 7, 'cpu.idle_wake_ns': 3 };
    expect(of(wake)).toEqual(['1 off', '4 off']);
    // Several clients set the path where one was not measured, and no core idles.
    expect(of({ 'path.sql': 7 }, { one: '', oneOff: '' })).toEqual(['4 off']);
    expect(of({ 'path.sql': 7 }, { one: '', oneOff: '', cores: '8' })).toEqual([]);
  });

  it('is none before both runs of the server are there', () => {
    const early = { file, plan, results: results(rate(100)) };
    expect(answerOf(early, facts({}), description)).toBeUndefined();
    expect(besideMeasured(early, facts({ today: '110' }))).toEqual([
      { clients: 4, off: false, measured: 110, predicted: 100, calibrated: false },
    ]);
  });
});

describe('how sure the answer is', () => {
  const all = results(rate(390, { 'cpu.busy': 0.99 }), rate(400), rate(395), rate(200));
  const trust = (answers: object, overrides: Metrics = {}) => {
    const told = facts(answers);
    const measured = { file: { ...file, machine: { id: 'm', overrides } }, plan, results: all };
    const answer = answerOf(measured, told, description);
    if (!answer) throw new Error('there is no answer');
    return trustOf(answer, measured, told);
  };
  const loaded = 'number of clients: 16\ntps = 1000 (without initial connection time)';

  it('names no ceiling of several clients by runs of one, but the run that tells it', () => {
    const one = { one: '100', oneOff: '110' };
    expect(trust(one, { 'disk.write_ns': 5, 'path.sql': 7 })).toEqual({
      isTold: false,
      missing: 'off',
    });
    expect(trust({})).toEqual({ isTold: false, missing: 'off' });
    // As it is alone tells no ceiling, either.
    expect(trust({ ...one, today: '380' })).toEqual({ isTold: false, missing: 'off' });
  });

  it('names one where it was measured, or where several clients have set a price', () => {
    const both = { today: '380', todayOff: '410' };
    const one = { one: '100', oneOff: '110' };
    expect(trust({ ...both, ...one })).toEqual({ isTold: true });
    // The time of a statement is a guess without the rates of one client.
    const needsOne = 'path';
    expect(trust({ ...both, oneOff: '110' })).toEqual({ isTold: true, needsOne });
    expect(trust({ todayOff: '410' })).toEqual({ isTold: true, missing: 'asIs', needsOne });
    expect(trust({ loaded }, { 'cpu.context_switch_ns': 5 }).needsOne).toBe('path');
    // Clients who leave no core idle set it, and one alone tells the rest.
    const busy = { ...both, cores: '2' };
    expect(trust(busy, { 'path.sql': 7 }).needsOne).toBe('wakes');
    expect(trust({ ...both, cores: '64' }, { 'path.sql': 7 }).needsOne).toBe('path');
    expect(trust({ loaded }, { 'cpu.context_switch_ns': 5 }).isTold).toBe(true);
    // The run was given, but no value of a price makes it.
    expect(trust({ loaded }).isTold).toBe(false);
  });

  it('is less where the model is a quarter off, and the cores tell where to look', () => {
    const rough = trust({ today: '700', todayOff: '800' });
    expect(rough).toMatchObject({ isTold: true, far: { clients: 4, measured: 800 } });
    expect(trust({ todayOff: '800' })).toMatchObject({ isTold: false, missing: 'asIs' });
    const run = { clients: 4, off: false, predicted: 100, calibrated: false };
    expect(farOf([{ ...run, measured: 130 }])).toBeUndefined();
    expect(farOf([{ ...run, measured: 140 }])).toMatchObject({ measured: 140 });
    expect([0.99, 0.5].map((busy) => areCoresBusy({ ...run, busy }))).toEqual([true, false]);
    // A run of more clients sets what a switch takes, or a flush under load.
    const more = (each: object, answers: object = {}) =>
      lacksMore({ ...run, ...each }, facts(answers));
    expect([more({}), more({ off: true }), more({ clients: 1 }), more({}, { loaded })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    // A few clients may make less because they do not keep each other's cores awake.
    const woken = (measured: number, wakes: number) => doWakesDecide({ ...run, measured, wakes });
    expect([woken(70, 0.3), woken(70, 0.1), woken(140, 0.3)]).toEqual([true, false, false]);
  });
});
