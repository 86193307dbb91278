import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../web/engine/protocol/experiment';
import { atScale } from '../../web/model/experiment/experiment_scale';
import { fast, goodExperiment as good, goodScenario, judges, rareScenario } from './good_files';
import { experimentFiles, experimentSchemaProblems } from './scenario_files';

const SCALES = ['quick', 'published'] as const;
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
    // The page leaves out claims without any points, and knows nothing of those that are elsewhere.
    const pairs = claims.filter((claim) => claim.pairs.length > 0);
    return { ...rest, claims: pairs.map(({ of: _all, ...claim }) => claim) };
  };

  it.each(cases)('is to the page what it is to the engine: $id, $scale', (file) => {
    expect(planOf(atScale(file))).toEqual(planOf(file));
  });
});

it('a point that there is not is refused', () => {
  fast.openExperiment(JSON.stringify(good));
  expect(fast.startPoint(4)).toEqual([]);
  expect(() => fast.advancePoint(1)).toThrow(RangeError);
});
