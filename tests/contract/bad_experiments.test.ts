import { describe, expect, it } from 'vitest';
import type { ScenarioProblem } from '../../web/engine/protocol';
import type { ExperimentFile } from '../../web/engine/protocol/experiment';
import { atScale } from '../../web/model/experiment/experiment_scale';
import { loadEngine } from '../../web/runner/node_engine';
import { badExperiments } from './bad_experiments';
import { experimentFiles, experimentSchemaProblems } from './scenario_files';

const SCALES = ['quick', 'published'] as const;
const engine = await loadEngine('fast');
const good = {
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

function problemsOf(text: string): readonly ScenarioProblem[] {
  const opened = engine.openExperiment(text);
  return 'problems' in opened ? opened.problems : [];
}

describe('a good experiment', () => {
  it('is good to the schema and to the engine', () => {
    expect(experimentSchemaProblems(good)).toEqual([]);
    expect(problemsOf(JSON.stringify(good))).toEqual([]);
  });

  it.each([
    { y: 'commits' },
    { y: 'disk.reads', plus: ['disk.writes', 'log_disk.writes'], as: 'total' },
    { y: 'log.bytes', plus: ['nvm.bytes_written'], as: 'rate', facet: 'threads' },
    { y: 'time.logic', plus: ['time.wait'], series: 'scheme' },
  ])('may draw over time $y', (chart) => {
    const file = { ...good, samples: 50, chart: { x: 'elapsed', ...chart } };
    expect(experimentSchemaProblems(file)).toEqual([]);
    expect(problemsOf(JSON.stringify(file))).toEqual([]);
  });

  it.each([...experimentFiles(), ...experimentFiles('bench')])(
    'that ships is: $name',
    ({ name, text }) => {
      expect(experimentSchemaProblems(JSON.parse(text))).toEqual([]);
      expect(problemsOf(text)).toEqual([]);
      expect(`${JSON.parse(text).id}.json`).toBe(name);
    },
  );
});

describe('an experiment of two scales', () => {
  const shipped = experimentFiles().map(({ text }) => JSON.parse(text) as ExperimentFile);
  const both = [good as unknown as ExperimentFile, ...shipped].filter(({ quick }) => quick);
  const cases = both.flatMap((file) => SCALES.map((scale) => ({ ...file, scale })));
  const planOf = (file: ExperimentFile) => {
    const opened = engine.openExperiment(JSON.stringify(file));
    if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
    const { claims, ...rest } = opened.plan;
    // The page leaves out claims without any points, and knows nothing of those that are elsewhere.
    const pairs = claims.filter((claim) => claim.pairs.length > 0);
    return { ...rest, claims: pairs.map(({ of: _all, ...claim }) => claim) };
  };

  it.each(cases)('is to the page what it is to the engine: $id, $scale', (file) => {
    expect(planOf(atScale(file))).toEqual(planOf(file));
  });
});

describe('a bad experiment', () => {
  it.each(badExperiments(good))(
    'with $what is refused at $path',
    ({ path, reason, inSchema, experiment }) => {
      const problems = problemsOf(JSON.stringify(experiment, null, 2));
      expect(problems.map((problem) => problem.path)).toContain(path);
      const problem = problems.find((each) => each.path === path);
      expect(problem?.reason.en).toMatch(reason);
      expect(problem?.reason.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(problem?.line).toBeGreaterThan(0);
      if (inSchema) expect(experimentSchemaProblems(experiment)).toContain(path);
      else expect(experimentSchemaProblems(experiment)).toEqual([]);
    },
  );

  it('leaves the open experiment as it was', () => {
    engine.openExperiment(JSON.stringify(good));
    expect(problemsOf('{')).toHaveLength(1);
    // Its tables do not fit the stage's default parameters.
    expect(engine.startPoint(1)).toMatchObject([{ path: 'schemes[0].params' }]);
  });
});

it('a point that there is not is refused', () => {
  engine.openExperiment(JSON.stringify(good));
  expect(engine.startPoint(4)).toEqual([]);
  expect(() => engine.advancePoint(1)).toThrow(RangeError);
});
