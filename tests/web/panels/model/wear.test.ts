import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WearMap } from '../../../../web/engine/protocol/experiment';
import { lifetimes, measuredWear, wearNumbers, wearTail } from '../../../../web/panels/model/wear';

/** 1000 units: 990 unworn, 9 with one write, one with 11. */
const map: WearMap = {
  wear: [9, 11],
  wearMax: [1, 11],
  wearUnits: [
    [0, 990],
    [1, 9],
    [11, 1],
  ],
};

describe('the numbers of a wear map', () => {
  it('are exact where its cells hold one number of writes each', () => {
    expect(wearNumbers(map)).toMatchObject({
      units: 1000,
      worn: 10,
      writes: 20,
      mean: 0.02,
      max: 11,
      exact: true,
      permille1: 11,
      permille5: 1,
    });
    expect(wearNumbers(map).variance).toBeCloseTo((9 + 121) / 1000 - 0.02 ** 2);
  });

  it('are the engine’s own where there is a result', () => {
    const wide: WearMap = {
      ...map,
      wearMax: [1, 33],
      wearUnits: [
        [0, 999],
        [35, 1],
      ],
    };
    expect(wearNumbers(wide)).toMatchObject({ max: 33, permille1: 33, exact: false });
    const metrics = {
      'wear.max': 33,
      'wear.mean': 0.033,
      'wear.variance': 1.1,
      'wear.permille_1': 33,
      'wear.permille_5': 0,
    };
    const expected = { permille1: 33, variance: 1.1, exact: true };
    expect(measuredWear(wide, metrics)).toMatchObject(expected);
  });

  it('are of nothing where there is no NVM', () => {
    const none = { wear: [], wearMax: [], wearUnits: [] };
    expect(wearNumbers(none)).toMatchObject({ units: 0, mean: 0, max: 0, variance: 0 });
    expect(lifetimes(wearNumbers(none), 1)).toEqual([]);
    expect(wearTail(none)).toEqual([]);
  });
});

it('is read from a map of any size: what was kept before may have more parts than there are today', () => {
  const wear = Array.from({ length: 300_000 }, (_, n) => n);
  expect(wearNumbers({ wear, wearMax: wear, wearUnits: [] }).max).toBe(299_999);
});

describe('how long NVM lasts', () => {
  it('is until its most worn unit fails, or with perfect levelling until all do', () => {
    // 11 writes to one unit in 2 s: 10^6 of them take 181,818 s.
    const [first, second] = lifetimes(wearNumbers(map), 2);
    expect(first?.worst).toBeCloseTo((1e6 / 11) * 2);
    expect(first?.levelled).toBeCloseTo((1e6 / 0.02) * 2);
    expect(second?.worst).toBeCloseTo(10 * (first?.worst ?? 0));
  });
});

it('the tail falls, from all units that were written to down to the most worn', () => {
  expect(wearTail(map)).toEqual([
    [1, 0.01],
    [11, 0.001],
  ]);
  const cells = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 9 })),
    {
      selector: ([upTo]) => upTo,
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(cells, (units) => {
      const sorted = [...units].sort(([a], [b]) => a - b);
      const shares = wearTail({ wear: [], wearMax: [], wearUnits: sorted }).map(([, y]) => y);
      expect(shares).toEqual([...shares].sort((a, b) => b - a));
    }),
  );
});
