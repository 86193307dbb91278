import { describe, expect, it } from 'vitest';
import type { ScenarioProblem } from '../../web/engine/protocol';
import { loadEngine } from '../../web/runner/node_engine';
import { badExperiments } from './bad_experiments';
import { experimentFiles, experimentSchemaProblems } from './scenario_files';

const engine = await loadEngine('fast');
const good = {
  ...{ format: 1, id: 'good', kind: 'experiment', title: { en: 'good', zh: '好' } },
  ...{ scale: 'quick', machine: { id: 'setup-a' }, workload: { id: 'tpcc' } },
  ...{ threads: 2, transactions: 100, warmup: 10, schemes: [{ id: 'nv-logging' }] },
  sweep: { threads: [1, 2], 'machine.nvm.slowdown': [1, 8] },
  metrics: ['throughput', 'latency', 'share.log-work'],
  chart: { x: 'threads', y: 'latency.p99', series: 'scheme', facet: 'machine.nvm.slowdown' },
  claims: [
    {
      ...{ id: 'c', num: { scheme: 0, threads: 2 }, den: { threads: 1 }, reduce: 'range' },
      ...{ metric: ['share.log-work', 'share.log-contention'], expect: [0.5, null] },
    },
  ],
  crash: { after_transactions: 200, survive: 'none', check: true },
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

  it.each([...experimentFiles(), ...experimentFiles('bench')])(
    'that ships is: $name',
    ({ name, text }) => {
      expect(experimentSchemaProblems(JSON.parse(text))).toEqual([]);
      expect(problemsOf(text)).toEqual([]);
      expect(`${JSON.parse(text).id}.json`).toBe(name);
    },
  );
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
    expect(engine.startPoint(3)).toMatchObject([{ path: 'schemes[0].params' }]);
  });
});

it('a point that there is not is refused', () => {
  engine.openExperiment(JSON.stringify(good));
  expect(engine.startPoint(4)).toEqual([]);
  expect(() => engine.advancePoint(1)).toThrow(RangeError);
});
