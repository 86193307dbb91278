import type { Item, Structure, StructureExtent } from '../../engine/protocol';
import { isAbsent, nextInChain } from '../../model/frame/durable_frame';
import { fit, monoWidth } from '../../ui/text_width';
import { ItemBox, txnClass } from './marks';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';

/** The size of a box and the height of a row; lower where there is hardly any height. */
const SIZES = {
  roomy: { height: 26, row: 34, gap: 16 },
  low: { height: 20, row: 25, gap: 12 },
} as const;
const sizesOf = ({ density }: ShapeContext) => (density === 'heading' ? SIZES.low : SIZES.roomy);
/** The gap between cells, which no arrow joins. */
const CELL_GAP = 4;
/** The gap below which no box fits between two. */
const BESIDE = 32;
/** The gap between two chains in a row. */
const CHAIN_GAP = 18;
/**
 * The width of a cell, with room for its digit and its record's number, or for the sign of a gap.
 */
const CELL = 36;
/** The width of each further digit of its own. */
const DIGIT = 7;
/** The indentation of a chain that continues in another row. */
const INDENT = 16;

/**
 * A cell that is a pointer and nothing else: its neighbour is the next word of memory, and its
 * target is elsewhere.
 */
const isCell = ({ fields }: Item): boolean => fields.length === 1 && fields[0]?.role === 'address';

/** A pointer is drawn as an arrow here. */
const plain = ({ fields }: Item) =>
  fields.filter(({ role }) => role !== 'address' && role !== 'pointer');

/**
 * A log record shows its kind, its subject and its value; the numbers behind those appear when the
 * pointer is on it.
 */
const said = (item: Item) => plain(item).filter(({ role }) => role || !isRecord(item));

/** Bytes that belong to no record are left out where there is hardly any room. */
function briefly(item: Item) {
  const fields = said(item);
  const isOfRecord = fields.some(({ role }) => role === 'subject');
  return isOfRecord ? fields : fields.filter(({ role }) => role !== 'image');
}

/** The shortest name: transaction and state, or the first words of the item. */
function shortName(bucket: Item, context: ShapeContext): string {
  const said = plain(bucket);
  const words = said.map(({ value }) => value).filter((value) => !/^\d+$/.test(value));
  const [tag] = bucket.tags;
  if (bucket.txn > 0 && words.length < said.length)
    return [context.txnName(bucket.txn), ...words].join(' ');
  // A header without a number of its own belongs to no transaction: it is a change of the
  // structure.
  if (bucket.txn > 0 || (tag && words.length > 0 && words.length === said.length)) {
    const whole = [tag ? context.text(tag) : bucket.label, ...words].join(' ');
    if (monoWidth(whole) + 14 <= context.maxWidth) return whole;
    return [bucket.label, ...words].join(' ');
  }
  const [first] = said;
  return first ? `${bucket.label} ${context.text(first.name)} ${first.value}` : bucket.label;
}

/**
 * The text of a bucket has names; an item that hangs on it is a record with its value, or a cell.
 */
export function textOf(item: Item, isBucket: boolean, context: ShapeContext): string {
  if (isBucket && context.density === 'heading') return shortName(item, context);
  if (isBucket) {
    const named = plain(item).map(({ name, value }) => `${context.text(name)} ${value}`);
    const whole = [item.label, ...named].join(' ').trim();
    // The kind and the state are more useful than the beginning of the complete text.
    return monoWidth(whole) + 14 <= context.maxWidth ? whole : shortName(item, context);
  }
  if (!isCell(item)) {
    const fields = context.density === 'heading' ? briefly(item) : said(item);
    return [item.label, ...fields.map(({ value }) => value)].join(' ').trim();
  }
  const [link] = item.links;
  if (link) return `${item.label}→${link.key}`;
  // An empty cell shows its number, whatever the device still has there.
  const isEmpty = item.fields[0]?.value === '-';
  return (isEmpty ? undefined : item.tags.map(context.text)[0]) ?? item.label;
}

function widthOf(item: Item, isBucket: boolean, context: ShapeContext): number {
  if (!isBucket && isCell(item)) return CELL + Math.max(0, item.label.length - 1) * DIGIT;
  const whole = monoWidth(textOf(item, isBucket, context)) + 14;
  return Math.min(Math.max(32, whole), context.maxWidth);
}

/**
 * A log record begins with its kind. A chain of them comes and goes, and a new one may be its
 * first.
 */
const isRecord = ({ fields }: Item): boolean => fields[0]?.role === 'kind';

/** The corner at which a chain begins. */
type Start = Pick<Box, 'x' | 'y'>;

/** Places a chain from a corner on, a long one in several rows; returns its end. */
function place(bucket: Item, start: Start, context: ShapeContext, boxes: Map<number, Box>): Start {
  const { height, row, gap } = sizesOf(context);
  let { x, y } = start;
  for (const [index, item] of [bucket, ...(bucket.items ?? [])].entries()) {
    const needed = widthOf(item, item === bucket, context);
    if (x > start.x + INDENT && x + needed > context.maxWidth) {
      y += row;
      x = INDENT;
    }
    boxes.set(item.key, { x, y, width: needed, height });
    x += needed + (index > 0 && isCell(item) ? CELL_GAP : gap);
  }
  return { x, y };
}

/** Places a chain from the other end: it may grow at either. */
const turned = (bucket: Item): Item => ({
  ...bucket,
  items: [...(bucket.items ?? [])].reverse(),
});

/**
 * Buckets stand in the order of their numbers, as a traversal meets them; those that a branch adds
 * come behind all others.
 */
function inOrder({ items, planned }: StructureExtent): readonly Item[] {
  const known = items.slice(0, planned?.items ?? items.length);
  const byNumber = known.sort((one, other) => Number(one.label) - Number(other.label) || 0);
  return [...byNumber, ...items.slice(known.length)];
}

/**
 * A chain that is longer than a row continues in the next one; where there is hardly any height,
 * short ones stand in one row.
 */
function measure(structure: StructureExtent, context: ShapeContext): ShapeLayout {
  const { height, row, gap } = sizesOf(context);
  const items = new Map<number, Box>();
  let next: Start = { x: 0, y: 0 };
  for (const bucket of inOrder(structure)) {
    const alone = place(bucket, { x: 0, y: next.y }, context, new Map());
    const fits = alone.y === next.y && next.x + alone.x - gap <= context.maxWidth;
    if (next.x > 0 && !(fits && context.density === 'heading')) next = { x: 0, y: next.y + row };
    const other = place(turned(bucket), next, context, new Map());
    const own = place(bucket, next, context, items);
    const wraps = Math.max(own.y, other.y) > next.y;
    const x = wraps ? context.maxWidth : own.x - gap + CHAIN_GAP;
    next = { x, y: Math.max(own.y, other.y) };
  }
  const right = Math.max(60, ...[...items.values()].map((box) => box.x + box.width));
  return { width: right, height: next.y + height, items, row };
}

/**
 * A chain of log records as it leads at this moment, from its header on; other items have fixed
 * places.
 */
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
    place(bucket, known, context, boxes);
  }
  return boxes;
}

/** The distance of each link from the middle, where links lead both ways. */
const ASIDE = 4;

/** The item before this one by the device's own pointer, in a list that leads both ways. */
export function prevOf({ fields }: Item, chain: readonly Item[]): number | undefined {
  const prev = fields.find(({ name }) => name.en === 'prev');
  // The pointer names the record that it leads to.
  const leads = (prev?.durableValue ?? prev?.value)?.replace(/^→ /, '');
  const isThere = ({ fields }: Item) =>
    fields.some(({ role, value }) => role === 'subject' && value === leads);
  return leads === undefined ? undefined : chain.find(isThere)?.key;
}

/**
 * The path from an item back to the one before it; below the items between them, or up to the row
 * above.
 */
function backPath(from: Box, to: Box): string {
  const [right, y] = [to.x + to.width, from.y + from.height / 2 + ASIDE];
  if (from.y === to.y && from.x > right && from.x - right <= BESIDE)
    return `M${from.x} ${y} L${right + 1} ${y}`;
  const [below, under] = [from.y + from.height, to.y + to.height];
  if (from.y <= to.y) return `M${from.x + 8} ${below} V${below + 4} H${right - 8} V${under + 1}`;
  const [first, last] = [Math.max(from.x, to.x), Math.min(from.x + from.width, right)];
  const between = (from.y + under) / 2;
  const across = last > first ? '' : `V${between} H${right - 8}`;
  return `M${last > first ? (first + last) / 2 : from.x + 8} ${from.y} ${across} V${under + 1}`;
}

/** The path from an item to the next, around the end of the row where that is in another. */
function linkPath(from: Box, to: Box, above = 0): string {
  const [right, y] = [from.x + from.width, from.y + from.height / 2 - above];
  if (from.y === to.y && to.x > right) {
    const beside = to.x - right <= BESIDE;
    if (beside) return `M${right} ${y} L${to.x - 1} ${y}`;
    // The path goes past the items between them.
    return `M${right} ${y} h4 V${from.y - 3} H${to.x + 8} V${to.y - 1}`;
  }
  const below = from.y + from.height;
  const between = from.y === to.y ? below + 4 : (below + to.y) / 2;
  return `M${right} ${y} h5 V${between} H${to.x - 9} V${to.y + to.height / 2} H${to.x - 1}`;
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
              const joined = !isAbsent(item) && (item === bucket || !isCell(item));
              const next = joined && boxes.get(nextInChain(chain, index) ?? -1);
              const back = boxes.get((isAbsent(item) ? undefined : prevOf(item, chain)) ?? -1);
              const both = item.fields.some(({ name }) => name.en === 'prev');
              return (
                <g key={item.key} className={txnClass(item.txn)}>
                  {next && (
                    <path
                      className="link"
                      d={linkPath(box, next, both ? ASIDE : 0)}
                      markerEnd="url(#link-end)"
                    />
                  )}
                  {back && (
                    <path className="link" d={backPath(box, back)} markerEnd="url(#link-end)" />
                  )}
                  {frame(
                    item,
                    box,
                    <>
                      <ItemBox item={item} box={box} />
                      <text className="mono label" x={box.x + 7} y={box.y + box.height / 2 + 4}>
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

/**
 * Buckets with the items that hang on them: records, each leading to the next, or cells side by
 * side.
 */
export const chains: ShapeRenderer = {
  measure,
  locate,
  inside: (_, inner, boxes) => boxes.get(inner),
  Draw,
};
