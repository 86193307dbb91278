import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SurvivalPoint } from '../../../../web/engine/protocol';
import { fateSegments, mergePart, type Strip } from '../../../../web/model/trace/survival';

const point = (at: number, fate: SurvivalPoint['fates'][number], exact = true): SurvivalPoint => ({
  at,
  fates: [fate],
  exact,
});

describe('merging parts', () => {
  it('gives the same strip in whatever order they come', () => {
    const points = fc.uniqueArray(fc.nat(200), { maxLength: 40 });
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 7 }), (positions, size) => {
        let strip: Strip = [];
        for (let i = 0; i < positions.length; i += size) {
          strip = mergePart(
            strip,
            positions.slice(i, i + size).map((at) => point(at, 'never')),
          );
        }
        expect(strip.map(({ at }) => at)).toEqual([...positions].sort((a, b) => a - b));
      }),
    );
  });

  it('lets a newer answer replace an older one', () => {
    const strip = mergePart([point(3, 'sometimes', false)], [point(3, 'always')]);
    expect(strip).toEqual([point(3, 'always')]);
  });
});

describe('a row of the strip', () => {
  const strip = [
    point(0, 'never'),
    point(4, 'never', false),
    point(9, 'sometimes'),
    point(12, 'always'),
  ];

  it('joins neighbours of one fate, exact only if all of them are', () => {
    expect(fateSegments(strip, 1, 20)).toEqual([
      { from: 0, to: 9, fate: 'never', exact: false },
      { from: 9, to: 12, fate: 'sometimes', exact: true },
      { from: 12, to: 21, fate: 'always', exact: true },
    ]);
  });

  it('ends where it is to end, though more is known', () => {
    const strip = [point(0, 'never'), point(9, 'never'), point(12, 'always')];
    expect(fateSegments(strip, 1, 8)).toEqual([{ from: 0, to: 9, fate: 'never', exact: true }]);
    expect(fateSegments(strip, 1, 10).at(-1)?.to).toBe(11);
  });

  it('is empty for a transaction it knows nothing of', () => {
    expect(fateSegments(strip, 2, 20)).toEqual([]);
  });

  it('covers every position once from its first point on', () => {
    const fates = fc.constantFrom('never', 'sometimes', 'always') as fc.Arbitrary<'never'>;
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(50), { minLength: 1 }),
        fc.array(fates, { minLength: 51, maxLength: 51 }),
        (positions, fateAt) => {
          const any = mergePart(
            [],
            positions.map((at) => point(at, fateAt[at] ?? 'never')),
          );
          const segments = fateSegments(any, 1, 50);
          for (let at = Math.min(...positions); at <= 50; at++) {
            const holding = segments.filter(({ from, to }) => at >= from && at < to);
            const known = any.findLast((each) => each.at <= at);
            expect(holding.map(({ fate }) => fate)).toEqual([known?.fates[0]]);
          }
        },
      ),
    );
  });
});
