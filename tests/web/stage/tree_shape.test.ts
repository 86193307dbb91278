import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Field, Item, Structure } from '../../../web/engine/protocol';
import { extentOfFrame } from '../../../web/model/frame/extents';
import type { Box, ShapeContext } from '../../../web/stage/shapes/shape';
import { tree } from '../../../web/stage/shapes/tree';
import { monoWidth } from '../../../web/ui/text_width';

const context: ShapeContext = {
  text: ({ en }) => en,
  pageName: (label) => `page ${label}`,
  moreName: (count) => `${count} more`,
  txnName: (txn) => (txn === 0 ? '' : `T${txn}`),
  maxWidth: 500,
  density: 'full',
};

const height: Field = {
  name: { en: 'height', zh: '高度' },
  value: '1',
  tier: 'nvm',
  address: 64,
  size: 8,
  durability: 'durable',
};

function node(key: number, label: string, ...children: number[]): Item {
  return {
    key,
    label,
    txn: 0,
    state: 'durable',
    fields: [height],
    links: children.map((child) => ({
      structure: 'log-tree',
      key: child,
      name: { en: 'child', zh: '子' },
    })),
    tags: [],
  };
}

const holding = (...items: Item[]): Structure => ({
  tier: 'nvm',
  id: 'log-tree',
  title: { en: 'tree', zh: '树' },
  shape: 'tree',
  items,
  cursors: [],
});

/** Ever shown: a root's pointer and nodes 1 to 3, which come in no order. */
const [extent] = extentOfFrame([
  holding(node(0, 'root'), node(3, '3'), node(1, '1'), node(2, '2')),
]);
if (!extent) throw new Error('no extent');
const layout = tree.measure(extent, context);

function at(structure: Structure): (key: number) => Box {
  const boxes = tree.locate?.(structure, layout, extent as never, context);
  return (key) => boxes?.get(key) as Box;
}

describe('a tree', () => {
  it('has a column for each node, in the order of their numbers, behind the pointer of the root', () => {
    const box = at(holding(node(0, 'root', 2), node(2, '2', 1, 3), node(1, '1'), node(3, '3')));
    const xs = [0, 1, 2, 3].map((key) => box(key).x);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    expect(new Set(xs).size).toBe(4);
  });

  it('keeps columns while a rotation moves nodes up and down', () => {
    const chain = at(holding(node(0, 'root', 1), node(1, '1', 2), node(2, '2', 3), node(3, '3')));
    const rotated = at(holding(node(0, 'root', 2), node(2, '2', 1, 3), node(1, '1'), node(3, '3')));
    for (const key of [0, 1, 2, 3]) expect(rotated(key).x).toBe(chain(key).x);
    expect([1, 2, 3].map((key) => chain(key).y / layout.row)).toEqual([0, 1, 2]);
    expect([1, 2, 3].map((key) => rotated(key).y / layout.row)).toEqual([1, 0, 1]);
  });

  it('shows at the top what no node leads to, and below the deepest what two lead to', () => {
    const cut = at(holding(node(0, 'root', 1), node(1, '1'), node(2, '2', 3), node(3, '3')));
    expect([1, 2, 3].map((key) => cut(key).y / layout.row)).toEqual([0, 0, 1]);
    const twice = at(holding(node(0, 'root', 1), node(1, '1'), node(2, '2', 1, 3), node(3, '3')));
    expect(twice(1).y / layout.row).toBe(1);
  });

  it('has room for the level that an insertion adds before the rotation, and none is cut off', () => {
    expect(layout.height).toBeGreaterThanOrEqual(
      2 * layout.row + (layout.items.get(1)?.height ?? 0),
    );
    expect(layout.width).toBeLessThanOrEqual(context.maxWidth);
  });

  it('draws damaged pointers that lead round, and nodes that it did not expect', () => {
    const round = at(holding(node(0, 'root', 1), node(1, '1', 2), node(2, '2', 1), node(9, '9')));
    for (const key of [1, 2, 9]) {
      expect(Number.isFinite(round(key).y)).toBe(true);
      expect(round(key).y).toBeLessThan(layout.height);
    }
    expect(round(9).x).toBeGreaterThan(round(2).x);
  });
});

/** A node of a B+-tree: its level, and the keys that it separates by or holds. */
function leveled(key: number, level: number, children: number[], ...keys: string[]): Item {
  const plain = node(key, `#${key}`, ...children);
  const named = (value: string): Field => ({
    ...height,
    name: { en: 'from', zh: '起始键' },
    role: 'subject',
    value,
  });
  const own: Field = { ...height, name: { en: 'level', zh: '层' }, value: `${level}` };
  const records = keys.map((each, index) => ({
    ...node(100 * key + index, ''),
    fields: [named(each)],
  }));
  return level === 0
    ? { ...plain, fields: [own], items: records }
    : { ...plain, fields: [own, ...keys.map(named)] };
}

describe('a B+-tree', () => {
  // Leaf 1 leads to leaf 2 beside it.
  const whole = holding(
    node(0, 'records', 3),
    leveled(3, 1, [1, 2], 'C'),
    leveled(1, 0, [2], 'A', 'B'),
    leveled(2, 0, [], 'C'),
  );
  const [own] = extentOfFrame([whole]);
  const wide = own && tree.measure(own, context);
  const boxes = own && wide && tree.locate?.(whole, wide, own, context);
  const box = (key: number) => boxes?.get(key) as Box;

  it('has its leaves below their parents, though they lead to one another', () => {
    const rows = [3, 1, 2].map((key) => box(key).y / (wide?.row ?? 1));
    expect(rows).toEqual([0, 1, 1]);
  });

  it('has the pointer of the root at the left, and a parent over the middle of its leaves', () => {
    expect(box(0).x).toBeLessThan(Math.min(box(1).x, box(3).x));
    expect(box(1).x).toBeLessThan(box(2).x);
    expect(box(3).x).toBe((box(1).x + box(2).x) / 2);
    expect(box(2).x + box(2).width).toBeLessThanOrEqual(wide?.width ?? 0);
  });
});

it('a node says all of its fields but the one that it is named by, whatever they are', () => {
  const field = (name: string, value: string) => ({
    ...height,
    name: { en: name, zh: name },
    value,
  });
  const item = { ...node(2, '2'), fields: [field('LSN', '2'), field('height', '2')] };
  const box = { x: 0, y: 0, width: 120, height: 60 };
  const { Piece } = tree;
  const drawn = renderToStaticMarkup(createElement(Piece as never, { item, box, context }));
  expect(drawn).toContain('height 2');
  expect(drawn).not.toContain('LSN 2');
});

it('gives the name of the root its room where there is hardly any', () => {
  const narrow = { ...context, maxWidth: 170, density: 'heading' } as const;
  const boxes = [...tree.measure(extent, narrow).items.values()];
  expect(boxes[0]?.width).toBeGreaterThanOrEqual(monoWidth('root') + 14);
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  expect(right).toBeLessThanOrEqual(170.01);
  for (const [index, box] of boxes.entries())
    expect(box.x).toBeGreaterThanOrEqual(index * 12 + (boxes[index - 1]?.x ?? 0));
});
