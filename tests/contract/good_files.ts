import type { Scenario, ScenarioProblem } from '../../web/engine/protocol';
import { loadEngine } from '../../web/runner/node_engine';
import { experimentSchemaProblems, schemaProblems } from './scenario_files';

/** Files without a mistake, from which the tests of bad ones begin. */

export const traced = await loadEngine('explore');
export const fast = await loadEngine('fast');
export const description = traced.describe();

const AT = { event: 'begin', tx: 'T1' };

/** A scenario of the engine's first system. */
export const goodScenario: Scenario = {
  format: 1,
  id: 'good',
  kind: 'scenario',
  title: { en: 'good', zh: '好' },
  machine: { id: description.machines[0]?.id ?? '' },
  scheme: { id: description.schemes[0]?.id ?? '' },
  records: { A: 1, B: 2 },
  threads: [['begin T1', 'A := A + 1', 'commit']],
};

const [preset] = description.schemes.flatMap(({ id, presets }) =>
  presets.map((each) => ({ id, preset: each.id })),
);

/** One with the fields that no lecture has. */
export const rareScenario: Scenario = {
  ...goodScenario,
  machine: { ...goodScenario.machine, overrides: { 'nvm.slowdown': 2 } },
  scheme: preset ?? goodScenario.scheme,
  deadlock: 'wait-die',
  delays: [{ thread: 1, operation: 1, until: 2, next: 1 }],
  faults: [{ at: AT, crash: { survive: 'random', seed: 1 } }],
  marks: [{ when: AT, say: goodScenario.title, pause: 2 }],
};

/** An experiment with most fields that there are. */
export const goodExperiment = {
  format: 1,
  id: 'good',
  kind: 'experiment',
  title: { en: 'good', zh: '好' },
  scale: 'quick',
  machine: { id: 'setup-a' },
  workload: { id: 'tpcc' },
  threads: 2,
  transactions: 100,
  warmup: 10,
  schemes: [{ id: 'nv-logging' }],
  sweep: { threads: [1, 2], 'machine.nvm.slowdown': [1, 8] },
  metrics: ['throughput', 'latency', 'share.log-work'],
  chart: { x: 'threads', y: 'latency.p99', series: 'scheme', facet: 'machine.nvm.slowdown' },
  claims: [
    {
      id: 'c',
      num: { scheme: 0, threads: 2 },
      den: { threads: 1 },
      reduce: 'range',
      metric: ['share.log-work', 'share.log-contention'],
      expect: [0.5, null],
      claim: 'published',
      kind: 'calibration',
      as: 'growth',
      den_metric: 'share.log-work',
    },
  ],
  crash: { after_transactions: 200, survive: 'none', check: true },
  quick: {
    transactions: 50,
    warmup: 5,
    threads: 1,
    seed: 3,
    crash: { after_transactions: 60 },
    machine: { overrides: { 'nvm.slowdown': 2 } },
    workload: { params: { warehouses: 2 } },
    schemes: [{ params: { entries: 5000 } }],
    sweep: { threads: [2] },
  },
};

/** One with the fields that this and those that ship lack. */
export const rareExperiment = {
  ...goodExperiment,
  deadlock: 'detect',
  schemes: [{ id: 'user-program', program: 'list' }],
  workload: { id: 'skip-records' },
};

const problemsIn = (opened: object): readonly ScenarioProblem[] =>
  'problems' in opened ? (opened.problems as readonly ScenarioProblem[]) : [];

/** The problems that the engine, and the schema, find in a file. */
export const judges = {
  scenario: {
    engine: (text: string) => problemsIn(traced.open(text)),
    schema: schemaProblems,
  },
  experiment: {
    engine: (text: string) => problemsIn(fast.openExperiment(text)),
    schema: experimentSchemaProblems,
  },
};
