import { describe, expect, it } from 'vitest';
import { badExperiments } from './bad_experiments';
import { badFiles } from './bad_files';
import { expectRefused } from './bad_rows';
import {
  description,
  fast,
  goodScenario as good,
  goodExperiment,
  judges,
  traced,
} from './good_files';

const problemsOf = judges.scenario.engine;

it.each(badFiles(good))('a scenario with $what is refused at $path', (row) => {
  expectRefused(row, judges.scenario);
});

it.each(badExperiments(goodExperiment))('an experiment with $what is refused at $path', (row) => {
  expectRefused(row, judges.experiment);
});

describe('a bad file', () => {
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
    traced.open(JSON.stringify(good));
    traced.advance(20, false);
    const before = traced.inspect();
    for (const { file } of badFiles(good)) traced.open(JSON.stringify(file));
    traced.open('{');
    expect(traced.at()).toBe(20);
    expect(traced.inspect()).toEqual(before);
  });

  it('leaves the experiment that was open as it was', () => {
    fast.openExperiment(JSON.stringify(goodExperiment));
    expect(judges.experiment.engine('{')).toHaveLength(1);
    // Its tables do not fit the stage's default parameters.
    expect(fast.startPoint(1)).toMatchObject([{ path: 'schemes[0].params' }]);
  });
});
