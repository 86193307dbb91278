import { describe, expect, it } from 'vitest';
import type { Field, Item, Structure } from '../../../web/engine/protocol';
import { extentOfFrame } from '../../../web/model/frame/extents';
import { keyValue } from '../../../web/stage/shapes/key_value';
import { arrowsOf, list } from '../../../web/stage/shapes/list';
import type { ShapeContext, ShapeRenderer } from '../../../web/stage/shapes/shape';

/** Tests that the items of each of several logs are in rows of their own. */

const context: ShapeContext = {
  text: ({ en }) => en,
  pageName: (label) => `page ${label}`,
  moreName: (count) => `${count} more`,
  txnName: (txn) => (txn === 0 ? '' : `T${txn}`),
  maxWidth: 900,
  density: 'full',
};
const pointer = (name: string, value = '0x4c0'): Field => ({
  name: { en: name, zh: name },
  value,
  tier: 'nvm',
  address: 64,
  size: 8,
  durability: 'durable',
  role: 'address',
});
const item = (key: number, label: string, more: Partial<Item> = {}): Item => ({
  key,
  label,
  txn: 1,
  state: 'durable',
  fields: [],
  links: [],
  tags: [],
  ...more,
});
const ofLog = (key: number, log: number): Item =>
  item(key, `${key}`, { tags: [{ en: `log ${log}`, zh: `日志 ${log}` }] });
const word = (key: number, log: number, name: string): Item =>
  item(key, `${log}.${name}`, { fields: [pointer(name)] });

function measured(shape: ShapeRenderer, kind: Structure['shape'], ...items: Item[]) {
  const structure: Structure = {
    tier: 'nvm',
    id: 'log',
    title: { en: 'log', zh: '日志' },
    shape: kind,
    items,
    cursors: [],
  };
  const [extent] = extentOfFrame([structure]);
  if (!extent) throw new Error('no extent');
  const layout = shape.measure(extent, context);
  return { layout, box: (key: number) => layout.items.get(key) };
}

describe('several logs', () => {
  it('have a row of cards each, whatever the order in which records come', () => {
    const { layout, box } = measured(list, 'list', ofLog(2, 1), ofLog(3, 2), ofLog(4, 1));
    expect(box(4)?.y).toBe(box(2)?.y);
    expect(box(3)?.y).toBeGreaterThan(box(2)?.y ?? 0);
    expect(box(3)?.x).toBe(box(2)?.x);
    // The name of the row is before it.
    expect(box(2)?.x).toBeGreaterThan(20);
    expect(layout.width).toBeLessThanOrEqual(context.maxWidth);
  });

  it('leave the cards of a single one where they were', () => {
    const { box } = measured(list, 'list', item(1, '1'), item(2, '2'));
    expect(box(1)?.x).toBe(0);
    expect(box(2)?.y).toBe(box(1)?.y);
  });

  it('have a row of header words each, one below the other', () => {
    const words = [word(0, 1, 'head'), word(1, 1, 'tail'), word(8, 2, 'head'), word(9, 2, 'tail')];
    const { box } = measured(keyValue, 'key-value', ...words);
    expect(box(1)?.y).toBe(box(0)?.y);
    expect(box(8)?.y).toBeGreaterThan(box(0)?.y ?? 0);
    expect([box(8)?.x, box(9)?.x]).toEqual([box(0)?.x, box(1)?.x]);
  });

  it('leave the words of a single header in one row from the left', () => {
    const { box } = measured(
      keyValue,
      'key-value',
      item(0, 'head', { fields: [pointer('head')] }),
      item(1, 'tail', { fields: [pointer('tail')] }),
    );
    expect(box(0)?.x).toBe(0);
    expect(box(1)?.y).toBe(0);
  });
});

describe('pointers of a record that takes another one back', () => {
  const named = (en: string) => ({ en, zh: en });
  const link = (name: string, key: number) => ({ structure: 'log', key, name: named(name) });
  const links = (undoNext: string, ...all: ReturnType<typeof link>[]) =>
    arrowsOf({ fields: [pointer('undo next LSN', undoNext)], links: all }).map(({ key }) => key);

  it('lead to what is undone next, and nowhere where nothing is', () => {
    expect(links('144', link('prev LSN', 224), link('undo next LSN', 144))).toEqual([144]);
    expect(links('0', link('prev LSN', 528))).toEqual([]);
    expect(arrowsOf({ fields: [], links: [link('prev LSN', 64)] })).toHaveLength(1);
  });
});
