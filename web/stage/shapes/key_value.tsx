import type { Item, StructureExtent } from '../../engine/protocol';
import { LINE, monoWidth } from '../../ui/text_width';
import { FieldText, placeFields } from './field_text';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';

const ROW = 19;
const GAP = 20;
const PAD = 6;

/** A field that has the name of its item does not say it again. */
function numbered(item: Item, context: ShapeContext) {
  const unnamed = { en: '', zh: '' };
  return item.fields.map((field, index) => ({
    field: context.text(field.name) === item.label ? { ...field, name: unnamed } : field,
    index,
  }));
}

/** An item's fields as they are set where there is so much width, and what they take. */
function placeItem(item: Item, most: number, context: ShapeContext) {
  const label = labelWidth(item);
  const { placed, lines } = placeFields(numbered(item, context), most - label - PAD, context);
  const right = placed.reduce((widest, { x, width }) => Math.max(widest, x + width), 0);
  return {
    placed,
    label,
    width: Math.min(most, label + right + PAD),
    height: ROW + (Math.max(1, lines) - 1) * LINE,
  };
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
  let tallest = 0;
  for (const item of structure.items) {
    const { width, height } = placeItem(item, context.maxWidth, context);
    if (x > 0 && x + width > context.maxWidth) {
      x = 0;
      y += tallest;
      tallest = 0;
    }
    items.set(item.key, { x, y, width, height });
    x += width + GAP;
    right = Math.max(right, x - GAP);
    tallest = Math.max(tallest, height);
  }
  return { width: Math.max(60, right), height: y + Math.max(ROW, tallest), items, row: ROW };
}

function Draw({ structure, layout, context, frame }: DrawProps) {
  return (
    <>
      {structure.items.map((item) => {
        const box = layout.items.get(item.key);
        if (!box) return null;
        const { placed, label } = placeItem(item, box.width, context);
        return frame(
          item,
          box,
          <>
            <rect {...box} className="row" />
            <text className="mono label" x={box.x + 2} y={box.y + 14}>
              {item.label}
            </text>
            {placed.map((each) => (
              <FieldText key={each.index} placed={each} x={box.x + label} y={box.y + 14} />
            ))}
          </>,
        );
      })}
    </>
  );
}

/** Names and values: counters, anchors, headers. */
export const keyValue: ShapeRenderer = { measure, Draw };
