import type { Item, StructureExtent } from '../../engine/protocol';
import { FieldText, placeFields } from './field_text';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';
import { monoWidth } from './text_width';

const ROW = 19;
const GAP = 20;

/** A field that has the name of its item does not say it again. */
function numbered(item: Item, context: ShapeContext) {
  const unnamed = { en: '', zh: '' };
  return item.fields.map((field, index) => ({
    field: context.text(field.name) === item.label ? { ...field, name: unnamed } : field,
    index,
  }));
}

function rowWidth(item: Item, context: ShapeContext): number {
  const { placed } = placeFields(numbered(item, context), Number.POSITIVE_INFINITY, context);
  const last = placed.at(-1);
  return labelWidth(item) + (last ? last.x + last.width : 0);
}

function labelWidth(item: Item): number {
  return item.label === '' ? 0 : monoWidth(item.label) + 10;
}

/** Pairs go across, and down only where the width is used up. */
function measure(structure: StructureExtent, context: ShapeContext): ShapeLayout {
  const items = new Map<number, Box>();
  let x = 0;
  let y = 0;
  let right = 0;
  for (const item of structure.items) {
    const width = Math.min(context.maxWidth, rowWidth(item, context) + 6);
    if (x > 0 && x + width > context.maxWidth) {
      x = 0;
      y += ROW;
    }
    items.set(item.key, { x, y, width, height: ROW });
    x += width + GAP;
    right = Math.max(right, x - GAP);
  }
  return { width: Math.max(60, right), height: y + ROW, items, row: ROW };
}

function Draw({ structure, layout, context, frame }: DrawProps) {
  return (
    <>
      {structure.items.map((item) => {
        const box = layout.items.get(item.key);
        if (!box) return null;
        const { placed } = placeFields(numbered(item, context), Number.POSITIVE_INFINITY, context);
        return frame(
          item,
          box,
          <>
            <rect {...box} className="row" />
            <text className="mono label" x={box.x + 2} y={box.y + 14}>
              {item.label}
            </text>
            {placed.map((each) => (
              <FieldText
                key={each.index}
                placed={each}
                x={box.x + labelWidth(item)}
                y={box.y + 14}
              />
            ))}
          </>,
        );
      })}
    </>
  );
}

/** Names and values: counters, anchors, headers. */
export const keyValue: ShapeRenderer = { measure, Draw };
