import type { Field, Item, StructureExtent } from '../../engine/protocol';
import { itemName } from '../../model/frame/named_frame';
import { LINE, monoWidth, sansWidth } from '../../ui/text_width';
import { FieldText, placeFields } from './field_text';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';

const ROW = 19;
const GAP = 20;
const PAD = 6;

/** The name of a header in use is longer than its address. */
const HEADER = monoWidth('→ 1.head');
const leadsToHeader = (field: Field | undefined): boolean => /\bin use$/.test(field?.name.en ?? '');

/** The number in a name such as `2.head`: that of the second of several. */
function ofSeveral({
  label,
}: Item): { readonly number: string; readonly name: string } | undefined {
  const [, number, name] = /^(\d+)\.(.+)$/.exec(label) ?? [];
  return number === undefined || name === undefined ? undefined : { number, name };
}

/** The number of the owner stands before the row. */
const nameOf = (item: Item, context: ShapeContext): string => {
  const name = ofSeveral(item)?.name;
  return name === undefined ? item.label : itemName({ ...item, label: name }, context.text);
};

/** A field with the same name as its item is not named again. */
function numbered(item: Item, context: ShapeContext) {
  const unnamed = { en: '', zh: '' };
  const own = nameOf(item, context);
  return item.fields.map((field, index) => ({
    field: context.text(field.name) === own ? { ...field, name: unnamed } : field,
    index,
  }));
}

/** The fields of an item as they are set in this width, and the room that they take. */
function placeItem(item: Item, most: number, context: ShapeContext) {
  const label = labelWidth(nameOf(item, context));
  const { placed, lines } = placeFields(numbered(item, context), most - label - PAD, context);
  const right = placed.reduce((widest, { x, width, nameWidth, index }) => {
    const own = leadsToHeader(item.fields[index]) ? Math.max(width, nameWidth + HEADER) : width;
    return Math.max(widest, x + own);
  }, 0);
  return {
    placed,
    label,
    width: Math.min(most, label + right + PAD),
    height: ROW + (Math.max(1, lines) - 1) * LINE,
  };
}

const labelWidth = (label: string): number => (label === '' ? 0 : monoWidth(label) + 10);

/** The name of a row, such as `log 2`, before its words. */
const rowName = (number: string, { text }: ShapeContext): string =>
  text({ en: `log ${number}`, zh: `日志 ${number}` });

/** The indentation of the rows behind their names, where several items have words. */
function indentOf({ items }: Pick<StructureExtent, 'items'>, context: ShapeContext): number {
  const several = items.filter((item) => ofSeveral(item)).map((item) => ofSeveral(item)?.number);
  const names = several.map((number = '') => sansWidth(rowName(number, context)) + GAP);
  return Math.max(0, ...names);
}

/** The n-th words of several items stand below one another. */
function columnWidths(items: readonly Item[], most: number, context: ShapeContext) {
  const places = new Map<Item, number>();
  const counts = new Map<string, number>();
  const widths: number[] = [];
  for (const item of items) {
    const { number } = ofSeveral(item) ?? {};
    if (number === undefined) continue;
    const place = counts.get(number) ?? 0;
    counts.set(number, place + 1);
    places.set(item, place);
    widths[place] = Math.max(widths[place] ?? 0, placeItem(item, most, context).width);
  }
  return (item: Item): number => widths[places.get(item) ?? -1] ?? 0;
}

/**
 * Pairs go across, and down only where the width is used up; each of several items begins a row.
 */
function measure(structure: StructureExtent, context: ShapeContext): ShapeLayout {
  const items = new Map<number, Box>();
  const indent = indentOf(structure, context);
  const most = context.maxWidth - indent;
  const columnOf = columnWidths(structure.items, most, context);
  let x = indent;
  let y = 0;
  let right = 0;
  let tallest = 0;
  let whose: string | undefined;
  for (const item of structure.items) {
    const own = placeItem(item, most, context);
    const width = Math.max(own.width, columnOf(item));
    const { number } = ofSeveral(item) ?? {};
    const next = number !== whose;
    whose = number;
    if (x > indent && (next || x + width > context.maxWidth)) {
      x = indent;
      y += tallest;
      tallest = 0;
    }
    items.set(item.key, { x, y, width, height: own.height });
    x += width + GAP;
    right = Math.max(right, x - GAP);
    tallest = Math.max(tallest, own.height);
  }
  return { width: Math.max(60, right), height: y + Math.max(ROW, tallest), items, row: ROW };
}

function Draw({ structure, layout, context, frame }: DrawProps) {
  const numbers = structure.items.map((item) => ofSeveral(item)?.number);
  return (
    <>
      {structure.items.map((item, index) => {
        const number = numbers[index];
        const box = layout.items.get(item.key);
        if (number === undefined || !box || numbers.indexOf(number) !== index) return null;
        return (
          <text key={`row-${number}`} className="field-name" x={2} y={box.y + 14}>
            {rowName(number, context)}
          </text>
        );
      })}
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
              {nameOf(item, context)}
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
