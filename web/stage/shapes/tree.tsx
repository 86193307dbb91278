import { mean } from 'd3-array';
import type { Item, Structure, StructureExtent } from '../../engine/protocol';
import { fit, monoWidth } from '../../ui/text_width';
import { StateBox } from './marks';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';

const HEIGHT = 28;
const LEVEL = 52;

function nodeText(item: Item): string {
  return [
    item.label,
    ...item.fields.filter((field) => !field.bit).map((field) => field.value),
  ].join(' ');
}

/** Links of an item point to its children. */
function parents(structure: Structure): Map<number, number> {
  const parent = new Map<number, number>();
  for (const item of structure.items) {
    for (const link of item.links) {
      if (link.structure === structure.id && !parent.has(link.key)) parent.set(link.key, item.key);
    }
  }
  return parent;
}

interface Places {
  /** Columns taken so far; each leaf takes one, and a parent is over the middle of its children. */
  columns: number;
  readonly at: Map<number, { column: number; depth: number }>;
}

function place(
  item: Item,
  depth: number,
  childrenOf: ReadonlyMap<number, readonly Item[]>,
  places: Places,
): number {
  // A pointer that leads back, in a damaged tree, is not followed again.
  const known = places.at.get(item.key);
  if (known) return known.column;
  places.at.set(item.key, { column: places.columns, depth });
  const children = childrenOf.get(item.key) ?? [];
  const own = mean(children, (child) => place(child, depth + 1, childrenOf, places));
  const column = own ?? places.columns++;
  places.at.set(item.key, { column, depth });
  return column;
}

function measure(structure: StructureExtent, context: ShapeContext): ShapeLayout {
  const parent = parents(structure);
  const childrenOf = new Map<number, Item[]>();
  for (const item of structure.items) {
    const above = parent.get(item.key);
    if (above !== undefined) childrenOf.set(above, [...(childrenOf.get(above) ?? []), item]);
  }
  const places: Places = { columns: 0, at: new Map() };
  for (const item of structure.items) if (!parent.has(item.key)) place(item, 0, childrenOf, places);
  const width = Math.max(
    34,
    ...structure.items.map((item) => Math.min(120, monoWidth(nodeText(item)) + 14)),
  );
  const items = new Map<number, Box>();
  for (const [key, { column, depth }] of places.at) {
    const x = column * (width + 10);
    if (x + width <= context.maxWidth)
      items.set(key, { x, y: depth * LEVEL, width, height: HEIGHT });
  }
  const boxes = [...items.values()];
  return {
    width: Math.max(60, ...boxes.map((box) => box.x + width)),
    height: Math.max(20, ...boxes.map((box) => box.y + HEIGHT)),
    items,
    row: LEVEL,
  };
}

function Draw({ structure, layout, frame }: DrawProps) {
  return (
    <>
      {[...parents(structure)].map(([child, parent]) => {
        const from = layout.items.get(parent);
        const to = layout.items.get(child);
        if (!from || !to) return null;
        const x1 = from.x + from.width / 2;
        const x2 = to.x + to.width / 2;
        return <path key={child} className="link" d={`M${x1} ${from.y + HEIGHT} L${x2} ${to.y}`} />;
      })}
      {structure.items.map((item) => {
        const box = layout.items.get(item.key);
        return (
          box &&
          frame(
            item,
            box,
            <>
              <StateBox box={box} state={item.state} txn={item.txn} />
              <text className="mono label" x={box.x + 7} y={box.y + 18}>
                {fit(nodeText(item), box.width - 8, monoWidth)}
              </text>
            </>,
          )
        );
      })}
    </>
  );
}

/** Nodes by level; an item's links point to its children. */
export const tree: ShapeRenderer = { measure, Draw };
