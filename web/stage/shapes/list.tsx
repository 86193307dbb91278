import type { Item, Structure } from '../../engine/protocol';
import { FieldText, placeFields } from './field_text';
import { BitDot, StateBox } from './marks';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';
import { lastItems, splitBits } from './shape';
import { fit, LINE, monoWidth, sansWidth } from './text_width';

const PAD = 8;
const GAP = 12;
const MAX_WIDTH = 172;
const MAX_EMPTY = 4;
/** A long log shows so many cards. */
const MAX_CARDS = 24;
/** What is in DRAM is lost anyway: more than a few objects there show their first line only. */
const COMPACT_FROM = 3;

/** The fields written in a card's body: not the bits, and not the one that its heading says already. */
function numbered(item: Item) {
  return item.fields
    .map((field, index) => ({ field, index }))
    .filter(
      ({ field, index }) => field.bit !== true && !(index === 0 && field.value === item.label),
    );
}

/** `LSN 12 T1`: the label with the name of the field that it repeats, and whose it is. */
function headingOf(item: Item, context: ShapeContext): string {
  const first = item.fields[0];
  const name = first && first.value === item.label ? context.text(first.name) : '';
  return [name, item.label, context.txnName(item.txn)].filter((part) => part !== '').join(' ');
}

/** Lines that the cards of a row need. */
function linesOf(row: readonly Item[], width: number, context: ShapeContext): number {
  const lines = row.map((item) => placeFields(numbered(item), width - 2 * PAD, context).lines);
  return Math.max(1, ...lines);
}

function cardWidth(context: ShapeContext): number {
  const columns = Math.max(1, Math.floor((context.maxWidth + GAP) / (MAX_WIDTH * 0.85 + GAP)));
  return Math.min(MAX_WIDTH, (context.maxWidth + GAP) / columns - GAP);
}

/** Unused objects are kept for the reader's sense of room, but only a few of them. */
function shownItems(structure: Structure, context: ShapeContext): readonly Item[] {
  let empty = 0;
  const worth = structure.items.filter((item) => item.state !== 'empty' || ++empty <= MAX_EMPTY);
  return lastItems(worth, MAX_CARDS, context.touched);
}

function measure(structure: Structure, context: ShapeContext): ShapeLayout {
  const width = cardWidth(context);
  const perRow = Math.max(1, Math.floor((context.maxWidth + GAP) / (width + GAP)));
  const shown = shownItems(structure, context);
  const compact = structure.tier === 'dram' && shown.length >= COMPACT_FROM;
  const items = new Map<number, Box>();
  let y = 0;
  for (let from = 0; from < shown.length; from += perRow) {
    const row = shown.slice(from, from + perRow);
    const height = 22 + (compact ? 1 : linesOf(row, width, context)) * LINE + 4;
    row.forEach((item, index) => {
      items.set(item.key, { x: index * (width + GAP), y, width, height });
    });
    y += height + GAP + 4;
  }
  return {
    width: Math.min(perRow, Math.max(1, shown.length)) * (width + GAP) - GAP,
    height: Math.max(0, y - GAP),
    items,
    hidden: structure.items.length - shown.length,
  };
}

/** A pointer to another object of the list, from side to side or from foot to foot. */
function linkPath(from: Box, to: Box): string {
  if (from.y === to.y) {
    const back = to.x < from.x;
    const x1 = back ? from.x : from.x + from.width;
    const x2 = back ? to.x + to.width : to.x;
    const y = from.y + 12;
    if (Math.abs(x1 - x2) <= GAP + 1) return `M${x1} ${y} L${x2} ${y}`;
    const foot = from.y + from.height;
    const middle = (x1 + x2) / 2;
    return `M${from.x + 14} ${foot} C${from.x + 4} ${foot + 13} ${middle} ${foot + 13} ${to.x + to.width - 14} ${foot + 3}`;
  }
  const [y1, y2] = to.y < from.y ? [from.y, to.y + to.height + 3] : [from.y + from.height, to.y];
  const x1 = from.x + from.width / 3;
  const x2 = to.x + (to.width * 2) / 3;
  const bend = (y1 + y2) / 2;
  return `M${x1} ${y1} C${x1} ${bend} ${x2} ${bend} ${x2} ${y2}`;
}

function Card({ item, box, context }: { item: Item; box: Box; context: ShapeContext }) {
  const { bits } = splitBits(item.fields);
  const rows = Math.floor((box.height - 22) / LINE);
  const { placed } = placeFields(numbered(item), box.width - 2 * PAD, context);
  const room = box.width - 2 * PAD - bits.length * 10;
  const tags = item.tags.map(context.text).join(' · ');
  const tagRoom = room - monoWidth(headingOf(item, context)) - 8;
  return (
    <>
      <StateBox box={box} state={item.state} txn={item.txn} />
      <text className="mono label" x={box.x + PAD} y={box.y + 16}>
        {fit(headingOf(item, context), room, monoWidth)}
      </text>
      {bits.map((field, index) => (
        <BitDot
          key={field.address}
          field={field}
          cx={box.x + box.width - PAD - 3 - index * 10}
          cy={box.y + 12}
        />
      ))}
      {placed
        .filter((each) => each.line < rows)
        .map((each) => (
          <FieldText key={each.index} placed={each} x={box.x + PAD} y={box.y + 34} />
        ))}
      {tags !== '' && tagRoom > 30 && (
        <text
          className="caption"
          x={box.x + box.width - PAD - bits.length * 10}
          y={box.y + 16}
          textAnchor="end"
        >
          {fit(tags, tagRoom, sansWidth)}
        </text>
      )}
    </>
  );
}

function Draw({ structure, layout, context, frame }: DrawProps) {
  return (
    <>
      {structure.items.flatMap((item) =>
        item.links.flatMap((link) => {
          const from = layout.items.get(item.key);
          const to = link.structure === structure.id ? layout.items.get(link.key) : undefined;
          if (!from || !to || from === to) return [];
          return (
            <path
              key={`${item.key}-${link.key}-${link.name.en}`}
              className={`link txn-${item.txn === 0 ? 0 : ((item.txn - 1) % 8) + 1}`}
              d={linkPath(from, to)}
              markerEnd="url(#link-end)"
            />
          );
        }),
      )}
      {structure.items.map((item) => {
        const box = layout.items.get(item.key);
        return box && frame(item, box, <Card item={item} box={box} context={context} />);
      })}
    </>
  );
}

/** Objects with their fields, and the pointers between them. */
export const list: ShapeRenderer = { measure, Draw };
