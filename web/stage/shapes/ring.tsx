import type { Item, Structure, StructureExtent } from '../../engine/protocol';
import type { DrawnCursor } from '../../model/frame/durable_frame';
import { fit, monoWidth, sansWidth } from '../../ui/text_width';
import { BitDot, ItemBox, NewerMark } from './marks';
import type { Box, Density, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';
import { splitBits } from './shape';

const HEIGHT = 34;
const LOW_HEIGHT = 27;
const GAP = 5;
const CURSOR_LINE = 14;
/**
 * The number of lines of cursors for which there is room, so that head and tail may part without
 * any shift.
 */
const CURSOR_LINES: Readonly<Record<Density, number>> = { full: 3, compact: 2, heading: 1 };
const heightOf = ({ density }: ShapeContext): number => (density === 'full' ? HEIGHT : LOW_HEIGHT);
/**
 * The most rows in which a ring is drawn complete; a larger one shows only the slots that are ever
 * in use.
 */
const WHOLE_ROWS = 2;

/** The words of a slot that is about a record: which one and in what state, behind its number. */
function wordsOf({ label, fields }: Item): string {
  if (!fields.some(({ role }) => role === 'subject')) return label;
  return [label, ...splitBits(fields).plain.map(({ value }) => value)].join(' ');
}

function cellWidth(items: readonly Item[]): number {
  const widest = Math.max(...items.map((item) => monoWidth(wordsOf(item))), 0);
  const bits = Math.max(...items.map((item) => splitBits(item.fields).bits.length), 1);
  return Math.min(96, Math.max(30, widest + 12, widest / 2 + bits * 9 + 12));
}

/**
 * The cell of a key: its slot where all slots are drawn, else its distance from the first one ever
 * used.
 */
interface Cells {
  readonly count: number;
  readonly of: (key: number) => number;
}

function cellsOf(extent: StructureExtent, perRow: number): Cells {
  const keys = extent.items.map(({ key }) => key);
  const first = Math.min(
    extent.first ?? Number.POSITIVE_INFINITY,
    ...keys,
    Number.MAX_SAFE_INTEGER,
  );
  const used = keys.length === 0 ? 0 : Math.max(...keys) - first + 1;
  const capacity = Math.max(extent.capacity ?? 0, extent.most);
  if (capacity <= perRow * WHOLE_ROWS) {
    return { count: Math.max(1, capacity), of: (key) => key % Math.max(1, capacity) };
  }
  // There is one more cell, at which the tail points when all others are taken.
  return { count: Math.min(capacity, used + 1), of: (key) => key - first };
}

function perRowOf(extent: StructureExtent, context: ShapeContext): number {
  return Math.max(1, Math.floor((context.maxWidth + GAP) / (cellWidth(extent.items) + GAP)));
}

/** The cells by their number. */
function measure(extent: StructureExtent, context: ShapeContext): ShapeLayout {
  const width = cellWidth(extent.items);
  const fits = perRowOf(extent, context);
  const { count } = cellsOf(extent, fits);
  const rows = Math.ceil(count / fits);
  // The rows have equal lengths: a last row of two cells would look like a mistake.
  const perRow = Math.ceil(count / rows);
  const high = heightOf(context);
  const lines = CURSOR_LINES[context.density];
  const cursors = extent.cursors.length > 0 ? lines * CURSOR_LINE + 2 : 0;
  const row = high + GAP + cursors;
  const items = new Map<number, Box>();
  for (let cell = 0; cell < count; cell++) {
    const x = (cell % perRow) * (width + GAP);
    items.set(cell, { x, y: Math.floor(cell / perRow) * row, width, height: high });
  }
  return { width: perRow * (width + GAP) - GAP, height: rows * row - GAP, items, row, gap: GAP };
}

function locate(
  structure: Structure,
  layout: ShapeLayout,
  extent: StructureExtent,
  context: ShapeContext,
): ReadonlyMap<number, Box> {
  const cells = cellsOf(extent, perRowOf(extent, context));
  const items = new Map<number, Box>();
  for (const { key } of structure.items) {
    const box = layout.items.get(cells.of(key));
    if (box) items.set(key, box);
  }
  return items;
}

/** A cursor at its place; below the boundary, at that of the device. */
interface PlacedCursor {
  readonly index: number;
  readonly box: Box;
  /** The lines of labels under the row of cells: labels that would touch go below each other. */
  readonly line: number;
  readonly flip: boolean;
  /** '' where another cursor's name is in the way on every line. */
  readonly label: string;
}

function placeCursors(
  structure: Structure,
  extent: StructureExtent,
  layout: ShapeLayout,
  context: ShapeContext,
): PlacedCursor[] {
  const cells = cellsOf(extent, perRowOf(extent, context));
  const count = layout.items.size;
  // A position past the last slot belongs to the slot's next round.
  const boxOf = (key: number) =>
    layout.items.get(cells.of(key)) ?? layout.items.get(cells.of(key) % count);
  const ends = new Map<string, number>();
  const marks = structure.cursors.map((cursor, index) => ({ index, box: boxOf(cursor.at) }));
  const placed: PlacedCursor[] = [];
  const sorted = marks
    .flatMap(({ box, ...mark }) => (box ? [{ ...mark, box }] : []))
    .sort((left, right) => left.box.x - right.box.x);
  for (const mark of sorted) {
    const width = 22 + sansWidth(labelOf(structure, context, mark));
    const flip = mark.box.x + width > context.maxWidth;
    const start = flip ? mark.box.x - width + 14 : mark.box.x;
    const isTaken = (line: number) => (ends.get(`${mark.box.y}/${line}`) ?? -1) > start;
    let line = 0;
    while (isTaken(line) && line < CURSOR_LINES[context.density] - 1) line++;
    const taken = isTaken(line);
    // A name that runs into another cursor's sign could not be read: the later one keeps its own
    // line.
    if (taken) {
      const before = placed.findLast((each) => each.line === line && each.box.y === mark.box.y);
      if (before) placed[placed.indexOf(before)] = { ...before, label: '' };
    }
    const label = labelOf(structure, context, mark);
    ends.set(`${mark.box.y}/${line}`, flip ? mark.box.x + 14 : mark.box.x + width);
    placed.push({ ...mark, line, flip, label });
  }
  return placed;
}

function labelOf(structure: Structure, context: ShapeContext, mark: { index: number }): string {
  const cursor = structure.cursors[mark.index];
  return cursor ? context.text(cursor.name) : '';
}

function Cursors({ structure, layout, extent, context }: Omit<DrawProps, 'frame' | 'scroll'>) {
  return placeCursors(structure, extent, layout, context).map((mark) => {
    const cursor = structure.cursors[mark.index];
    if (!cursor) return null;
    const y = mark.box.y + mark.box.height + CURSOR_LINE * (mark.line + 1) - 1;
    const x = mark.box.x;
    const { newer } = cursor as DrawnCursor;
    const end = sansWidth(mark.label) + 6;
    return (
      <g key={mark.index} className="cursor">
        <path d={`M${x + 3} ${y} l4.5 -8 l4.5 8z`} className="cursor-tip" />
        {newer && mark.label !== '' && (
          <NewerMark x={mark.flip ? x - end : x + 15 + end} y={y - 3} />
        )}
        <text
          className="caption"
          x={mark.flip ? x : x + 15}
          y={y}
          textAnchor={mark.flip ? 'end' : 'start'}
        >
          {mark.label}
        </text>
      </g>
    );
  });
}

function Cell({ item, box }: { item: Item; box: Box }) {
  const { bits } = splitBits(item.fields);
  return (
    <>
      <ItemBox item={item} box={box} />
      <text
        className="mono label"
        x={box.x + 6}
        y={box.y + box.height - (box.height < HEIGHT ? 7 : 10)}
      >
        {fit(wordsOf(item), box.width - 8, monoWidth)}
      </text>
      {bits.map((field, index) => (
        <BitDot
          key={field.address}
          field={field}
          cx={box.x + box.width - 7 - index * 9}
          cy={box.y + 7.5}
        />
      ))}
    </>
  );
}

function Draw({ structure, extent, layout, context, frame }: DrawProps) {
  const boxes = locate(structure, layout, extent, context);
  return (
    <>
      {structure.items.map((item) => {
        const box = boxes.get(item.key);
        return box && frame(item, box, <Cell item={item} box={box} />);
      })}
      <Cursors structure={structure} extent={extent} layout={layout} context={context} />
    </>
  );
}

/** Slots in a circle, unrolled: state bits as dots, head and tail as cursors below. */
export const ring: ShapeRenderer = { measure, locate, Draw, Piece: Cell };
