import { describe, expect, it } from 'vitest';
import type { Description } from '../../../../../web/engine/protocol';
import type { ExperimentFile, PointResult } from '../../../../../web/engine/protocol/experiment';
import { splitOf, tornadoOf } from '../../../../../web/lab/model/study/study_answer';
import {
  BASE,
  partRun,
  studyRuns,
  transactionsOf,
} from '../../../../../web/lab/model/study/study_runs';

// Tests which assumptions an answer depends on: one is changed at a time, and the new answer is
// compared.

const label = { en: 'x', zh: 'x' };
const file: ExperimentFile = {
  format: 1,
  kind: 'experiment',
  id: 'own-log',
  title: label,
  scale: 'quick',
  machine: { id: 'm', overrides: { 'disk.write_ns': 4000, 'path.sql': 100 } },
  workload: { id: 'w' },
  threads: 1,
  transactions: 5000,
  warmup: 300,
  crash: {},
  sweep: { threads: [1, 4, 16] },
  schemes: [
    { id: 's', label, params: { commit: 'synchronous' } },
    { id: 's', label, params: { commit: 'asynchronous' } },
    { id: 's', label, params: { log_on: 'pmfs' } },
    { id: 'near' },
  ],
};
// The engine's description, reduced to the parts in question.
const description = {
  machines: [{ id: 'm', prices: [{ id: 'nvm.slowdown', value: 1 }] }],
} as unknown as Description;
const runs = studyRuns(file, 4, description);
const run = (id: string) => runs.find((each) => each.id === id)?.file;

const rates = (...each: number[]): PointResult[] =>
  each.map((throughput) => ({ complete: true, metrics: { throughput } }) as unknown as PointResult);

/** The result of a run whose clients wait for that share of their time at the log. */
const contended = (throughput: number, share: number): PointResult[] => [
  {
    complete: true,
    metrics: { throughput, 'share.log-contention': share },
  } as unknown as PointResult,
];

describe('the runs of a study', () => {
  it('are short, of the server and the nearest in NVM, with its own clients', () => {
    expect(run(BASE)).toMatchObject({ threads: 4, transactions: 1000, warmup: 100 });
    expect(run(BASE)).not.toHaveProperty('crash');
    expect(run(BASE)?.schemes).toEqual([file.schemes[0], file.schemes[2], file.schemes[3]]);
    expect(transactionsOf(runs.slice(0, 1))).toBe(3300);
    expect(studyRuns({ ...file, schemes: file.schemes.slice(0, 2) }, 4, description)).toEqual([]);
  });

  it('have the system that the answer names best, where it is none of the server', () => {
    const more = { ...file, schemes: [...file.schemes, { id: 'far' }] };
    const third = (best?: number) =>
      studyRuns(more, 4, description, best)[0]?.file.schemes.map(({ id }) => id);
    expect(third()).toEqual(['s', 's', 'near']);
    expect(third(4)).toEqual(['s', 's', 'far']);
    // The server with its log in NVM is there as it is.
    expect(third(2)).toEqual(['s', 's', 'near']);
  });

  it('are longer where the clients leave no core idle', () => {
    const busy = { ...file, machine: { id: 'm', overrides: { 'cpu.cores': 4 } } };
    const lengths = (clients: number) =>
      new Set(studyRuns(busy, clients, description).map((each) => each.file.transactions));
    expect(lengths(4)).toEqual(new Set([5000]));
    expect(lengths(3)).toEqual(new Set([1000]));
  });

  it('change one assumption each', () => {
    const changes = runs.flatMap(({ changed }) => (changed ? [changed] : []));
    expect(changes.map(({ assumption, value }) => `${assumption} ${value}`)).toEqual([
      'device 2000',
      'device 8000',
      'clients 2',
      'clients 8',
      'commits 0',
      'nvm 4',
      'path 50',
      'path 200',
      'reads 5',
    ]);
    expect(run('device 8000')?.machine.overrides).toEqual({
      'disk.write_ns': 8000,
      'path.sql': 100,
    });
    expect(run('clients 8')).toMatchObject({ threads: 8, sweep: { threads: [8] } });
    expect(run('commits 0')?.schemes[0]).toEqual(file.schemes[1]);
    expect(run('nvm 4')?.machine.overrides).toMatchObject({ 'nvm.slowdown': 4 });
    expect(run('reads 5')?.workload.params).toEqual({ reads: 500 });
  });

  it('take one part of what the server spends away each, and all', () => {
    const free = (part: Parameters<typeof partRun>[0]) => run(partRun(part))?.machine.overrides;
    const processes = { 'cpu.context_switch_ns': 0, 'cpu.idle_wake_ns': 0 };
    expect(free('device')).toMatchObject({ 'disk.write_ns': 0 });
    expect(free('device')).not.toHaveProperty('cpu.context_switch_ns');
    expect(free('processes')).toMatchObject({ ...processes, 'disk.write_ns': 4000 });
    expect(free('all')).toMatchObject({ ...processes, 'disk.write_ns': 0, 'path.log_record': 0 });
    expect(run(partRun('all'))?.schemes).toEqual(file.schemes.slice(0, 1));
  });

  it('change what a switch between processes and an idle core take, where they take time', () => {
    const overrides = { ...file.machine.overrides, 'cpu.context_switch_ns': 54_000 };
    const changed = (more: object) =>
      studyRuns(
        { ...file, machine: { id: 'm', overrides: { ...overrides, ...more } } },
        4,
        description,
      )
        .flatMap(({ changed }) => (changed ? [`${changed.assumption} ${changed.value}`] : []))
        .filter((id) => id.startsWith('switch') || id.startsWith('wake'));
    expect(changed({})).toEqual(['switch 27000', 'switch 108000']);
    expect(changed({ 'cpu.idle_wake_ns': 20 })).toEqual([
      'switch 27000',
      'switch 108000',
      'wake 10',
      'wake 40',
    ]);
  });
});

describe('what they say', () => {
  it('is where the answer goes, the widest first, and where an order turns', () => {
    const results = new Map([
      [BASE, rates(100, 300, 400)],
      ['path 50', rates(100, 310, 400)],
      ['nvm 4', rates(100, 300, 200)],
      ['device 8000', rates(50, 300, 400)],
      ['clients 8', rates(100, 300, 301)],
      ['clients 2', rates(100, 300)],
    ]);
    const tornado = tornadoOf(runs, results);
    expect(tornado?.gain).toBe(4);
    expect(tornado?.bars.map(({ assumption }) => assumption)).toEqual([
      'device',
      'nvm',
      'clients',
      'path',
    ]);
    expect(tornado?.bars[0]?.ends).toEqual([{ value: 8000, gain: 8 }]);
    // Two equal speeds are no turn, and a setting that did not run says nothing.
    expect(tornado?.turns).toEqual([{ assumption: 'nvm', value: 4, ahead: 'in-nvm' }]);
    expect(tornadoOf(runs, new Map())).toBeUndefined();
  });

  it('is nothing where the halves of a run go at different paces', () => {
    const halves = (points: PointResult[], halves: number) =>
      points.map((point) => ({ ...point, metrics: { ...point.metrics, halves } }));
    const results = new Map([
      [BASE, rates(100, 300, 400)],
      ['device 8000', halves(rates(50, 300, 400), 1.4)],
      ['nvm 4', halves(rates(100, 300, 200), 0.6)],
    ]);
    const tornado = tornadoOf(runs, results);
    expect(tornado?.bars.map(({ assumption }) => assumption)).toEqual(['device']);
    expect(tornado?.turns).toEqual([]);
    expect(tornado?.unsteady).toEqual([{ assumption: 'nvm', value: 4 }]);
  });

  it('adds up from the server to the nearest, with overlap and rest named', () => {
    const results = new Map([
      [BASE, rates(100, 300, 500)],
      [partRun('device'), rates(200)],
      [partRun('software'), rates(125)],
      [partRun('processes'), rates(160)],
      [partRun('all'), contended(400, 0.1)],
    ]);
    const split = splitOf(results, 'nearest');
    expect(split?.saved.map(({ ns }) => ns)).toEqual([5e6, 2e6, 3.75e6]);
    expect(split).toMatchObject({ yours: 1e7, overlap: -3.25e6, concurrency: 2.5e5, best: 2e6 });
    expect(split?.rest).toBeCloseTo(2.5e5);
    // The same of the server with its log in NVM, where that is the best.
    const own = splitOf(results, 'in-nvm');
    expect(own?.best).toBeCloseTo(1e9 / 300);
    expect(own?.rest).toBeCloseTo(2.25e6 - 1e9 / 300);
    results.delete(partRun('software'));
    expect(splitOf(results, 'nearest')).toBeUndefined();
  });
});
