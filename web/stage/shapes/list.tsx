import type { Item, StructureExtent, Text } from '../../engine/protocol';
import { sharedPlaces } from '../../model/frame/extents';
import { sansWidth } from '../../ui/text_width';
import { Card, cardHeight, cardWidth } from './card';
import { kindWidth } from './card_words';
import { txnClass } from './marks';
import {
  type Box,
  boxesOf,
  type DrawProps,
  type ShapeContext,
  type ShapeLayout,
  type ShapeRenderer,
} from './shape';

/**
 * The gaps between cards, and between their rows, in which pointers turn; smaller where there is
 * little room.
 */
const GAPS = { roomy: { gap: 12, rowGap: 12 }, low: { gap: 4, rowGap: 9 } } as const;
const gapsOf = ({ density }: ShapeContext) => (density === 'heading' ? GAPS.low : GAPS.roomy);
/**
 * The number of a structure's items to which the engine gives a place each; further items get as
 * many places as are shown at one time.
 */
const MOST = 256;

/** The gap between the name of a row and its first card. */
const NAME_GAP = 10;

/** The name of a log among several: `log 2`. */
const rowOf = ({ tags }: Pick<Item, 'tags'>): Text | undefined =>
  tags.find(({ en }) => /^log \d+$/.test(en));

/**
 * The groups of rows, in the order of their names; a single group where names do not tell them
 * apart.
 */
function rowsOf(items: readonly Item[]): readonly (readonly [Text | undefined, readonly Item[]])[] {
  const names = new Map(
    items.flatMap((item) => {
      const name = rowOf(item);
      return name ? [[name.en, name] as const] : [];
    }),
  );
  if (names.size < 2) return [[undefined, items]];
  return [...names.values()]
    .sort((a, b) => a.en.localeCompare(b.en))
    .map((name) => [name, items.filter((item) => rowOf(item)?.en === name.en)] as const);
}

/** The cards of several logs: separate rows for each, with its name before them. */
function measureRows(extent: StructureExtent, context: ShapeContext): ShapeLayout {
  const { gap, rowGap } = gapsOf(context);
  const named = rowsOf(extent.items);
  const rows = named.map(([, own]) => sharedPlaces(own));
  const least = cardWidth(extent.items, context.density, context);
  const indent = indentOf(named, context);
  const room = context.maxWidth - indent;
  const most = Math.max(1, ...rows.map((own) => own.length));
  const fits = Math.max(1, Math.floor((room + gap) / (least + gap)));
  const columns = Math.ceil(most / Math.ceil(most / fits));
  const width = Math.min(172, (room + gap) / columns - gap);
  const height = cardHeight(extent.items, width, context);
  const items = new Map<number, Box>();
  let first = 0;
  for (const own of rows) {
    own.forEach((place, index) => {
      const x = indent + (index % columns) * (width + gap);
      const y = (first + Math.floor(index / columns)) * (height + rowGap);
      const box = { x, y, width, height };
      for (const { key } of place) items.set(key, box);
    });
    first += Math.max(1, Math.ceil(own.length / columns));
  }
  return {
    width: indent + columns * (width + gap) - gap,
    height: first * (height + rowGap) - rowGap,
    items,
    row: height + rowGap,
    gap: rowGap,
    strangers: {
      first: first * columns,
      columns,
      box: { x: indent, y: 0, width: width + gap, height },
    },
  };
}

function indentOf(rows: ReturnType<typeof rowsOf>, { text }: ShapeContext): number {
  return Math.max(0, ...rows.map(([name]) => (name ? sansWidth(text(name)) + NAME_GAP : 0)));
}

/**
 * Cards in rows, in the order in which they first come; each has a fixed place for the whole
 * session.
 */
function measure(extent: StructureExtent, context: ShapeContext): ShapeLayout {
  if (rowsOf(extent.items).length > 1) return measureRows(extent, context);
  const { gap, rowGap } = gapsOf(context);
  const least = cardWidth(extent.items, context.density, context);
  const places = sharedPlaces(extent.items);
  const planned = sharedPlaces(extent.items.slice(0, extent.planned?.items));
  const count = Math.max(1, planned.length);
  const fits = Math.max(1, Math.floor((context.maxWidth + gap) / (least + gap)));
  const rows = Math.ceil(count / fits);
  const columns = Math.ceil(count / rows);
  const width = Math.min(172, (context.maxWidth + gap) / columns - gap);
  const height = cardHeight(extent.items, width, context);
  const items = new Map<number, Box>();
  for (let first = 0; first < places.length; first += columns) {
    const row = places.slice(first, first + columns);
    const widths = widthsOf(row, { columns, width, gap }, context);
    let x = 0;
    row.forEach((place, index) => {
      const own = widths[index] ?? width;
      const box = { x, y: (first / columns) * (height + rowGap), width: own, height };
      for (const { key } of place) items.set(key, box);
      x += own + gap;
    });
  }
  const all = Math.max(count, places.length) + (extent.items.length < MOST ? 0 : extent.most);
  return {
    width: columns * (width + gap) - gap,
    height: Math.ceil(all / columns) * (height + rowGap) - rowGap,
    items,
    row: height + rowGap,
    gap: rowGap,
    strangers: {
      first: places.length,
      columns,
      box: { x: 0, y: 0, width: width + gap, height },
    },
  };
}

/**
 * The widths of the cards of a row: equal, unless a kind needs more room and the others need less.
 */
function widthsOf(
  row: readonly (readonly Item[])[],
  { columns, width, gap }: { columns: number; width: number; gap: number },
  context: ShapeContext,
): readonly number[] {
  const alike = row.map(() => width);
  if (context.density !== 'heading') return alike;
  const kinds = row.map((place) => Math.max(...place.map((item) => kindWidth(item, context))));
  const wide = kinds.filter((kind) => kind > width);
  const others = row.length - wide.length;
  const room = columns * (width + gap) - row.length * gap;
  const left = (room - wide.reduce((sum, each) => sum + each, 0)) / Math.max(1, others);
  const short = row.filter((_, index) => (kinds[index] ?? 0) <= width).flat();
  const least = cardWidth(short, context.density, { ...context, terse: true });
  if (wide.length === 0 || left < (others > 0 ? least : 0)) return alike;
  return kinds.map((kind) => (kind > width ? kind : Math.min(width, left)));
}

/** A pointer to another object of the list, above the cards, so that it crosses no text. */
export function linkPath(from: Box, to: Box, lane: number): string {
  const x1 = from.x + from.width / 2;
  const x2 = to.x + to.width / 2 + (to.x < from.x ? 6 : -6);
  if (from.y === to.y) {
    const rise = Math.max(from.y - 4 - lane * 3, 0 - 7);
    return `M${x1} ${from.y} V${rise} H${x2} V${to.y - 1}`;
  }
  const [y1, y2] =
    to.y < from.y ? [from.y, to.y + to.height + 2] : [from.y + from.height, to.y - 2];
  const bend = (y1 + y2) / 2;
  return `M${x1} ${y1} V${bend} H${x2} V${y2}`;
}

/**
 * The names of a compensation record's pointers: to the record that it undoes, or to the one that
 * comes next.
 */
const TAKES_BACK = /^(undo next LSN|compensates|undoes)$/;

/**
 * The pointers that are drawn as arrows. A compensation record has only the one to the record that
 * it undoes, if it names one: an arrow to the record before it would look the same.
 */
export function arrowsOf({ fields, links }: Pick<Item, 'fields' | 'links'>): Item['links'] {
  const takesBack = fields.some(({ name }) => TAKES_BACK.test(name.en));
  return takesBack ? links.filter(({ name }) => TAKES_BACK.test(name.en)) : links;
}

function Draw({ structure, extent, layout, context, frame }: DrawProps) {
  const rows = rowsOf(extent.items);
  const boxes = boxesOf(structure, layout);
  const links = structure.items.flatMap((item) =>
    arrowsOf(item).flatMap((link) => {
      const from = boxes.get(item.key);
      const to = link.structure === structure.id ? boxes.get(link.key) : undefined;
      const there = structure.items.some(({ key }) => key === link.key);
      return from && to && there && from !== to ? [{ item, link, from, to }] : [];
    }),
  );
  return (
    <>
      {rows.map(([name, [first]]) => {
        const box = first && layout.items.get(first.key);
        return (
          name &&
          box && (
            <text key={name.en} className="field-name" x={2} y={box.y + 15}>
              {context.text(name)}
            </text>
          )
        );
      })}
      {links.map(({ item, link, from, to }, index) => (
        <path
          key={`${item.key}-${link.key}-${link.name.en}`}
          className={`link ${txnClass(item.txn)}`}
          d={linkPath(from, to, index % 2)}
          markerEnd="url(#link-end)"
        />
      ))}
      {structure.items.map((item) => {
        const box = boxes.get(item.key);
        // A pointer with an arrow is not repeated in words; one without a visible target stays in
        // words.
        const drawn = links.filter((each) => each.item === item).map(({ link }) => link);
        const linked = item.links.length === drawn.length ? item : { ...item, links: drawn };
        // A card does not repeat what its row says.
        const shown =
          rows.length > 1
            ? { ...linked, tags: item.tags.filter((tag) => tag !== rowOf(item)) }
            : linked;
        return box && frame(item, box, <Card item={shown} box={box} context={context} />);
      })}
    </>
  );
}

/** Objects with their fields, and the pointers between them. */
export const list: ShapeRenderer = { measure, locate: boxesOf, Draw, arrows: true, Piece: Card };
