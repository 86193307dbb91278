import { describe, expect, it } from 'vitest';
import type { Field, Item } from '../../../../web/engine/protocol';
import { ghostWords, travelsWhole, withBrought } from '../../../../web/stage/travel/ghost';
import { wholeWords } from '../../../../web/stage/travel/whole_words';

/** Tests the text of a thing that travels. */

const field = (name: string, value: string, address: number, role?: Field['role']): Field => ({
  name: { en: name, zh: name },
  value,
  address,
  tier: 'nvm',
  size: 8,
  durability: 'durable',
  ...(role && { role }),
});
const item = (label: string, fields: readonly Field[], items?: readonly Item[]): Item => ({
  key: 1,
  label,
  txn: 1,
  state: 'durable',
  fields,
  links: [],
  tags: [],
  ...(items && { items }),
});
const english = ({ en }: { en: string }) => en;

const record = item('', [
  field('record', 'A', 64, 'subject'),
  field('value', '100', 72),
  field('next', '→ B', 80, 'address'),
]);
const bucket = item('#0', [field('first', '→ A', 0, 'address')], [record]);

describe('a thing that travels', () => {
  it.each([
    ['a record and its new value', bucket, [field('value', '50', 72)], 'A 50'],
    ['a pointer by its name', bucket, [field('next', '→ C', 80, 'address')], 'A.next → C'],
    [
      'a word by the name of its field',
      item('head', [field('head', '2', 8)]),
      [field('head', '3', 8)],
      'head 3',
    ],
    [
      'a cell by what it leads to',
      item('3', [field('record', '-', 8, 'address')]),
      [field('record', '→ LSN 3', 8, 'address')],
      '3 → LSN 3',
    ],
    [
      'a number by the name of its field, though its item is called so, too',
      item('2', [field('LSN', '2', 0), field('height', '1', 8), field('record', '-', 16)]),
      [field('height', '2', 8)],
      'LSN 2 height 2',
    ],
    [
      'both of two',
      item('7', [field('XID', '1', 0), field('page', '2', 8), field('slot', '3', 16)]),
      [field('page', '4', 8), field('slot', '5', 16)],
      '7 page 4 slot 5',
    ],
  ])('says %s', (_, whose, brings, words) => {
    expect(ghostWords(whose, brings, english)).toBe(words);
  });

  it('is drawn as it will be where all of it comes, or more than a line of words can say', () => {
    const all = [...bucket.fields, ...record.fields];
    expect(travelsWhole(bucket, all)).toBe(true);
    expect(travelsWhole(bucket, record.fields)).toBe(true);
    expect(travelsWhole(bucket, [field('value', '50', 72)])).toBe(false);
    const [came] = withBrought(bucket, [field('value', '50', 72)]).items ?? [];
    expect(came?.fields.map(({ value }) => value)).toEqual(['A', '50', '→ B']);
  });

  it.each([
    [
      'a page by its number, with its records',
      item(
        '2',
        [field('page LSN', '0', 0)],
        [item('O', [field('value', '40', 8)]), item('P', [field('value', '50', 16)])],
      ),
      'page 2: O 40, P 50',
    ],
    [
      'a record of the log by its LSN, with what it is about',
      item('64', [
        field('LSN', '64', 0),
        field('kind', 'update', 8, 'kind'),
        field('record', 'A', 16, 'subject'),
        field('before', '100', 24, 'image'),
        field('after', '70', 32, 'image'),
      ]),
      'LSN 64: A 100→70',
    ],
    [
      'one without images by its kind',
      item('144', [field('LSN', '144', 0), field('kind', 'abort', 8, 'kind')]),
      'LSN 144: abort',
    ],
    ['what has no roles by its fields', item('head', [field('head', '2', 8)]), 'head 2'],
  ])('says in one line %s', (_, whose, words) => {
    const pageName = (label: string) => `page ${label}`;
    expect(wholeWords(whose, { text: english, pageName })).toBe(words);
  });
});
