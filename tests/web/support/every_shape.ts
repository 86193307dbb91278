import type { Frame, Item, Structure } from '../../../web/engine/protocol';
import { tellStory } from './fixture_story';

const text = (words: string) => ({ en: words, zh: words });

function item(key: number, fields: number, more: Partial<Item> = {}): Item {
  return {
    key,
    label: `item ${key}`,
    txn: key % 3,
    state: key % 2 ? 'durable' : 'volatile',
    fields: Array.from({ length: fields }, (_, index) => ({
      name: text(`field ${index}`),
      value: String(key * 100 + index),
      tier: 'nvm' as const,
      address: key * 64 + index * 8,
      size: 8,
      durability: 'durable' as const,
      bit: index === 0,
    })),
    links: [],
    tags: [text('tag')],
    ...more,
  };
}

function structure(
  shape: Structure['shape'],
  items: readonly Item[],
  tier: Structure['tier'] = 'nvm',
): Structure {
  return { id: `a-${shape}`, tier, shape, title: text(`a ${shape}`), items, cursors: [] };
}

const link = (key: number) => ({ structure: 'a-tree', key, name: text('child') });

/** A frame with a structure of every shape, larger than a scheme's usual ones. */
export const everyShape: Frame = {
  ...(tellStory().frames[0] as Frame),
  structures: [
    {
      ...structure(
        'ring',
        Array.from({ length: 9 }, (_, n) => item(n + 20, 2)),
      ),
      capacity: 40,
      first: 20,
    },
    structure(
      'list',
      Array.from({ length: 11 }, (_, n) => item(n, 7)),
    ),
    structure(
      'chains',
      [0, 10, 20].map((n) => item(n, 1, { items: [item(n + 1, 2), item(n + 2, 2)] })),
    ),
    structure('tree', [
      item(1, 1, { links: [link(2), link(3)] }),
      item(2, 1, { links: [link(4)] }),
      item(3, 1),
      item(4, 1),
    ]),
    structure(
      'table',
      Array.from({ length: 6 }, (_, n) => item(n, 3)),
      'dram',
    ),
    structure(
      'pages',
      Array.from({ length: 5 }, (_, n) =>
        item(n, 2, { items: [item(1, 1), item(2, 1), item(3, 1), item(4, 1), item(5, 1)] }),
      ),
      'disk',
    ),
    structure(
      'bitmap',
      Array.from({ length: 90 }, (_, n) => item(n, 1)),
    ),
    structure(
      'states',
      Array.from({ length: 4 }, (_, n) => item(n, 0, { label: `${n}` })),
      'dram',
    ),
    structure(
      'places',
      Array.from({ length: 14 }, (_, n) => item(n, 0, { label: `${n}` })),
    ),
    structure(
      'key-value',
      Array.from({ length: 7 }, (_, n) => item(n, 2)),
    ),
  ],
};
