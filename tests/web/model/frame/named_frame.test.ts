import { describe, expect, it } from 'vitest';
import type { Field, Frame, Item, Structure } from '../../../../web/engine/protocol';
import { namedFrame } from '../../../../web/model/frame/named_frame';
import { pair } from '../../support/fixture_description';
import { tellStory } from '../../support/fixture_story';

const [frame] = tellStory().frames;

const field = (more: Partial<Field>): Field => ({
  name: pair('next', '后继'),
  value: '0x40',
  tier: 'nvm',
  address: 0,
  size: 8,
  durability: 'durable',
  ...more,
});
const item = (label: string, fields: readonly Field[]): Item => ({
  key: 1,
  label,
  txn: 0,
  state: 'durable',
  fields,
  links: [],
  tags: [],
});
const structure = (items: readonly Item[]): Structure => ({
  id: 'nodes',
  tier: 'nvm',
  shape: 'list',
  title: pair('nodes', '结点'),
  items,
  cursors: [],
});
const withItems = (...items: Item[]): Frame => ({
  ...(frame as Frame),
  structures: [structure(items)],
});
const english = (text: { en: string }) => text.en;
const values = (shown: Frame) =>
  shown.structures.flatMap(({ items }) =>
    items.flatMap(({ fields }) => fields.map(({ value }) => value)),
  );

describe('a frame as it is drawn', () => {
  it('names what a pointer leads to', () => {
    const to = item('LSN 2', [field({ address: 0x40, value: '2' })]);
    const from = item('LSN 1', [field({ role: 'address' })]);
    expect(values(namedFrame(withItems(from, to), english))).toEqual(['→ LSN 2', '2']);
  });

  it('says of the two images of a row which is which, in a word', () => {
    const image = (value: string) => field({ role: 'image', value });
    const both = item('LSN 1', [image('#0a1b'), image('92 B #0a1c')]);
    expect(values(namedFrame(withItems(both), english))).toEqual(['old', 'new row']);
  });

  it('names the word that a log record is about: that of a record, or a pointer in it', () => {
    const key = field({ address: 0x58, role: 'subject', value: 'A', name: pair('record', '记录') });
    const next = field({ address: 0x48, role: 'address', value: '-' });
    const value = field({ address: 0x60, value: '70', name: pair('value', '值') });
    // The block begins at 0x40, before the record's first word.
    const record = { ...item('', [key, value, next]), key: 0x40 };
    const about = (address: string, role: 'subject' | 'image') =>
      item('LSN 1', [field({ address: 0x900, role, value: address })]);
    const named = (each: Item) => values(namedFrame(withItems(record, each), english)).at(-1);
    expect(named(about('0x60', 'subject'))).toBe('A');
    expect(named(about('0x48', 'subject'))).toBe('A.next');
    expect(named(about('0x40', 'image'))).toBe('A');
  });

  it('says no address where nothing is shown, and none as a name', () => {
    const from = item('LSN 1', [field({ role: 'address', value: '0x9000' })]);
    expect(values(namedFrame(withItems(from), english))).toEqual(['→ …']);
    const blocks = namedFrame(withItems(item('0x40', []), item('0x80', [])), english);
    expect(blocks.structures[0]?.items.map(({ label }) => label)).toEqual(['#1', '#2']);
  });

  it('names an item in the words of its language: after its field, or word by word', () => {
    const chinese = ({ zh }: { zh: string }) => zh;
    const labels = (shown: Frame) =>
      shown.structures.flatMap(({ items }) => items.map(({ label }) => label));
    const root = item('log in use', [field({ name: pair('log in use', '使用中的日志') })]);
    const items = [root, item('head 0', []), item('warehouse 1', []), item('17', [])];
    expect(labels(namedFrame(withItems(...items), english))).toEqual(
      items.map(({ label }) => label),
    );
    expect(labels(namedFrame(withItems(...items), chinese))).toEqual([
      '使用中的日志',
      '头指针 0',
      'warehouse 1',
      '17',
    ]);
  });

  it('has the words of its language', () => {
    const kind = item('LSN 1', [
      field({ role: 'kind', value: 'update', text: pair('update', '更新') }),
    ]);
    expect(values(namedFrame(withItems(kind), ({ zh }) => zh))).toEqual(['更新']);
  });

  it('keeps structures that have not changed', () => {
    const kind = item('LSN 1', [
      field({ role: 'kind', value: 'update', text: pair('update', '更新') }),
    ]);
    const one = withItems(kind);
    const once = namedFrame(one, english).structures[0];
    expect(namedFrame({ ...one, at: 5 }, english).structures[0]).toBe(once);
  });
});
