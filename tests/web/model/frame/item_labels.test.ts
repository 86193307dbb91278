import { describe, expect, it } from 'vitest';
import type {
  Field,
  Item,
  PhaseTrace,
  StructureExtent,
  Text,
} from '../../../../web/engine/protocol';
import { labelsOf } from '../../../../web/model/frame/item_labels';

const name = (word: string): Text => ({ en: word, zh: word });
const field = (word: string, value: string, role?: Field['role']): Field => ({
  name: name(word),
  value,
  tier: 'nvm',
  address: 0,
  size: 8,
  durability: 'durable',
  ...(role && { role }),
});
const item = (key: number, label: string, fields: readonly Field[] = [], items: Item[] = []) =>
  ({ key, label, fields, items, tags: [], txn: 0, state: 'durable' }) as unknown as Item;
const extent = (id: string, items: readonly Item[]) =>
  ({ id, tier: 'nvm', items, most: items.length }) as unknown as StructureExtent;

const record = (key: number, word: string) =>
  item(key, '', [field('record', word, 'subject'), field('value', '1')]);
const labels = labelsOf([
  {
    extents: [
      extent('record-list', [item(64, '#0', [field('head', '0x80')], [record(128, 'A')])]),
      extent('block', [item(128, '0x80', [field('state', 'in use')]), item(192, '0xc0')]),
      extent('bucket', [item(256, '0', [], [item(320, '0'), item(328, '1')])]),
      extent('log', [item(7, '7', [field('LSN', '7')])]),
      extent('header', [item(0, 'toAppend', [field('toAppend', '-')])]),
      extent('bounds', [item(1, 'flushed', [field('LSN of all', '0')])]),
      {
        ...extent('pages', [item(1, '1', [], [item(0, 'free from')])]),
        shape: 'pages',
      } as StructureExtent,
    ],
  } as unknown as PhaseTrace,
]);

describe('what items are called by those who speak of them', () => {
  it.each([
    ['a record by its name', 'record-list', 128, 'record', 'A'],
    ['a block by the record in it', 'block', 128, 'record', 'A'],
    ['a block without a record by nothing', 'block', 192, 'none', ''],
    ['a cell by its number', 'bucket', 328, 'cell', '1'],
    ['a bucket by its number', 'bucket', 256, 'number', '0'],
    ['a log record by its LSN', 'log', 7, 'lsn', '7'],
    ['the record that recovery looks for in vain, too', 'log', 9, 'lsn', '9'],
    ['a word by its name from the code', 'header', 0, 'name', 'toAppend'],
    ['what is not shown by nothing', 'block', 4096, 'none', ''],
    ['a page that is not shown by nothing on another one', 'pages', 0, 'none', ''],
  ])('%s', (_what, structure, key, kind, label) => {
    const found = labels.find(structure, key);
    expect([found.kind, found.label.en]).toEqual([kind, label]);
  });

  it('a name in the words of both languages', () => {
    expect(labels.find('bounds', 1).label).toEqual({ en: 'flushed', zh: '已刷' });
  });

  it('finds the record whose block holds an address', () => {
    expect(labels.recordAt(128 + 40)).toBe('A');
    expect(labels.recordAt(128 + 64)).toBeUndefined();
    expect(labels.recordAt(100)).toBeUndefined();
  });
});
