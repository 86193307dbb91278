import type { Item, StructureExtent } from '../../engine/protocol';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';

const CELL = 14;

function isSet(item: Item): boolean {
  const value = item.fields[0]?.value;
  return value === undefined ? item.state !== 'empty' : value !== '0';
}

function measure(structure: StructureExtent, context: ShapeContext): ShapeLayout {
  const perRow = Math.max(8, Math.min(32, Math.floor(context.maxWidth / CELL)));
  const items = new Map<number, Box>();
  structure.items.forEach((item, index) => {
    items.set(item.key, {
      x: (index % perRow) * CELL,
      y: Math.floor(index / perRow) * CELL,
      width: CELL - 2,
      height: CELL - 2,
    });
  });
  const rows = Math.max(1, Math.ceil(structure.items.length / perRow));
  return {
    width: Math.max(40, Math.min(perRow, structure.items.length) * CELL),
    height: rows * CELL,
    items,
    row: CELL,
  };
}

function Draw({ structure, layout, frame }: DrawProps) {
  return (
    <>
      {structure.items.map((item) => {
        const box = layout.items.get(item.key);
        if (!box) return null;
        return frame(
          item,
          box,
          <rect
            {...box}
            className={`bitmap-cell ${item.state} ${isSet(item) ? 'set' : 'clear'}`}
          />,
        );
      })}
    </>
  );
}

/** A small square for each slot, filled where it is taken. */
export const bitmap: ShapeRenderer = { measure, Draw };
