import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../web/engine/protocol/experiment';
import { fast, goodExperiment as good, goodScenario, judges, rareScenario } from './good_files';
import { experimentFiles, experimentSchemaProblems } from './scenario_files';

const SCALES = ['quick', 'published'] as const;
const PRICE = 'machine.nvm.slowdown';
const problemsOf = judges.experiment.engine;

it.each([goodScenario, rareScenario])('a good scenario is good to schema and engine', (file) => {
  expect(judges.scenario.schema(file)).toEqual([]);
  expect(judges.scenario.engine(JSON.stringify(file))).toEqual([]);
});

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
    const opened = fast.openExperiment(JSON.stringify(file));
    if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
    const { claims, ...rest } = opened.plan;
    // Claims without any points are left out of the file, and it knows of no points elsewhere.
    const pairs = claims.filter((claim) => claim.pairs.length > 0);
    return { ...rest, claims: pairs.map(({ of: _all, ...claim }) => claim) };
  };

  it.each(cases)('is given back with the numbers of its scale alone: $id, $scale', (file) => {
    const plan = planOf(file);
    expect(plan.file).not.toHaveProperty('quick');
    expect(experimentSchemaProblems(plan.file)).toEqual([]);
    expect(planOf(plan.file)).toEqual(plan);
  });

  it('is merged by member and by place of a system; claims keep what is swept', () => {
    const { quick, ...published } = good as unknown as ExperimentFile;
    const [claim] = published.claims ?? [];
    if (!quick || !claim) throw new Error('the good experiment has both scales, and a claim');
    const pair = { ...claim, id: 'pair', num: { scheme: 0, threads: [1, 2] }, den: { [PRICE]: 1 } };
    const file = { ...published, quick, claims: [claim, pair] };
    expect(planOf({ ...file, scale: 'published' }).file).toEqual({
      ...published,
      scale: 'published',
      claims: [claim, pair],
    });
    expect(planOf({ ...file, scale: 'quick' }).file).toEqual({
      ...published,
      scale: 'quick',
      transactions: 50,
      warmup: 5,
      threads: 1,
      seed: 3,
      crash: { ...published.crash, after_transactions: 60 },
      machine: { id: 'setup-a', overrides: { 'nvm.slowdown': 2 } },
      workload: { id: 'tpcc', params: { warehouses: 2 } },
      schemes: [{ id: 'nv-logging', params: { entries: 5000 } }],
      sweep: { threads: [2], [PRICE]: [1, 8] },
      // The denominator of the other is no longer swept.
      claims: [{ ...pair, num: { scheme: 0, threads: [2] } }],
    });
  });
});

it('a point that there is not is refused', () => {
  fast.openExperiment(JSON.stringify(good));
  expect(fast.startPoint(4)).toEqual([]);
  expect(() => fast.advancePoint(1)).toThrow(RangeError);
});
