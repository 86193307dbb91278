import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import { FILE_RULES } from '../../web/model/authoring/file_rules';
import { loadEngine } from '../../web/runner/node_engine';
import { runScenario, type ScenarioResult } from '../../web/runner/run/scenario_run';
import { besideIt } from './played';
import { lectureFiles, schemaProblems } from './scenario_files';

const files = lectureFiles();

async function run(text: string): Promise<ScenarioResult> {
  const engine = await loadEngine('explore');
  return runScenario(new Session(engine), engine, text);
}

it('there are lectures', () => {
  expect(files.length).toBeGreaterThan(0);
});

it.each([
  ['asynchronous-commit', 'group-commit'],
  ['early-lock-release', 'value-that-never-existed'],
  ['torn-page', 'torn-page-repaired'],
  ['force-without-pages', 'no-force-without-pages'],
])('%s and %s differ in the rule only, not in the script', (...ids) => {
  const [one, other] = ids.map((id) => files.find(({ scenario }) => scenario.id === id)?.scenario);
  expect(one?.threads).toBeDefined();
  expect(other?.threads).toEqual(one?.threads);
  expect(other?.records).toEqual(one?.records);
});

it('a weaker promise is that of the open parameters, and allows a lost suffix', async () => {
  const lecture = async (id: string) =>
    run(files.find(({ scenario }) => scenario.id === id)?.text ?? '');
  const asynchronous = await lecture('asynchronous-commit');
  expect(asynchronous.info.promise).toBe('prefix-consistent');
  const [verdict] = asynchronous.verdicts;
  expect(verdict?.verdict).toBe('consistent');
  expect(verdict?.transactions.filter(({ survived }) => !survived)).toHaveLength(2);
  expect(verdict?.transactions.every(({ acknowledged }) => acknowledged)).toBe(true);
  expect((await lecture('group-commit')).info.promise).toBe('durable');
});

it('a value that never existed is told with whom it came from and whom it was told', async () => {
  const { text = '' } =
    files.find(({ scenario }) => scenario.id === 'value-that-never-existed') ?? {};
  const [finding] = (await run(text)).verdicts.flatMap(({ findings }) => findings);
  expect(finding?.text.en).toContain('T2 depends on A as T1 left it');
  expect(finding?.text.zh).toContain('从未存在过的值');
});

describe.each(files)('lecture $name', ({ name, text, scenario }) => {
  it('keeps to the schema', () => {
    expect(schemaProblems(scenario)).toEqual([]);
  });

  it.each(FILE_RULES)('$says', ({ check }) => {
    expect(check(besideIt({ name, scenario }))).toEqual([]);
  });

  it('opens, and every mark and fault finds its event', async () => {
    const result = await run(text);
    expect(result.marks.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
      (scenario.marks ?? []).map((_, index) => index),
    );
    expect(result.cuts).toHaveLength(scenario.faults?.length ?? 0);
    expect(result.phases.every(({ trap }) => trap === undefined)).toBe(true);
  });

  it('states only facts that hold', async () => {
    const { facts } = await run(text);
    expect(facts.filter(({ holds }) => !holds)).toEqual([]);
  });

  it('tells the same story each time', async () => {
    expect(await run(text)).toEqual(await run(text));
  });
});
