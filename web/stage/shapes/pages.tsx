import type { Item, StructureExtent } from '../../engine/protocol';
import { fit, LINE, monoWidth, sansWidth } from '../../ui/text_width';
import { FieldText, placeFields } from './field_text';
import { StateBox, txnClass } from './marks';
import {
  type Box,
  boxesOf,
  type DrawProps,
  type ShapeContext,
  type ShapeLayout,
  type ShapeRenderer,
} from './shape';

const PAD = 8;
const GAP = 14;
/** Heights of a record, and of what is above the first one in a small page. */
const RECORD = 18;
const HEADING = 26;
const MIN_WIDTH = 96;
const MAX_WIDTH = 250;
const MAX_RECORDS = 8;

function numbered(item: Item) {
  return item.fields.map((field, index) => ({ field, index }));
}

/** By page: a layout tries many arrangements of what has hundreds of pages. */
const widths = new WeakMap<Item, number>();

/** Width of the widest record of a page. */
function widestRecord(page: Item): number {
  const known = widths.get(page);
  if (known !== undefined) return known;
  const widest = (page.items ?? []).reduce((most, each) => Math.max(most, recordWidth(each)), 0);
  widths.set(page, widest);
  return widest;
}

/** A page's records in one or two columns, so that a full page stays short. */
function recordColumns(item: Item): number {
  const records = item.items ?? [];
  const widest = widestRecord(item);
  return records.length > 4 && 2 * (widest + PAD) <= MAX_WIDTH ? 2 : 1;
}

function pageWidth(item: Item, context: ShapeContext): number {
  const widest = widestRecord(item);
  const small = context.density !== 'full';
  const header =
    monoWidth(context.pageName(item.label)) +
    (small ? [] : item.tags).reduce((sum, tag) => sum + sansWidth(context.text(tag)) + 14, 0);
  return Math.min(
    MAX_WIDTH,
    context.maxWidth,
    Math.max(MIN_WIDTH, widest * recordColumns(item) + 2 * PAD, header + 2 * PAD + 8),
  );
}

/** A record without a label begins with its first field. */
function labelWidth(record: Item): number {
  return record.label === '' ? 0 : Math.max(14, monoWidth(record.label)) + 10;
}

function recordWidth(record: Item): number {
  return (
    20 +
    labelWidth(record) +
    record.fields.reduce((sum, field) => sum + monoWidth(field.value) + 12, 0)
  );
}

/** Records of the page that are not drawn. */
function moreRecords(item: Item): number {
  return Math.max(0, (item.items?.length ?? 0) - MAX_RECORDS) + (item.more ?? 0);
}

function pageHeight(item: Item, width: number, context: ShapeContext): number {
  const small = context.density !== 'full';
  const { lines } = placeFields(small ? [] : numbered(item), width - 2 * PAD, context);
  const rows = Math.ceil(Math.min(MAX_RECORDS, item.items?.length ?? 0) / recordColumns(item));
  const more = moreRecords(item) > 0 ? 14 : 0;
  return 22 + lines * LINE + rows * 18 + more + (rows > 0 ? 8 : 2) + (small ? 2 : 0);
}

/** Every page at its place, as large as it ever is; below one another where that is all that fits. */
function measure(extent: StructureExtent, context: ShapeContext): ShapeLayout {
  const items = new Map<number, Box>();
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  let right = 0;
  for (const item of extent.items) {
    const width = pageWidth(item, context);
    const height = pageHeight(item, width, context);
    if (x > 0 && x + width > context.maxWidth) {
      x = 0;
      y += rowHeight + GAP;
      rowHeight = 0;
    }
    items.set(item.key, { x, y, width, height });
    rowHeight = Math.max(rowHeight, height);
    x += width + GAP;
    right = Math.max(right, x - GAP);
  }
  const height = y + Math.max(rowHeight, 20);
  const row = Math.max(20, rowHeight) + GAP;
  const width = Math.min(context.maxWidth, 132 + GAP);
  const columns = Math.max(1, Math.floor((context.maxWidth + GAP) / width));
  const strangers = { first: 0, columns, box: { x: 0, y: height + GAP, width, height: row } };
  return {
    width: Math.max(60, right),
    height,
    items,
    // Where there is hardly any room, a page is seen in part, by its records.
    ...(context.density === 'heading' ? { row: RECORD, head: HEADING } : { row, gap: GAP }),
    strangers,
  };
}

function Records({ page, box, top }: { page: Item; box: Box; top: number }) {
  const columns = recordColumns(page);
  const columnWidth = (box.width - 2 * PAD) / columns;
  return (page.items ?? []).slice(0, MAX_RECORDS).map((record, index) => {
    const x = box.x + PAD + (index % columns) * columnWidth;
    const y = top + Math.floor(index / columns) * 18;
    let at = labelWidth(record);
    return (
      <g key={record.key} className={`record ${txnClass(record.txn)}`} data-inner={record.key}>
        <text className="mono" x={x} y={y}>
          {record.label}
        </text>
        {record.fields.map((field, fieldIndex) => {
          const width = monoWidth(field.value);
          const placed = {
            field,
            index: fieldIndex,
            x: at,
            line: 0,
            name: '',
            nameWidth: 0,
            width,
          };
          at += width + 12;
          return <FieldText key={field.name.en} placed={placed} x={x} y={y} />;
        })}
      </g>
    );
  });
}

/** Below a page's upper edge, the baseline of its first record. */
function recordsTop(item: Item, width: number, context: ShapeContext): number {
  const small = context.density !== 'full';
  const { lines } = placeFields(small ? [] : numbered(item), width - 2 * PAD, context);
  return 34 + lines * LINE + (small ? 3 : 0);
}

/** The row of a record; of one that is not drawn there is none. */
function inside(
  item: Item,
  inner: number,
  boxes: ReadonlyMap<number, Box>,
  context: ShapeContext,
): Box | undefined {
  const box = boxes.get(item.key);
  const index = item.items?.findIndex(({ key }) => key === inner) ?? -1;
  if (!box || index < 0 || index >= MAX_RECORDS) return undefined;
  const columns = recordColumns(item);
  const width = (box.width - 2 * PAD) / columns;
  const y = box.y + recordsTop(item, box.width, context) + Math.floor(index / columns) * RECORD;
  return { x: box.x + PAD + (index % columns) * width, y: y - 13, width, height: RECORD };
}

/** A page: its name, its header's fields, and its records; a small one has its records alone. */
function Page({ item, box, context }: { item: Item; box: Box; context: ShapeContext }) {
  const small = context.density !== 'full';
  const { placed } = placeFields(small ? [] : numbered(item), box.width - 2 * PAD, context);
  const tags = item.tags.map(context.text).join(' · ');
  const top = box.y + recordsTop(item, box.width, context);
  return (
    <>
      <StateBox box={box} state={item.state} txn={0} leaving={item.leaving === true} />
      <text className="mono" x={box.x + PAD} y={box.y + 16}>
        {fit(context.pageName(item.label), box.width - 2 * PAD, monoWidth)}
      </text>
      {tags !== '' && !small && (
        <text className="caption tag" x={box.x + box.width - PAD} y={box.y + 16} textAnchor="end">
          {fit(tags, box.width - 2 * PAD - monoWidth(context.pageName(item.label)) - 8, sansWidth)}
        </text>
      )}
      {placed.map((each) => (
        <FieldText key={each.index} placed={each} x={box.x + PAD} y={box.y + 33} />
      ))}
      {item.items && item.items.length > 0 && (
        <>
          <line
            className="rule"
            x1={box.x + PAD}
            x2={box.x + box.width - PAD}
            y1={top - 15}
            y2={top - 15}
          />
          <Records page={item} box={box} top={top} />
          {moreRecords(item) > 0 && (
            <text
              className="caption"
              x={box.x + box.width - PAD}
              y={box.y + box.height - 6}
              textAnchor="end"
            >
              {context.moreName(moreRecords(item))}
            </text>
          )}
        </>
      )}
    </>
  );
}

function Draw({ structure, layout, context, frame }: DrawProps) {
  return (
    <>
      {structure.items.map((item) => {
        const box = boxesOf(structure, layout).get(item.key);
        return box && frame(item, box, <Page item={item} box={box} context={context} />);
      })}
    </>
  );
}

/** Pages with their header fields and the records inside. */
export const pages: ShapeRenderer = { measure, locate: boxesOf, inside, Draw, Piece: Page };
