import { expect, it } from 'vitest';
import type { Field, Frame, Item, Structure } from '../../../../web/engine/protocol';
import { type ChoiceSource, choicesOf } from '../../../../web/model/questions/choices';

// Tests which values a question about a record offers.

const field = (name: string, value: string, address = 0): Field => ({
  name: { en: name, zh: name },
  value,
  tier: 'nvm',
  address,
  size: 8,
  durability: 'durable',
});

const item = (key: number, fields: Field[], items: Item[] = []): Item => ({
  key,
  label: String(key),
  txn: 1,
  state: 'durable',
  links: [],
  tags: [],
  fields,
  items,
});

const structure = (id: string, items: Item[]): Structure => ({
  id,
  tier: 'nvm',
  shape: 'list',
  title: { en: id, zh: id },
  cursors: [],
  items,
});

const change = (key: number, word: number, before: string, after: string) =>
  item(key, [field('word', `0x${word.toString(16)}`), field('old', before), field('new', after)]);

it('offers what a log of words says of the word that holds the record, and of no other', () => {
  const records = item(
    1,
    [],
    [
      item(2, [field('record', 'A', 64), field('value', '50', 80)]),
      item(3, [field('record', 'B', 128), field('value', '20', 144)]),
    ],
  );
  const frame = {
    structures: [
      structure('record-list', [records]),
      structure('log-record', [
        change(4, 80, '100', '70'),
        change(5, 80, '0x90', '0xa0'),
        change(6, 144, '20', '25'),
      ]),
    ],
  } as unknown as Frame;
  const source = { frame, info: { records: [{ name: 'A', initial: 100 }] } };
  const choices = choicesOf(
    { kind: 'value-after-crash', record: 'A' },
    source as unknown as ChoiceSource,
  );
  expect(choices.map(({ answer }) => answer)).toEqual(['50', '70', '100']);
});

it('offers the versions of the record that slots hold, and no version number', () => {
  const version = (key: number, record: string, value: string) =>
    item(key, [
      field('XID', '4'),
      field('page', '1'),
      field('record', record),
      field('value', value),
      field('version', '3'),
    ]);
  const frame = {
    structures: [structure('pcm-slot', [version(0, 'A', '60'), version(1, 'B', '40')])],
  } as unknown as Frame;
  const source = { frame, info: { records: [{ name: 'A', initial: 100 }] } };
  const choices = choicesOf(
    { kind: 'value-after-crash', record: 'A' },
    source as unknown as ChoiceSource,
  );
  expect(choices.map(({ answer }) => answer)).toEqual(['60', '100']);
});
