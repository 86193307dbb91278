import { describe, expect, it } from 'vitest';
import type { Description } from '../../../../web/engine/protocol/description';
import type { ExperimentFile, PointPlan } from '../../../../web/engine/protocol/experiment';
import { pointPath } from '../../../../web/lab/model/point/point_path';

const title = { en: 't', zh: 't' };
const price = (id: string, value: number) => ({
  id,
  value,
  unit: 'instr',
  title,
  source: `of ${id}`,
});
const description = {
  machines: [
    {
      id: 'm',
      title,
      prices: [price('path.profile', 0), price('path.begin', 1000), price('path.sql', 50)],
    },
  ],
  schemes: [{ id: 's', path: 'named' }],
  paths: [
    { id: 'first', title, source: 'x', parts: [part('path.begin', 7, 'counted')] },
    { id: 'named', title, source: 'y', parts: [part('path.begin', 8, 'rest')] },
  ],
} as unknown as Pick<Description, 'machines' | 'schemes' | 'paths'>;

function part(name: string, instructions: number, basis: string) {
  return { price: name, instructions, basis };
}

const path = (overrides: Record<string, number>, assignment = {}) =>
  pointPath(
    description,
    { machine: { id: 'm', overrides } } as unknown as ExperimentFile,
    { schemeId: 's', assignment } as unknown as PointPlan,
  );
const begin = (found: ReturnType<typeof path>) => {
  const { instructions, known, source } = found?.lines.find(({ id }) => id === 'path.begin') ?? {};
  return [found?.software?.id, instructions, known, source];
};

describe('what a point’s software costs', () => {
  it('is the machine’s, with its source, unless a profile is asked for', () => {
    expect(begin(path({}))).toEqual([undefined, 1000, 'none', 'of path.begin']);
  });

  it('is what its system names, or what is named for all', () => {
    expect(begin(path({ 'path.profile': 1 }))).toEqual(['named', 8, 'rest', '']);
    expect(begin(path({ 'path.profile': 2 }))).toEqual(['first', 7, 'counted', '']);
    expect(begin(path({}, { 'machine.path.profile': 2 }))).toEqual(['first', 7, 'counted', '']);
  });

  it('is what the file sets, before all else, and the machine’s where the profile is silent', () => {
    const found = path({ 'path.profile': 1, 'path.begin': 3 });
    expect(begin(found)).toEqual(['named', 3, 'set', '']);
    expect(found?.lines.map(({ id, instructions }) => [id, instructions])).toEqual([
      ['path.begin', 3],
      ['path.sql', 50],
    ]);
  });
});
