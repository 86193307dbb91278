import { describe, expect, it } from 'vitest';
import { firstLook, shownResults } from '../../../web/lab/model/first_look';
import { shownCsv, shownReport } from '../../../web/lab/model/shown_report';
import { decodeLink, EMPTY_LINK, encodeLink } from '../../../web/link/link';
import { csvOf } from '../../../web/model/values/csv';
import { costReport, costRows } from '../../../web/panels/model/cost_report';
import { withChoice } from '../../../web/panels/model/measure_choice';
import { wearNumbers } from '../../../web/panels/model/wear';
import { wearReport, wearRows } from '../../../web/panels/model/wear_report';
import { file, planOf, resultOf } from '../lab/toy_experiment';

const GB = 2 ** 30;
const machine = { dram: 20, flash: 1, disk: 0.5, ratio: 24 };
const prices = { ...machine, ratio: 2 };
const run = (throughput: number, nvm: number) => ({
  throughput,
  space: { dram: 0, nvm: nvm * GB, flash: 0, disk: GB },
});
const runs = [
  { name: 'one', run: run(300, 1) },
  { name: 'two', run: run(100, 0) },
];

describe('what cost and wear show, in a link', () => {
  it.each([
    ['e', 'price.ratio=0.5'],
    ['e', 'price.ratio=257'],
    ['e', 'price.dram=-1'],
    ['e', 'price.dram=cheap'],
    ['e', 'price.gold=1'],
    ['e', 'wear=some'],
    ['r', 'over=-1'],
    ['r', 'price.disk=1e9'],
    ['r', 'cost.at=x'],
  ])('%s.%s is told, and the rest still holds', (of, text) => {
    const { state, problems } = decodeLink(`v=1&e.id=a&r.w=b&${of}.${text}`);
    const field = `${of}.${text.split('=')[0]}`;
    expect(problems.map((problem) => [problem.field, problem.kind])).toEqual([
      [field, 'unreadable'],
    ]);
    expect(state).toMatchObject({ lab: { experiment: 'a' }, race: { workload: 'b' } });
    expect(state.lab?.measures).toBeUndefined();
  });

  it('leaves nothing where it is as it begins', () => {
    const begun = withChoice({ wear: 'all', prices: { dram: 3 } }, { wear: undefined });
    expect(begun).toEqual({ prices: { dram: 3 } });
    const measures = withChoice(begun, { prices: undefined });
    const lab = { experiment: 'a', changes: { numbers: {}, sweep: {} }, measures };
    expect(encodeLink({ ...EMPTY_LINK, lab })).toBe('v=1&e.id=a');
  });
});

describe('what cost and wear show, in a file', () => {
  it('says the prices that were used, and those of the machine', () => {
    const {
      prices: told,
      runs: priced,
      gain,
    } = costReport(runs, prices, machine, {
      over: runs[0] ?? runs[1],
      under: runs[1] ?? runs[0],
    } as never);
    expect(told).toMatchObject({
      dollarsPerGb: { nvm: 1, disk: 0.5 },
      nvmToDisk: 2,
      machine: { dollarsPerGb: { nvm: 12 }, nvmToDisk: 24 },
    });
    expect(
      priced.map(({ dollars, throughputPerDollar }) => [dollars, throughputPerDollar]),
    ).toEqual([
      [1.5, 200],
      [0.5, 200],
    ]);
    expect(gain).toMatchObject({ over: 'one', throughput: 3, price: 1 / 3, all: 1 });
  });

  it('has a line a run, with as many cells as heads', () => {
    const map = {
      wear: [7, 0],
      wearMax: [5, 0],
      wearUnits: [
        [0, 2],
        [2, 1],
        [5, 1],
      ] as const,
    };
    const worn = { name: 'one, "two"', map, numbers: wearNumbers(map), seconds: 2, unitBytes: 64 };
    for (const rows of [costRows(runs, prices), wearRows([worn])]) {
      expect(new Set(rows.map((cells) => cells.length)).size).toBe(1);
    }
    expect(csvOf(wearRows([worn]))).toContain('"one, ""two""",2,64,4,2,7,');
    expect(wearReport([worn], ['three'])).toMatchObject({
      runs: [{ max: 5, writesByPart: [7, 0], lifetimes: [{ endurance: 1e6, worst: 4e5 }, {}, {}] }],
      notWritten: ['three'],
    });
  });

  it('counts the transactions of every client where the file counts one', () => {
    const each = { ...file, transactions: 300, per_thread: true, sweep: { threads: [2, 5] } };
    const plan = planOf(each);
    const results = new Map(plan.points.map(({ key }) => [key, resultOf(1)]));
    const shown = shownResults(plan.points, [], results);
    const { points } = shownReport({ file: each, plan, shown, prices, machine, look: undefined });
    expect(points).toHaveLength(4);
    for (const { assignment, transactions } of points)
      expect(transactions).toBe(300 * Number(assignment.threads));
  });

  it('tells first looks from runs as the file says, each by its own key', () => {
    const long = { ...file, transactions: 20_000 };
    const [plan, look] = [planOf(long), planOf(firstLook(long) ?? long)];
    const keys = [plan.points[0]?.key ?? '', look.points[1]?.key ?? ''];
    const results = new Map(keys.map((key, n) => [key, resultOf(n + 1)]));
    const shown = shownResults(plan.points, look.points, results);
    const open = { file: long, plan, shown, look: 1000, prices, machine };
    const report = shownReport(open);
    expect(report.points).toMatchObject([
      { key: keys[0], transactions: 20_000, firstLook: false },
      { key: keys[1], transactions: 1000, firstLook: true },
    ]);
    expect(report).toMatchObject({ cancelled: true, prices: { nvmToDisk: 2 } });
    const [heads = '', , second = ''] = shownCsv(open).split('\r\n');
    const cell = (head: string) => second.split(',')[heads.split(',').indexOf(head)];
    expect(cell('transactions measured')).toBe('1000');
    expect(cell('NVM set at [$/GB]')).toBe('1');
  });
});
