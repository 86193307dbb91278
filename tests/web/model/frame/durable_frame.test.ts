import { describe, expect, it } from 'vitest';
import type { Field, Frame, Item, Structure } from '../../../../web/engine/protocol';
import {
  durableFrame,
  isAbsent,
  newerOf,
  newerText,
  nextInChain,
  takenIn,
} from '../../../../web/model/frame/durable_frame';

const text = (en: string) => ({ en, zh: en });
const field = (name: string, value: string, durableValue?: string, more: Partial<Field> = {}) =>
  ({
    name: text(name),
    value,
    tier: 'nvm',
    address: 0,
    size: 8,
    durability: durableValue === undefined ? 'durable' : 'volatile',
    ...(durableValue !== undefined && { durableValue }),
    ...more,
  }) as Field;
const item = (key: number, label: string, fields: readonly Field[], more: Partial<Item> = {}) =>
  ({ key, label, fields, txn: 1, links: [], tags: [], state: 'volatile', ...more }) as Item;

function drawn(shape: Structure['shape'], items: readonly Item[], more: Partial<Structure> = {}) {
  const structure = { id: 's', tier: 'nvm', shape, title: text('s'), items, cursors: [], ...more };
  const frame = { structures: [structure] } as unknown as Frame;
  return durableFrame(frame).structures[0] as Structure;
}

describe('what is drawn below the boundary?', () => {
  it('of a record the value that the device has, not in the colour of whom the newer one is of', () => {
    const record = item(2, '', [
      field('record', 'A', undefined, { role: 'subject' }),
      field('value', '50', '100'),
    ]);
    const [bucket] = drawn('chains', [
      item(1, '#0', [], { items: [record], state: 'durable' }),
    ]).items;
    const [own] = bucket?.items ?? [];
    expect(own).toMatchObject({ state: 'durable', txn: 0 });
    expect(own?.fields.map(({ value }) => value)).toEqual(['A', '100']);
    expect(own && newerOf(own)).toBe('volatile');
    expect(own && newerText(own, ({ en }) => en)).toBe('A value 50');
  });

  it('of a log record that the device does not have a free place', () => {
    const fields = [field('LSN', '4', '0'), field('kind', 'update', 'CLR', { role: 'kind' })];
    const [gone] = drawn('list', [item(4, '4', fields)]).items;
    expect(gone).toMatchObject({ state: 'empty', label: '', txn: 0, fields: [] });
    expect(gone && isAbsent(gone)).toBe(true);
  });

  it('of a log record whose state bit alone is there the number 0, whatever is on its way', () => {
    const bit = field('state', '1', undefined, { bit: true });
    const kind = field('kind', 'update', 'CLR', { role: 'kind' });
    const coming = item(4, '4', [field('LSN', '4', '0'), kind, bit]);
    const before = item(4, '4', [field('LSN', '0'), bit], { state: 'durable' });
    for (const record of [coming, before]) {
      const [there] = drawn('list', [record]).items;
      expect(there).toMatchObject({ state: 'durable', label: '0' });
      expect(there?.fields.map(({ value }) => value)).toEqual(['0', '1']);
      expect(there && isAbsent(there)).toBe(false);
    }
  });

  it('of a page that is only read one that stays where it is', () => {
    const page = item(1, '1', [field('page LSN', '0')], { leaving: true, state: 'durable' });
    expect(drawn('pages', [page]).items[0]?.leaving).toBe(false);
  });

  it('of an entry behind the tail that the device has a free place, unless its bit is set', () => {
    const entry = (key: number, bit: string) =>
      item(key, String(key), [
        field('state', bit, undefined, { bit: true }),
        field('object', '0x40', undefined, { role: 'address' }),
      ]);
    const tail = { ...field('tail', '4', '2'), at: 4, durableAt: 2 };
    const { items } = drawn('ring', [entry(1, '0'), entry(2, '0'), entry(3, '1')], {
      cursors: [tail],
    });
    expect(items.map(isAbsent)).toEqual([false, true, false]);
  });

  it('of one that is there in part the words that are there, in its colour', () => {
    const fields = [field('LSN', '4'), field('after', '70', '0', { role: 'image' })];
    const [torn] = drawn('list', [item(4, '4', fields)]).items;
    expect(torn).toMatchObject({ state: 'durable', label: '4', txn: 1 });
    expect(torn?.fields.map(({ value }) => value)).toEqual(['4', '0']);
  });

  it('of a word with a name its old value, and a cursor where the device has it', () => {
    const cursor = { ...field('tail', '3', '1'), at: 3, durableAt: 1 };
    const anchors = drawn(
      'key-value',
      [item(0, 'tail', [field('LSN', '3', '0')], { fresh: true })],
      {
        cursors: [cursor],
      },
    );
    expect(anchors.items[0]).toMatchObject({ label: 'tail', state: 'durable' });
    expect(anchors.items[0]?.fields[0]?.value).toBe('0');
    expect(anchors.cursors[0]).toMatchObject({ at: 1, value: '1' });
  });

  it('of a place of a table in which nobody is that it is free, and counts the others', () => {
    const table = [
      item(0, '0', [field('XID', '1')], { state: 'durable' }),
      item(1, '1', [field('XID', '0')], { state: 'durable' }),
      item(2, '2', [field('XID', '3', '0')]),
      item(3, '*', [field('place', '0')], { state: 'durable' }),
    ];
    const structure = drawn('table', table, { capacity: 3 });
    const { items } = structure;
    expect(takenIn(structure)).toBe(1);
    expect(items.map(({ state }) => state)).toEqual(['durable', 'empty', 'empty', 'durable']);
    expect(items.map(({ fields: [word] }) => word?.value)).toEqual(['1', '-', '-', '0']);
  });

  it('a chain as the pointers of the device lead', () => {
    const node = (name: string, at: number, next: string, prev: string, durableNext?: string) =>
      item(at, '', [
        field('record', name, undefined, { role: 'subject', address: at }),
        field('prev', prev, undefined, { role: 'address', address: at + 16 }),
        field('next', next, durableNext, { role: 'address', address: at + 8 }),
      ]);
    // B, which leaves the chain, comes last; C still leads back to it.
    const nodes = [
      node('A', 64, '0xc0', '-', '0x80'),
      node('C', 192, '-', '0x80'),
      node('B', 128, '0xc0', '0x40'),
    ];
    const head = field('head', '0x40', undefined, { role: 'address' });
    const [bucket] = drawn('chains', [
      item(1, '#0', [head], { items: nodes, state: 'durable' }),
    ]).items;
    const chain = bucket ? [bucket, ...(bucket.items ?? [])] : [];
    expect(chain.map((_, index) => nextInChain(chain, index))).toEqual([64, 128, undefined, 192]);
  });

  it('and above it, in DRAM, everything as it is', () => {
    const items = [item(1, 'A', [field('value', '50')], { state: 'none' })];
    expect(drawn('list', items, { tier: 'dram' }).items).toBe(items);
  });
});
