import { describe, expect, it } from 'vitest';
import { experimentFileShape } from '../../web/model/experiment/experiment_shape';
import { readExperiment } from '../../web/model/experiment/experiment_text';
import { scenarioShape } from '../../web/model/scenario/scenario_shape';
import type { Check } from '../../web/model/values/shape';
import { experimentFiles, lectureFiles } from './scenario_files';

/** The checks that `lab -- formats` writes: what they let pass has the type that it is given. */

const experiments = [...experimentFiles(), ...experimentFiles('bench')].filter(
  ({ text }) => JSON.parse(text).kind === 'experiment',
);

describe.each([
  ['scenario', scenarioShape, lectureFiles()],
  ['experiment', experimentFileShape, experiments],
])('a %s', (_kind, check: Check, files) => {
  it('that ships passes', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(
      files.flatMap(({ name, text }) => {
        const found = check(JSON.parse(text), '');
        return found ? [`${name}${found.path}`] : [];
      }),
    ).toEqual([]);
  });

  it('with a value of no form at any of its places is refused there', () => {
    // A list of a list is the value of no field's element, an object in it of no field at all.
    const wrong = [[{}]];
    for (const { name, text } of files.slice(0, 12)) {
      const file: unknown = JSON.parse(text);
      for (const { path, holder, key } of leavesIn(file)) {
        const good = holder[key];
        holder[key] = wrong;
        const found = check(file, '');
        holder[key] = good;
        expect(found && isAt(found.path, path), `${name}${path}: ${found?.path}`).toBe(true);
      }
    }
  });
});

/** True if a complaint is about a place; for a union, it may be about any of its forms. */
function isAt(found: string, path: string): boolean {
  const whole = found.replace(/(\.ask|\.facts\[\d+\]).*$/, '$1');
  return path.startsWith(whole) || found.startsWith(path);
}

interface Leaf {
  readonly path: string;
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Every number, word and flag of a value, and what holds it. */
function leavesIn(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.entries(holder).flatMap(([key, inside]) => {
    const place = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (typeof inside === 'object' && inside !== null) return leavesIn(inside, place);
    return [{ path: place, holder, key }];
  });
}

describe('an experiment’s text', () => {
  it.each([
    ['no JSON', 'nonsense', /JSON/],
    ['a scenario', '{"kind":"scenario"}', /another form/],
    ['no object', '[]', /another form/],
  ])('that is %s is refused', (_what, text, why) => {
    expect(() => readExperiment(text)).toThrow(why);
  });

  it('may begin with a byte order mark', () => {
    const [{ text } = { text: '' }] = experiments;
    expect(readExperiment(`\uFEFF${text}`)).toEqual(JSON.parse(text));
  });
});
