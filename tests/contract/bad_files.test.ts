import { beforeAll, describe, expect, it } from 'vitest';
import type { WasmModule } from '../../web/engine/instance/wasm_module';
import type { Scenario, ScenarioProblem } from '../../web/engine/protocol';
import { loadEngine } from '../../web/runner/node_engine';
import { badFiles } from './bad_files';
import { schemaProblems } from './scenario_files';

const engine: WasmModule = await loadEngine('explore');
const description = engine.describe();
const good: Scenario = {
  format: 1,
  id: 'good',
  kind: 'scenario',
  title: { en: 'good', zh: '好' },
  machine: { id: description.machines[0]?.id ?? '' },
  scheme: { id: description.schemes[0]?.id ?? '' },
  records: { A: 1, B: 2 },
  threads: [['begin T1', 'A := A + 1', 'commit']],
};

const problemsOf = (text: string): readonly ScenarioProblem[] => {
  const opened = engine.open(text);
  return 'problems' in opened ? opened.problems : [];
};

describe('a good file', () => {
  it('is good to the schema and to the engine', () => {
    expect(schemaProblems(good)).toEqual([]);
    expect(problemsOf(JSON.stringify(good))).toEqual([]);
  });
});

describe('a bad file', () => {
  beforeAll(() => {
    engine.open(JSON.stringify(good));
  });

  it.each(badFiles(good))(
    'with $what is refused at $path',
    ({ path, reason, inSchema, scenario }) => {
      const problems = problemsOf(JSON.stringify(scenario, null, 2));
      expect(problems.map((problem) => problem.path)).toContain(path);
      const problem = problems.find((each) => each.path === path);
      expect(problem?.reason.en).toMatch(reason);
      expect(problem?.reason.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(problem?.line).toBeGreaterThan(0);
      if (inSchema) expect(schemaProblems(scenario)).toContain(path);
      else expect(schemaProblems(scenario)).toEqual([]);
    },
  );

  it.each([
    ['{', 1, 2],
    ['', 1, 1],
    ['{"format": 1,}', 1, 14],
    ['{\n  "format": 1\n  "id": "x"\n}', 3, 3],
    ['[1, 2', 1, 6],
    ['{"a": 1, "a": 2}', 1, 10],
    ['{"a": oops}', 1, 7],
    ['['.repeat(5000), 1, 66],
  ])('that is not JSON says where: %j', (text, line, column) => {
    const [problem] = problemsOf(text);
    expect(problem).toMatchObject({ path: '', line, column });
    expect(problem?.reason.en).toMatch(/^not JSON/);
  });

  it('larger than a megabyte is refused before it is read', () => {
    const [problem] = problemsOf(JSON.stringify({ ...good, about: 'x'.repeat(1 << 20) }));
    expect(problem?.reason.en).toMatch(/1 MB/);
  });

  it('nested without end does not break anything', () => {
    expect(problemsOf('['.repeat(100_000))[0]?.reason.en).toMatch(/nested too deeply/);
  });

  it('that asks for too much memory is told how much', () => {
    const scheme = description.schemes[0];
    const largest = Object.fromEntries(
      (scheme?.params ?? [])
        .filter(({ type, max }) => type === 'integer' && max !== undefined)
        .map(({ id, max }) => [id, max as number]),
    );
    const problems = problemsOf(
      JSON.stringify({ ...good, scheme: { ...good.scheme, params: largest } }),
    );
    expect(problems.length).toBeGreaterThan(0);
    for (const { path } of problems) expect(path).toMatch(/^scheme/);
  });

  it('leaves the session that was open as it was', () => {
    engine.open(JSON.stringify(good));
    engine.advance(20, false);
    const before = engine.inspect();
    for (const { scenario } of badFiles(good)) engine.open(JSON.stringify(scenario));
    engine.open('{');
    expect(engine.at()).toBe(20);
    expect(engine.inspect()).toEqual(before);
  });
});
