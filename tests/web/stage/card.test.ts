import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Field, Item } from '../../../web/engine/protocol';
import { Card } from '../../../web/stage/shapes/card';
import type { Density, ShapeContext } from '../../../web/stage/shapes/shape';

const text = (en: string) => ({ en, zh: en });
const field = (name: string, value: string, role?: Field['role']): Field => ({
  name: text(name),
  value,
  tier: 'nvm',
  address: 0,
  size: 8,
  durability: 'durable',
  ...(role && { role }),
});

/** The words of a card of this width. */
function said(fields: readonly Field[], density: Density, width: number): readonly string[] {
  const all = [field('LSN', '7'), ...fields];
  const item: Item = {
    key: 7,
    label: '7',
    txn: 1,
    state: 'durable',
    fields: all,
    links: [],
    tags: [],
  };
  const context: ShapeContext = {
    density,
    maxWidth: 400,
    text: ({ en }) => en,
    txnName: (txn) => `T${txn}`,
    pageName: (page) => page,
    moreName: (count) => `${count} more`,
  };
  const box = { x: 0, y: 0, width, height: density === 'heading' ? 25 : 40 };
  const drawn = renderToStaticMarkup(createElement(Card, { item, box, context }));
  return [...drawn.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words = '']) => words);
}

const end = [field('type', 'END', 'kind')];
const change = (kind: string) => [
  field('kind', kind, 'kind'),
  field('record', 'B', 'subject'),
  field('before', '50', 'image'),
  field('after', '20', 'image'),
];

it('a card of one line says what kind it is, where there is no room instead of whose it is', () => {
  expect(said(end, 'heading', 100)).toEqual(['LSN 7', 'END', 'T1']);
  expect(said(end, 'heading', 60)).toEqual(['7', 'END']);
  expect(said(end, 'heading', 44)).toEqual(['7', 'END']);
  expect(said(change('update'), 'heading', 100)).toEqual(['7', 'B 50→20', 'T1']);
  expect(said(change('update'), 'heading', 70)).toEqual(['7', 'B 50→20']);
  expect(said(change('update'), 'heading', 52)).toEqual(['7', 'B 20']);
});

it('a card of two lines says that it takes a change back, and which', () => {
  const clr = [...change('CLR'), field('undoes', '5')];
  expect(said(clr, 'compact', 140)).toEqual(['LSN 7', 'CLR', 'T1', 'B 50→20 · undoes 5']);
  expect(said(clr, 'compact', 110)).toContain('B 20 · undoes 5');
  expect(said(change('CLR'), 'compact', 120)).toEqual(['LSN 7', 'CLR', 'T1', 'B 50→20']);
  expect(said(change('CLR'), 'compact', 84)).toContain('CLR');
  expect(said(change('update'), 'compact', 84)).toContain('B 50→20');
});
