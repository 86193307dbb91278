import type { Item, Structure, StructureExtent } from '../../engine/protocol';
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
const said = (item: Item) => plain(item).filter(({ role }) => role || !isRecord(item));

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

/** A log record says first what it is. A chain of them comes and goes, and a new one may be its first. */
const isRecord = ({ fields }: Item): boolean => fields[0]?.role === 'kind';

/** Puts a chain from row `from` on, the longer one into several rows; the first row behind it. */
function place(bucket: Item, from: number, context: ShapeContext, boxes: Map<number, Box>): number {
  let row = from;
  let x = 0;
  for (const [index, item] of [bucket, ...(bucket.items ?? [])].entries()) {
    const needed = widthOf(item, item === bucket, context);
    if (x > INDENT && x + needed > context.maxWidth) {
      row++;
      x = INDENT;
    }
    boxes.set(item.key, { x, y: row * ROW, width: needed, height: HEIGHT });
    x += needed + (index > 0 && isCell(item) ? CELL_GAP : GAP);
  }
  return row + 1;
}

/** A chain that is longer than a row goes on in the next one. */
function measure(structure: StructureExtent, context: ShapeContext): ShapeLayout {
  const items = new Map<number, Box>();
  let row = 0;
  for (const bucket of structure.items) {
    const turned = { ...bucket, items: [...(bucket.items ?? [])].reverse() };
    const rows = place(turned, row, context, new Map());
    row = Math.max(place(bucket, row, context, items), rows);
  }
  const right = Math.max(60, ...[...items.values()].map((box) => box.x + box.width));
  return { width: right, height: Math.max(1, row) * ROW - 8, items, row: ROW };
}

/** A chain of log records as it leads at this moment, from its header on; all else has a place of its own. */
function locate(
  structure: Structure,
  layout: ShapeLayout,
  _extent: StructureExtent,
  context: ShapeContext,
): ReadonlyMap<number, Box> {
  const boxes = new Map(layout.items);
  for (const bucket of structure.items) {
    const known = layout.items.get(bucket.key);
    if (!known || !bucket.items?.some(isRecord)) continue;
    place(bucket, known.y / ROW, context, boxes);
  }
  return boxes;
}

/** From one to the next, around the end of the row where that is in another. */
function linkPath(from: Box, to: Box): string {
  const [right, y] = [from.x + from.width, from.y + HEIGHT / 2];
  if (from.y === to.y) return `M${right} ${y} L${to.x - 1} ${y}`;
  const between = from.y + HEIGHT + (ROW - HEIGHT) / 2;
  return `M${right} ${y} h5 V${between} H${to.x - 9} V${to.y + HEIGHT / 2} H${to.x - 1}`;
}

function Draw({ structure, extent, layout, context, frame }: DrawProps) {
  const boxes = locate(structure, layout, extent, context);
  return (
    <>
      {structure.items.map((bucket) => {
        const chain = [bucket, ...(bucket.items ?? [])];
        return (
          <g key={bucket.key}>
            {chain.map((item, index) => {
              const box = boxes.get(item.key);
              if (!box) return null;
              const joined = item === bucket || !isCell(item);
              const next = joined && boxes.get(chain[index + 1]?.key ?? -1);
              return (
                <g key={item.key} className={txnClass(item.txn)}>
                  {next && (
                    <path className="link" d={linkPath(box, next)} markerEnd="url(#link-end)" />
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
export const chains: ShapeRenderer = {
  measure,
  locate,
  inside: (_, inner, boxes) => boxes.get(inner),
  Draw,
};
