import type { Item, StructureExtent } from '../../engine/protocol';
import { isAbsent, newerOf } from '../../model/frame/durable_frame';
import { fit, LINE, monoWidth, sansWidth } from '../../ui/text_width';
import { FieldText, type PlacedField, placeFields } from './field_text';
import { ItemBox, NewerMark, txnClass } from './marks';
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
/** The gap between two rows of low pages. */
const LOW_GAP = 6;
/** The heights of a record, and of the room above the first one in a small page. */
const RECORD = 18;
const HEADING = 4;
/** The room of a low page above and below its records. */
const LOW_EDGE = 8;
const MIN_WIDTH = 96;
const MAX_WIDTH = 250;
/** A low page may be wider, so that four records are one row. */
const LOW_MAX_WIDTH = 420;
/** The room for the number of further records, at the end of a low page's row. */
const LOW_MORE = 52;
const mostWidth = ({ density }: ShapeContext): number =>
  density === 'heading' ? LOW_MAX_WIDTH : MAX_WIDTH;
const MAX_RECORDS = 8;
const LOW_MAX_RECORDS = 4;

function numbered(item: Item) {
  return item.fields.map((field, index) => ({ field, index }));
}

/**
 * The records of the page that are drawn: the first ones; in a low page the last ones, which are
 * the newest.
 */
const shownRecords = ({ items = [] }: Item, { density }: ShapeContext): readonly Item[] =>
  density === 'heading' ? items.slice(-LOW_MAX_RECORDS) : items.slice(0, MAX_RECORDS);

/** The widths are kept by page, since a layout tries many arrangements of hundreds of pages. */
const widths = new WeakMap<Item, number>();

/** Width of the widest record of a page. */
function widestRecord(page: Item): number {
  const known = widths.get(page);
  if (known !== undefined) return known;
  const widest = (page.items ?? []).reduce((most, each) => Math.max(most, recordWidth(each)), 0);
  widths.set(page, widest);
  return widest;
}

/** A record in a low page: the gap to the next one is as wide as that between its fields. */
const lowRecord = (item: Item): number => widestRecord(item) - 8;

/**
 * The first field of a low page's header, beside the page's name: `LSN 64`, since it obviously
 * belongs to the page. None where there is not even room for that.
 */
function lowHeader({ label, fields }: Item, context: ShapeContext): PlacedField | undefined {
  const [field] = fields;
  if (!field || context.density !== 'heading' || context.terse) return undefined;
  const name = context.text(field.name).split(' ').at(-1) ?? '';
  const nameWidth = sansWidth(name) + 4;
  const width = nameWidth + monoWidth(field.value);
  const x = monoWidth(context.pageName(label)) + PAD;
  return { field, index: 0, x, line: 0, name, nameWidth, width };
}

/**
 * The width of a page's name and of the first field of its header before its records, where there
 * is hardly any height.
 */
function nameBefore(item: Item, context: ShapeContext): number {
  if (context.density !== 'heading') return 0;
  const header = lowHeader(item, context);
  return monoWidth(context.pageName(item.label)) + PAD + (header ? header.width + 12 : 0);
}

/**
 * The columns of a page's records: one or two, so that a full page stays short; as many as fit
 * where it has to be low.
 */
function recordColumns(item: Item, context: ShapeContext): number {
  const count = Math.max(1, shownRecords(item, context).length);
  if (context.density !== 'heading')
    return count > 4 && 2 * (widestRecord(item) + PAD) <= MAX_WIDTH ? 2 : 1;
  const widest = lowRecord(item);
  const more = moreRecords(item, context) > 0 ? LOW_MORE : 0;
  const room = Math.min(LOW_MAX_WIDTH, context.maxWidth) - nameBefore(item, context) - PAD - more;
  const most = Math.max(1, Math.min(count, Math.floor(room / widest)));
  // Rows of equal length.
  return Math.max(1, Math.ceil(count / Math.ceil(count / most)));
}

function pageWidth(item: Item, context: ShapeContext): number {
  const low = context.density === 'heading';
  const widest = low ? lowRecord(item) : widestRecord(item);
  const small = context.density === 'heading';
  const more = low && moreRecords(item, context) > 0 ? LOW_MORE : 0;
  const header =
    monoWidth(context.pageName(item.label)) +
    (small ? [] : item.tags).reduce((sum, tag) => sum + sansWidth(context.text(tag)) + 14, 0);
  return Math.min(
    mostWidth(context),
    context.maxWidth,
    Math.max(
      MIN_WIDTH,
      nameBefore(item, context) + widest * recordColumns(item, context) + more + 2 * PAD,
      Math.max(header, nameBefore(item, context)) + 2 * PAD + 8,
    ),
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
function moreRecords(item: Item, context: ShapeContext): number {
  return (item.items?.length ?? 0) - shownRecords(item, context).length + (item.more ?? 0);
}

function pageHeight(item: Item, width: number, context: ShapeContext): number {
  const { lines } = placeFields(numbered(item), width - 2 * PAD, context);
  const columns = recordColumns(item, context);
  const rows = Math.ceil(shownRecords(item, context).length / columns);
  if (context.density === 'heading') return Math.max(1, rows) * RECORD + LOW_EDGE;
  const more = moreRecords(item, context) > 0 ? 14 : 0;
  return 22 + lines * LINE + rows * 18 + more + (rows > 0 ? 8 : 2);
}

/**
 * The parts of a page that its box shows: its header's field is left out only where there is no
 * room.
 */
function contextIn(whole: Item, { width, height }: Box, context: ShapeContext): ShapeContext {
  if (!context.terse) return context;
  const fuller = { ...context, terse: false };
  const own = pageWidth(whole, fuller);
  return own <= width && pageHeight(whole, own, fuller) <= height ? fuller : context;
}

/**
 * The pages of a row without their header's field have it after all if the column happens to be
 * wide enough: they need no more room than without.
 */
function widen(row: readonly Item[], boxes: Map<number, Box>, context: ShapeContext): void {
  const fuller = { ...context, terse: false };
  let x = 0;
  const wider = row.map((item) => {
    const width = pageWidth(item, fuller);
    const box = { ...(boxes.get(item.key) as Box), x, width };
    x += width + GAP;
    return [item, box] as const;
  });
  const fits = wider.every(([item, box]) => pageHeight(item, box.width, fuller) <= box.height);
  if (!context.terse || x - GAP > context.maxWidth || !fits) return;
  for (const [{ key }, box] of wider) boxes.set(key, box);
}

/** Every page at its place, at its largest size; below one another if only that fits. */
function measure(extent: StructureExtent, context: ShapeContext): ShapeLayout {
  const items = new Map<number, Box>();
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  let right = 0;
  const between = context.density === 'heading' ? LOW_GAP : GAP;
  let row: Item[] = [];
  for (const item of extent.items) {
    const width = pageWidth(item, context);
    const height = pageHeight(item, width, context);
    if (x > 0 && x + width > context.maxWidth) {
      widen(row, items, context);
      row = [];
      x = 0;
      y += rowHeight + between;
      rowHeight = 0;
    }
    items.set(item.key, { x, y, width, height });
    row.push(item);
    rowHeight = Math.max(rowHeight, height);
    x += width + GAP;
    right = Math.max(right, x - GAP);
  }
  widen(row, items, context);
  const height = y + Math.max(rowHeight, 20);
  const step = Math.max(20, rowHeight) + between;
  const inPart = context.density === 'heading' && rowHeight > 2 * RECORD + LOW_EDGE;
  const width = Math.min(context.maxWidth, 132 + GAP);
  const columns = Math.max(1, Math.floor((context.maxWidth + GAP) / width));
  const strangers = { first: 0, columns, box: { x: 0, y: height + GAP, width, height: step } };
  return {
    width: Math.max(60, right),
    height,
    items,
    // A page of many rows is scrolled by its records, where there is hardly any room.
    ...(inPart ? { row: RECORD, head: HEADING } : { row: step, gap: between }),
    strangers,
  };
}

/** The distance of a page's first record from the page's upper edge. */
function firstRecord(page: Item, width: number, context: ShapeContext): number {
  if (context.density === 'heading') return 16;
  const { lines } = placeFields(numbered(page), width - 2 * PAD, context);
  return 34 + lines * LINE;
}

/**
 * The place of a record: its left edge and its line. The columns are those of the page at its
 * largest, for which there is room.
 */
function recordPlace(page: Item, whole: Item, box: Box, index: number, context: ShapeContext) {
  const from = firstRecord(page, box.width, context);
  const rows = Math.max(1, Math.floor((box.height - from + RECORD - 5) / RECORD));
  const count = shownRecords(page, context).length;
  const columns = Math.max(recordColumns(whole, context), Math.ceil(count / rows));
  const before = nameBefore(whole, context);
  const more = before > 0 && moreRecords(whole, context) > 0 ? LOW_MORE : 0;
  const width = (box.width - 2 * PAD - before - more) / columns;
  const top = box.y + from;
  return {
    x: box.x + PAD + before + (index % columns) * width,
    y: top + Math.floor(index / columns) * RECORD,
    width,
  };
}

/** The row of a record; only the first ones of a large page are drawn. */
function inside(
  page: Item,
  inner: number,
  boxes: ReadonlyMap<number, Box>,
  context: ShapeContext,
  whole: Item = page,
): Box | undefined {
  const box = boxes.get(page.key);
  const index = shownRecords(page, context).findIndex(({ key }) => key === inner);
  if (!box || index < 0) return undefined;
  const at = recordPlace(page, whole, box, index, contextIn(whole, box, context));
  return { x: at.x, y: at.y - RECORD + 5, width: at.width, height: RECORD };
}

interface PageProps {
  readonly item: Item;
  /** The page at its largest; a page that travels has its present size. */
  readonly whole?: Item;
  readonly box: Box;
  readonly context: ShapeContext;
}

/** True for a record that is gone; its place keeps it until another record needs it. */
const isGone = (record: Item): boolean =>
  record.state === 'empty' && record.tags.length > 0 && !isAbsent(record);

function Records({ item: page, whole = page, box, context }: PageProps) {
  return shownRecords(page, context).map((record, index) => {
    const { x, y, width: room } = recordPlace(page, whole, box, index, context);
    let at = labelWidth(record);
    const gone = isGone(record);
    const why = gone ? record.tags.map(context.text).join(' · ') : '';
    const end = recordWidth(record) - 32;
    return (
      <g
        key={record.key}
        className={`record ${gone ? 'gone txn-0' : txnClass(record.txn)}`}
        data-inner={record.key}
      >
        <text className="mono" x={x} y={y}>
          {record.label}
        </text>
        {isAbsent(record) && newerOf(record) && <NewerMark x={x + 4} y={y - 4} />}
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
        {gone && <line className="strike" x1={x - 2} x2={x + end + 2} y1={y - 4} y2={y - 4} />}
        {gone && end + 8 + sansWidth(why) <= room && (
          <text className="caption" x={x + end + 8} y={y}>
            {why}
          </text>
        )}
      </g>
    );
  });
}

/** A page: its name, its header's fields, and its records; a small page shows its records alone. */
function Page({ item, whole = item, box, context: given }: PageProps) {
  const context = contextIn(whole, box, given);
  const small = context.density === 'heading';
  const { placed } = placeFields(small ? [] : numbered(item), box.width - 2 * PAD, context);
  const header = lowHeader(item, context);
  const tags = item.tags.map(context.text).join(' · ');
  const top = box.y + firstRecord(item, box.width, context);
  return (
    <>
      <ItemBox item={item} box={box} txn={0} />
      <text className="mono" x={box.x + PAD} y={box.y + 16}>
        {fit(context.pageName(item.label), box.width - 2 * PAD, monoWidth)}
      </text>
      {tags !== '' && !small && (
        <text className="caption tag" x={box.x + box.width - PAD} y={box.y + 16} textAnchor="end">
          {fit(tags, box.width - 2 * PAD - monoWidth(context.pageName(item.label)) - 8, sansWidth)}
        </text>
      )}
      {header && <FieldText placed={header} x={box.x + PAD} y={box.y + 16} />}
      {placed.map((each) => (
        <FieldText key={each.index} placed={each} x={box.x + PAD} y={box.y + 33} />
      ))}
      {item.items && item.items.length > 0 && (
        <>
          {context.density !== 'heading' && (
            <line
              className="rule"
              x1={box.x + PAD}
              x2={box.x + box.width - PAD}
              y1={top - 15}
              y2={top - 15}
            />
          )}
          <Records item={item} whole={whole} box={box} context={context} />
          {moreRecords(item, context) > 0 && (
            <text
              className="caption"
              x={box.x + box.width - PAD}
              y={box.y + box.height - 6}
              textAnchor="end"
            >
              {context.moreName(moreRecords(item, context))}
            </text>
          )}
        </>
      )}
    </>
  );
}

function Draw({ structure, extent, layout, context, frame }: DrawProps) {
  const largest = new Map(extent.items.map((item) => [item.key, item]));
  return (
    <>
      {structure.items.map((item) => {
        const box = boxesOf(structure, layout).get(item.key);
        const whole = largest.get(item.key) ?? item;
        return (
          box && frame(item, box, <Page item={item} whole={whole} box={box} context={context} />)
        );
      })}
    </>
  );
}

/** Pages with their header fields and the records inside. */
export const pages: ShapeRenderer = { measure, locate: boxesOf, inside, Draw, Piece: Page };
