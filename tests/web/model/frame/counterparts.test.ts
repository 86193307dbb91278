import { describe, expect, it } from 'vitest';
import type { Item, Structure } from '../../../../web/engine/protocol';
import { counterpartsOf, findIn } from '../../../../web/model/frame/counterparts';
import { pair } from '../../support/fixture_description';

type To = readonly [structure: string, key: number];

const item = (key: number, to: readonly To[] = [], items?: readonly Item[]): Item => ({
  key,
  label: String(key),
  txn: 0,
  state: 'durable',
  fields: [],
  links: to.map(([structure, other]) => ({ structure, key: other, name: pair('undo', '撤销') })),
  tags: [],
  ...(items && { items }),
});
const structure = (id: string, shape: Structure['shape'], items: readonly Item[]): Structure => ({
  id,
  tier: 'nvm',
  shape,
  title: pair(id, id),
  items,
  cursors: [],
});

const chains = [
  structure('undo', 'chains', [item(100, [], [item(1), item(2)])]),
  structure('redo', 'chains', [item(100, [], [item(1, [['undo', 1]]), item(3, [['undo', 9]])])]),
];

const told = (structures: readonly Structure[], id: string, key: number) =>
  counterpartsOf(structures, { structure: id, key }).map(
    (each) => `${each.pointsHere ? '<-' : '->'} ${each.structure.id}/${each.item.key}`,
  );

describe('the counterparts of an item', () => {
  it('are found from both ends of a pointer', () => {
    expect(told(chains, 'redo', 1)).toEqual(['-> undo/1']);
    expect(told(chains, 'undo', 1)).toEqual(['<- redo/1']);
  });

  it('are none where a pointer leads to what is not shown, or nothing points', () => {
    expect(told(chains, 'redo', 3)).toEqual([]);
    expect(told(chains, 'undo', 2)).toEqual([]);
    expect(told(chains, 'nowhere', 2)).toEqual([]);
  });

  it('are in the same structure, too, but never the item itself', () => {
    const list = structure('list', 'list', [
      item(1),
      item(2, [['list', 1]]),
      item(3, [['list', 3]]),
    ]);
    expect(told([list], 'list', 1)).toEqual(['<- list/2']);
    expect(told([list], 'list', 2)).toEqual(['-> list/1']);
    expect(told([list], 'list', 3)).toEqual([]);
  });

  it('speak through the page for a record in it, which cannot be chosen', () => {
    const pages = structure('pages', 'pages', [item(7, [], [item(1, [['undo', 2]])])]);
    const all = [...chains, pages];
    expect(told(all, 'pages', 7)).toEqual(['-> undo/2']);
    expect(told(all, 'undo', 2)).toEqual(['<- pages/7']);
    expect(told(all, 'pages', 1)).toEqual([]);
  });
});

describe('finding an item', () => {
  it('finds what hangs in a chain, but not what is inside a page', () => {
    expect(findIn(chains, { structure: 'undo', key: 2 })?.item.label).toBe('2');
    const pages = structure('pages', 'pages', [item(7, [], [item(1)])]);
    expect(findIn([pages], { structure: 'pages', key: 1 })).toBeUndefined();
  });
});
