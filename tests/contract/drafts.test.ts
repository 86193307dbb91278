import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../web/engine/protocol/experiment';
import {
  emptyExperiment,
  newScheme,
  sweepables,
  withAxis,
  withSchemes,
} from '../../web/lab/model/experiment_draft';
import { pointScenario } from '../../web/lab/model/point/point_scenario';
import { WORKLOAD, withWorkload } from '../../web/model/experiment/experiment_workloads';
import { loadEngine } from '../../web/runner/node_engine';
import { experimentFiles, experimentSchemaProblems, schemaProblems } from './scenario_files';

// The Lab builder's start and choices, compared with the engine and the schemas.

const engine = await loadEngine('fast');
const stage = await loadEngine('explore');
const description = stage.describe();
const library = experimentFiles().map(({ text }) => JSON.parse(text) as ExperimentFile);

function planned(file: ExperimentFile) {
  const opened = engine.openExperiment(JSON.stringify(file));
  return 'plan' in opened ? opened.plan : undefined;
}
async function atQuickScale(file: ExperimentFile): Promise<ExperimentFile> {
  const plan = planned({ ...file, scale: 'quick' });
  if (!plan) throw new Error(`${file.id} is refused`);
  return plan.file;
}
const empty = await emptyExperiment(description, library, atQuickScale);
function problemsOf(file: ExperimentFile): readonly string[] {
  const opened = engine.openExperiment(JSON.stringify(file));
  const problems = 'problems' in opened ? opened.problems : [];
  return problems.map(({ path, reason }) => `${path}: ${reason.en}`);
}

describe('the smallest experiment', () => {
  it('is accepted, and its points can be measured', () => {
    expect(experimentSchemaProblems(empty)).toEqual([]);
    const plan = planned(empty);
    expect(plan?.points).toHaveLength(3);
    for (const { index } of plan?.points ?? []) expect(engine.startPoint(index)).toBeUndefined();
    engine.dropPoint();
  });

  it('takes every system that there is, and knows all of its parameters', async () => {
    const schemes = await Promise.all(
      description.schemes.map(({ id }) => newScheme(id, description, library, atQuickScale)),
    );
    expect(problemsOf(withSchemes(empty, schemes))).toEqual([]);
  });

  // Not every system has each value of a common parameter. The refusal gives the reason and names
  // the parameter that rules the value out.
  const beside: Record<string, string> = {
    torn_pages: 'this system logs no full-page images; choose another repair for torn pages',
  };
  it.each(sweepables(empty, description))('can sweep $name over $values', ({ name, values }) => {
    const file = withAxis(empty, undefined, { name, values });
    expect(experimentSchemaProblems(file)).toEqual([]);
    const problems = problemsOf(file).filter((problem) => problem.startsWith('sweep'));
    const title = description.schemes.find(({ id }) => id === empty.schemes[0]?.id)?.title.en;
    const expected = `sweep.${name}: ${title}: ${beside[name]}`;
    expect(problems.filter((each) => each !== expected)).toEqual([]);
  });
});

it.each(library)('a copy of $id is the same at its scale', (file) => {
  const plan = planned(file);
  const copy = plan && planned(plan.file);
  expect([copy?.points, copy?.file]).toEqual([plan?.points, plan?.file]);
});

describe('the run of a point', () => {
  it.each(library)('of $id is a scenario; the stage takes it, or says how large it is', (file) => {
    const plan = planned(file);
    const [point] = plan?.points ?? [];
    if (!plan || !point) throw new Error('no point');
    const scenario = pointScenario(plan.file, point);
    expect(schemaProblems(scenario)).toEqual([]);
    const opened = stage.open(JSON.stringify(scenario));
    const problems = 'problems' in opened ? opened.problems : [];
    for (const { reason } of problems) expect(reason.en).toMatch(/MB are allowed/);
  });

  it('has the point’s own machine, workload, clients and seed', () => {
    const file: ExperimentFile = {
      ...empty,
      sweep: { threads: [3], 'machine.nvm.slowdown': [8] },
      transactions: 100_000,
    };
    const [point] = planned(file)?.points ?? [];
    if (!point) throw new Error('no point');
    expect(pointScenario(file, point)).toMatchObject({
      machine: { overrides: { 'nvm.slowdown': 8 } },
      clients: 3,
      transactions: 6,
      seed: 1,
      deadlock: 'wait-die',
      workload: file.workload,
      scheme: { params: point.params },
    });
  });

  it('has the workload that is swept, with its parameters', () => {
    const file = withWorkload(
      withAxis(empty, 'threads', { name: WORKLOAD, values: ['tpcb', 'tatp'] }),
      { id: 'tpcb', params: { branches: 2 } },
    );
    expect(experimentSchemaProblems(file)).toEqual([]);
    const [first, second] = planned(file)?.points ?? [];
    if (!first || !second) throw new Error('no points');
    const of = (point: typeof first) => pointScenario(file, point).workload;
    expect([of(first), of(second)]).toEqual([
      { id: 'tpcb', params: { branches: 2 } },
      { id: 'tatp' },
    ]);
  });
});
