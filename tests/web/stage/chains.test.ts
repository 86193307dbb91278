import { expect, it } from 'vitest';
import type { Field, Item, StructureExtent } from '../../../web/engine/protocol';
import { chains, prevOf } from '../../../web/stage/shapes/chains';
import type { ShapeContext } from '../../../web/stage/shapes/shape';

const context: ShapeContext = {
  text: ({ en }) => en,
  pageName: (label) => `page ${label}`,
  moreName: (count) => `${count} more`,
  txnName: (txn) => `T${txn}`,
  maxWidth: 900,
  density: 'full',
};
const field = (name: string, value: string, more: Partial<Field> = {}): Field => ({
  name: { en: name, zh: name },
  value,
  tier: 'nvm',
  address: 0,
  size: 8,
  durability: 'durable',
  ...more,
});
const item = (key: number, label: string, fields: readonly Field[] = []): Item => ({
  key,
  label,
  txn: 0,
  state: 'durable',
  links: [],
  tags: [],
  fields,
});
const extentOf = (items: readonly Item[]): StructureExtent => ({
  id: 'redo-chain',
  tier: 'nvm',
  title: { en: 'redo', zh: '重做' },
  shape: 'chains',
  items,
  cursors: [],
  most: items.length,
});

it('buckets stand by their numbers, in whatever order they were filled', () => {
  const { items } = chains.measure(extentOf([item(20, '2'), item(10, '1')]), context);
  expect(items.get(10)?.y).toBeLessThan(items.get(20)?.y ?? 0);
  const named = chains.measure(extentOf([item(20, '#1'), item(10, '#0')]), context);
  expect(named.items.get(20)?.y).toBeLessThan(named.items.get(10)?.y ?? 0);
});

it('a record leads back to the one that its durable pointer names', () => {
  const record = (key: number, name: string, prev: Field) =>
    item(key, '', [field('record', name, { role: 'subject' }), prev]);
  const pending = field('prev', '→ A', { durableValue: '→ B' });
  const all = [record(1, 'A', field('prev', '-')), record(2, 'B', field('prev', '→ A'))];
  const chain = [...all, record(3, 'C', pending)];
  expect(chain.map((each) => prevOf(each, chain))).toEqual([undefined, 1, 2]);
});
