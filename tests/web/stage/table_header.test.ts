import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Field, Item, StructureExtent } from '../../../web/engine/protocol';
import type { ShapeContext } from '../../../web/stage/shapes/shape';
import { table } from '../../../web/stage/shapes/table';

const text = (en: string) => ({ en, zh: en });
const context: ShapeContext = {
  text: ({ en }) => en,
  pageName: (label) => `page ${label}`,
  moreName: (count) => `${count} more`,
  txnName: (txn) => `T${txn}`,
  maxWidth: 900,
  density: 'full',
};
const field = (name: string, value: string): Field => ({
  name: text(name),
  value,
  tier: 'nvm',
  address: 0,
  size: 8,
  durability: 'durable',
});
const row = (key: number): Item => ({
  key,
  label: `${key}`,
  txn: 0,
  state: 'durable',
  links: [],
  tags: [],
  fields: [field('version', '0'), field('value', '70')],
});
const extent: StructureExtent = {
  tier: 'nvm',
  id: 'pcm-slot',
  title: text('slots'),
  shape: 'table',
  cursors: [],
  items: [0, 1, 2, 3].map(row),
  most: 4,
};
const drawn = (scroll: number) => {
  const layout = table.measure(extent, context);
  const frame = ({ key }: Item, _box: unknown, content: React.ReactNode) =>
    createElement('g', { key }, content);
  const all = { structure: extent, extent, layout, context, scroll, frame };
  return renderToStaticMarkup(createElement('svg', {}, createElement(table.Draw as never, all)));
};

it('names of columns stay above the rows of a table that is scrolled', () => {
  expect(drawn(0)).toMatch(/translate\(0 0\)"><text class="field-name"[^>]*>version/);
  expect(drawn(0)).not.toContain('clipPath');
  expect(drawn(40)).toMatch(/translate\(0 40\)"><text class="field-name"[^>]*>version/);
  // Cells that have been scrolled away are not drawn over them.
  expect(drawn(40)).toMatch(/<clipPath[^>]*><rect[^>]* y="55"/);
});
