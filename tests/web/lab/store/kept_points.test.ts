import { expect, it, vi } from 'vitest';
import { keptPoints } from '../../../../web/lab/store/kept_points';
import { resultOf } from '../toy_experiment';

const database = new Map<string, unknown>();
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  getMany: async (keys: readonly string[]) => keys.map((key) => database.get(key)),
  setMany: async (entries: [string, unknown][]) => {
    for (const [key, value] of entries) database.set(key, value);
  },
}));

it('a kept point that no engine measures is not shown: it is measured again', async () => {
  const kept = keptPoints();
  const long = Array.from({ length: 300_000 }, () => 1);
  const worn = { ...{ wear: long, wearMax: long, wearUnits: [] }, unitBytes: 64, time: 1 };
  await kept.keep('1', 'good', resultOf(7));
  await kept.keep('1', 'long', { ...resultOf(7), worn });
  expect([...(await kept.find(['good', 'long', 'none'])).keys()]).toEqual(['good']);
});
