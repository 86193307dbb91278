import { expect, it } from 'vitest';
import type { Frame, Item, Structure } from '../../../web/engine/protocol';
import { valuesShown } from '../../../web/runner/run/values_shown';

const record = (name: string, value: number, state: Item['state'] = 'durable') => ({
  state,
  fields: [{ value: name }, { value: `${value}` }],
});
const pages = (tier: string, items: readonly { key: number; items: unknown[] }[]) =>
  ({ tier, shape: 'pages', items }) as unknown as Structure;

it('takes the newest copy of each page, and calls absent what no page holds', () => {
  const frame = {
    structures: [
      pages('dram', [{ key: 1, items: [record('A', 50), record('B', 70, 'empty')] }]),
      { tier: 'dram', shape: 'table', items: [record('A', 1)] } as unknown as Structure,
      pages('disk', [
        { key: 1, items: [record('A', 100), record('B', 20)] },
        { key: 2, items: [record('C', -3)] },
      ]),
    ],
  } as unknown as Frame;
  expect([...valuesShown(frame, ['A', 'B', 'C', 'D'])]).toEqual([
    ['A', 50],
    ['B', null],
    ['C', -3],
    ['D', null],
  ]);
});

it('takes records out of buckets, too', () => {
  const buckets = [
    { key: 1, items: [record('A', 50)] },
    { key: 2, items: [] },
    { key: 3, items: [record('C', -3)] },
  ];
  const frame = {
    structures: [{ tier: 'nvm', shape: 'chains', items: buckets } as unknown as Structure],
  } as unknown as Frame;
  expect([...valuesShown(frame, ['A', 'B', 'C'])]).toEqual([
    ['A', 50],
    ['B', null],
    ['C', -3],
  ]);
});
