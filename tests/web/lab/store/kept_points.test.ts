import { expect, it, vi } from 'vitest';
import { keptPoints } from '../../../../web/lab/store/kept_points';
import { resultOf } from '../toy_experiment';

/** The number of points that each write held. */
const writes: number[] = [];
const database = new Map<string, unknown>();
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  getMany: async (keys: readonly string[]) => keys.map((key) => database.get(key)),
  setMany: async (entries: [string, unknown][]) => {
    writes.push(entries.length);
    for (const [key, value] of entries) database.set(key, value);
  },
}));

it('a kept point that no engine measures is not shown: it is measured again', async () => {
  const kept = keptPoints();
  const long = Array.from({ length: 300_000 }, () => 1);
  const worn = { wear: long, wearMax: long, wearUnits: [], unitBytes: 64, time: 1 };
  await kept.keep('1', 'good', resultOf(7));
  await kept.keep('1', 'long', { ...resultOf(7), worn });
  expect([...(await kept.find(['good', 'long', 'none'])).keys()]).toEqual(['good']);
});

it('what comes while others are being written is written together', async () => {
  const kept = keptPoints();
  writes.length = 0;
  const first = kept.keep('1', 'a', resultOf(1));
  await Promise.resolve();
  for (const key of ['b', 'c', 'd']) void kept.keep('1', key, resultOf(2));
  await kept.keep('1', 'e', resultOf(3));
  await first;
  expect(writes).toEqual([1, 4]);
  expect((await kept.find(['a', 'b', 'c', 'd', 'e'])).size).toBe(5);
});
