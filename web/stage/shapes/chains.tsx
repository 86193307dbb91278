import type { Item, StructureExtent } from '../../engine/protocol';
import { fit, monoWidth } from '../../ui/text_width';
import { StateBox, txnClass } from './marks';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';

const HEIGHT = 26;
const GAP = 16;
/** Between cells, which no arrow joins. */
const CELL_GAP = 4;
const ROW = 34;
/** A cell has room for a number of three digits, or for the sign of a gap. */
const CELL = 36;
/** Where a chain goes on that is longer than a row. */
const INDENT = 16;

/** A pointer and nothing else: its neighbour is the next word of memory, and what it leads to is elsewhere. */
const isCell = ({ fields }: Item): boolean => fields.length === 1 && fields[0]?.role === 'address';

/** A pointer is an arrow here. */
const plain = ({ fields }: Item) =>
  fields.filter(({ role }) => role !== 'address' && role !== 'pointer');

/** A log record says what it is, of what, and with which value; the numbers behind that are told when it is pointed at. */
function said(item: Item) {
  const fields = plain(item);
  const subject = fields.findIndex(({ role }) => role === 'subject');
  return subject > 0 ? fields.slice(0, subject + 2) : fields;
}

/** What a bucket says of itself has names; what hangs on it is a record with its value, or a cell. */
function textOf(item: Item, isBucket: boolean, context: ShapeContext): string {
  if (isBucket) {
    const named = plain(item).map(({ name, value }) => `${context.text(name)} ${value}`);
    return [item.label, ...named].join(' ').trim();
  }
  if (!isCell(item)) return [item.label, ...said(item).map(({ value }) => value)].join(' ').trim();
  const [link] = item.links;
  return link ? `→${link.key}` : (item.tags.map(context.text)[0] ?? item.label);
}

function widthOf(item: Item, isBucket: boolean, context: ShapeContext): number {
  if (!isBucket && isCell(item)) return CELL;
  const whole = monoWidth(textOf(item, isBucket, context)) + 14;
  return Math.min(Math.max(32, whole), context.maxWidth);
}

/** A chain that is longer than a row goes on in the next one. */
function measure(structure: StructureExtent, context: ShapeContext): ShapeLayout {
  const items = new Map<number, Box>();
  let right = 0;
  let row = 0;
  for (const bucket of structure.items) {
    let x = 0;
    for (const item of [bucket, ...(bucket.items ?? [])]) {
      const width = widthOf(item, item === bucket, context);
      if (x > INDENT && x + width > context.maxWidth) {
        row++;
        x = INDENT;
      }
      items.set(item.key, { x, y: row * ROW, width, height: HEIGHT });
      right = Math.max(right, x + width);
      x += width + (item !== bucket && isCell(item) ? CELL_GAP : GAP);
    }
    row++;
  }
  return { width: Math.max(60, right), height: Math.max(1, row) * ROW - 8, items, row: ROW };
}

/**
 * From one to the next: around the end of the row where that is in another, below those that come between, and backwards
 * where a chain grows at its front, since what came first keeps its place.
 */
function linkPath(from: Box, to: Box, others: readonly Box[]): string {
  const [right, y] = [from.x + from.width, from.y + HEIGHT / 2];
  const between = from.y + HEIGHT + (ROW - HEIGHT) / 2;
  if (from.y !== to.y)
    return `M${right} ${y} h5 V${between} H${to.x - 9} V${to.y + HEIGHT / 2} H${to.x - 1}`;
  const back = to.x < from.x;
  const [start, end] = back ? [to.x + to.width, from.x] : [right, to.x];
  const free = others.every(
    (box) => box.y !== from.y || box.x + box.width <= start || box.x >= end,
  );
  if (!free) {
    const middle = to.x + to.width / 2;
    const leaves = back ? `M${from.x + 8} ${from.y + HEIGHT}` : `M${right} ${y} h5`;
    return `${leaves} V${between} H${middle} V${to.y + HEIGHT + 1}`;
  }
  return back ? `M${from.x} ${y} L${start + 1} ${y}` : `M${right} ${y} L${end - 1} ${y}`;
}

function Draw({ structure, layout, context, frame }: DrawProps) {
  return (
    <>
      {structure.items.map((bucket) => {
        const chain = [bucket, ...(bucket.items ?? [])];
        const boxes = chain.flatMap(({ key }) => layout.items.get(key) ?? []);
        return (
          <g key={bucket.key}>
            {chain.map((item, index) => {
              const box = layout.items.get(item.key);
              if (!box) return null;
              const joined = item === bucket || !isCell(item);
              const next = joined && layout.items.get(chain[index + 1]?.key ?? -1);
              return (
                <g key={item.key} className={txnClass(item.txn)}>
                  {next && (
                    <path
                      className="link"
                      d={linkPath(box, next, boxes)}
                      markerEnd="url(#link-end)"
                    />
                  )}
                  {frame(
                    item,
                    box,
                    <>
                      <StateBox box={box} state={item.state} txn={item.txn} />
                      <text className="mono label" x={box.x + 7} y={box.y + 17}>
                        {fit(textOf(item, item === bucket, context), box.width - 8, monoWidth)}
                      </text>
                    </>,
                  )}
                </g>
              );
            })}
          </g>
        );
      })}
    </>
  );
}

/** Buckets and what hangs on them: records, each leading to the next, or cells, one beside the other. */
export const chains: ShapeRenderer = { measure, Draw };
