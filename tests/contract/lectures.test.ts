import { describe, expect, it } from 'vitest';
import type { Scenario, Text } from '../../web/engine/protocol';
import { Session } from '../../web/engine/session';
import { loadEngine } from '../../web/runner/node_engine';
import { runScenario, type ScenarioResult } from '../../web/runner/scenario_run';
import { lectureFiles, schemaProblems } from './scenario_files';

const files = lectureFiles();

async function run(text: string): Promise<ScenarioResult> {
  const engine = await loadEngine('traced');
  return runScenario(new Session(engine), engine, text);
}

function textsOf(scenario: Scenario): Text[] {
  const about = scenario.about ? [scenario.about] : [];
  return [scenario.title, ...about, ...(scenario.marks ?? []).map(({ say }) => say)];
}

it('there are lectures, each named after its file', () => {
  expect(files.length).toBeGreaterThan(0);
  for (const { name, scenario } of files) expect(`${scenario.id}.json`).toBe(name);
});

describe.each(files)('lecture $name', ({ text, scenario }) => {
  it('keeps to the schema', () => {
    expect(schemaProblems(scenario)).toEqual([]);
  });

  it('speaks both languages everywhere', () => {
    for (const { en, zh } of textsOf(scenario)) {
      expect(en.trim()).not.toBe('');
      expect(zh, en).toMatch(/[\u4e00-\u9fff]/);
      expect(en).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });

  it('tells a story: narration, and facts to hold it to', () => {
    expect(scenario.about).toBeDefined();
    expect(scenario.marks?.length).toBeGreaterThan(0);
    expect(scenario.facts?.length).toBeGreaterThan(0);
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
