import type { Item, Structure } from '../../engine/protocol';
import { BitDot, StateBox } from './marks';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';
import { splitBits } from './shape';
import { fit, monoWidth, sansWidth } from './text_width';

const HEIGHT = 34;
const GAP = 5;
const CURSOR_LINE = 14;
/** Rows in which a ring is drawn whole; a larger one shows what is in use and as much again. */
const WHOLE_ROWS = 2;
const MAX_ROWS = 3;

function cellWidth(items: readonly Item[]): number {
  const widest = Math.max(...items.map((item) => monoWidth(item.label)), 0);
  const bits = Math.max(...items.map((item) => splitBits(item.fields).bits.length), 1);
  return Math.min(64, Math.max(30, widest + 12, widest / 2 + bits * 9 + 12));
}

/** The key drawn in each cell, from left to right: by slot where all slots fit, else from `first`. */
function cellKeys(structure: Structure, perRow: number): number[] {
  const first = structure.first ?? structure.items[0]?.key ?? 0;
  const used = structure.items.length;
  const capacity = Math.max(structure.capacity ?? 0, used);
  if (capacity > perRow * WHOLE_ROWS) {
    const rows = Math.min(MAX_ROWS, Math.floor(used / perRow) + 1);
    return Array.from({ length: Math.min(capacity, rows * perRow) }, (_, index) => first + index);
  }
  // Every slot has its own place, so that head and tail go round and nothing else moves.
  const keys = Array.from({ length: capacity }, () => -1);
  for (let index = 0; index < capacity; index++) keys[(first + index) % capacity] = first + index;
  return keys;
}

/** A cursor at its place; `old` is where the device has it. */
interface PlacedCursor {
  readonly index: number;
  readonly old: boolean;
  readonly x: number;
  readonly row: number;
  /** Line under the row of cells: labels that would touch go below each other. */
  readonly line: number;
  readonly flip: boolean;
}

interface CellPlace {
  readonly x: number;
  readonly row: number;
}

function placeCursors(
  structure: Structure,
  context: ShapeContext,
  cells: ReadonlyMap<number, CellPlace>,
): PlacedCursor[] {
  const capacity = structure.capacity ?? 0;
  // A position past the last slot is that of the slot's next round.
  const cellOf = (key: number) => cells.get(key) ?? cells.get(key - capacity);
  const ends = new Map<string, number>();
  const marks = structure.cursors.flatMap((cursor, index) => {
    const moved = cursor.durableAt !== undefined && cursor.durableAt !== cursor.at;
    return [
      { index, old: false, cell: cellOf(cursor.at) },
      ...(moved ? [{ index, old: true, cell: cellOf(cursor.durableAt ?? 0) }] : []),
    ];
  });
  return marks
    .flatMap(({ cell, ...mark }) => (cell ? [{ ...mark, ...cell }] : []))
    .sort((left, right) => left.x - right.x)
    .map((mark) => {
      const width = labelWidth(structure, context, mark);
      const flip = mark.x + width > context.maxWidth;
      const start = flip ? mark.x - width + 14 : mark.x;
      let line = 0;
      while ((ends.get(`${mark.row}/${line}`) ?? -1) > start) line++;
      ends.set(`${mark.row}/${line}`, flip ? mark.x + 14 : mark.x + width);
      return { ...mark, line, flip };
    });
}

function labelOf(
  structure: Structure,
  context: ShapeContext,
  mark: { index: number; old: boolean },
): string {
  const cursor = structure.cursors[mark.index];
  const name = cursor ? context.text(cursor.name) : '';
  return mark.old ? `(${name})` : name;
}

function labelWidth(
  structure: Structure,
  context: ShapeContext,
  mark: { index: number; old: boolean },
): number {
  return 22 + sansWidth(labelOf(structure, context, mark), 11);
}

/** Columns of a row, and the cell of each key. */
function grid(structure: Structure, context: ShapeContext) {
  const width = cellWidth(structure.items);
  const fits = Math.max(1, Math.floor((context.maxWidth + GAP) / (width + GAP)));
  const keys = cellKeys(structure, fits);
  // Rows of one length: a last row of two cells looks like a mistake.
  const perRow = Math.max(1, Math.ceil(keys.length / Math.ceil(keys.length / fits)));
  const cells = new Map<number, CellPlace>();
  keys.forEach((key, index) => {
    cells.set(key, { x: (index % perRow) * (width + GAP), row: Math.floor(index / perRow) });
  });
  return { width, perRow, keys, cells };
}

function measure(structure: Structure, context: ShapeContext): ShapeLayout {
  const { width, perRow, keys, cells } = grid(structure, context);
  const cursors = placeCursors(structure, context, cells);
  const items = new Map<number, Box>();
  let y = 0;
  for (let row = 0; row * perRow < keys.length; row++) {
    for (const key of keys.slice(row * perRow, (row + 1) * perRow)) {
      items.set(key, { x: cells.get(key)?.x ?? 0, y, width, height: HEIGHT });
    }
    const lines = Math.max(
      0,
      ...cursors.filter((each) => each.row === row).map((each) => each.line + 1),
    );
    y += HEIGHT + GAP + (lines === 0 ? 0 : lines * CURSOR_LINE + 2);
  }
  return {
    width: Math.min(context.maxWidth, Math.min(perRow, keys.length) * (width + GAP) - GAP),
    // Room for two lines of cursors, so that head and tail may part without anything moving.
    height: Math.max(y, HEIGHT + GAP + 2 * CURSOR_LINE),
    items,
    hidden: structure.items.filter((item) => !items.has(item.key)).length,
  };
}

function Cursors({ structure, layout, context }: Omit<DrawProps, 'frame'>) {
  const { keys, cells, perRow } = grid(structure, context);
  return placeCursors(structure, context, cells).map((mark) => {
    const cursor = structure.cursors[mark.index];
    const rowBox = layout.items.get(keys[mark.row * perRow] ?? -1);
    if (!cursor || !rowBox) return null;
    const y = rowBox.y + HEIGHT + CURSOR_LINE * (mark.line + 1) - 1;
    const settled = cursor.durableAt === undefined || cursor.durableAt === cursor.at;
    return (
      <g
        key={`${mark.index}-${mark.old}`}
        className={settled ? 'cursor durable' : 'cursor pending'}
      >
        <path
          d={`M${mark.x + 3} ${y} l4.5 -8 l4.5 8z`}
          className={mark.old ? 'cursor-old' : 'cursor-tip'}
        />
        <text
          className="caption"
          x={mark.flip ? mark.x : mark.x + 15}
          y={y}
          textAnchor={mark.flip ? 'end' : 'start'}
        >
          {labelOf(structure, context, mark)}
        </text>
      </g>
    );
  });
}

function Cell({ item, box }: { item: Item; box: Box }) {
  const { bits } = splitBits(item.fields);
  return (
    <>
      <StateBox box={box} state={item.state} txn={item.txn} />
      <text className="mono label" x={box.x + 6} y={box.y + 24}>
        {fit(item.label, box.width - 8, monoWidth)}
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

function Draw({ structure, layout, context, frame }: DrawProps) {
  const known = new Set(structure.items.map((item) => item.key));
  return (
    <>
      {[...layout.items].map(([key, box]) =>
        known.has(key) ? null : <StateBox key={key} box={box} state="empty" txn={0} />,
      )}
      {structure.items.map((item) => {
        const box = layout.items.get(item.key);
        return box && frame(item, box, <Cell item={item} box={box} />);
      })}
      <Cursors structure={structure} layout={layout} context={context} />
    </>
  );
}

/** Slots in a circle, unrolled: state bits as dots, head and tail as cursors below. */
export const ring: ShapeRenderer = { measure, Draw };
