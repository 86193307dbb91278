import type { Frame, Item, Structure } from '../../engine/protocol';
import type { ItemName } from '../../model/frame/counterparts';
import type { Named } from '../../model/lecture/subjects';
import { shapes } from '../shapes';
import type { Box } from '../shapes/shape';
import { endOf } from './ends';
import type { StructurePlace } from './layout/stacks';
import type { StageLayout } from './layout/stage_layout';
import { boxNamed } from './layout/subjects';

/** An item's place in the layout, and the window through which its structure is seen. */
export interface Drawn {
  readonly box: Box;
  readonly window: Box;
}

/** The places of things at one position: the layout, and the scroll of each structure. */
export interface Places {
  /** Returns the distance by which the content of a place is scrolled. */
  readonly scroll: (place: StructurePlace) => number;
  /**
   * Returns the place of an item; that of its structure's name where it is folded; undefined where
   * it is not shown.
   */
  readonly drawn: (structure: string, key: number) => Drawn | undefined;
  /**
   * Returns the place of an item, at the window's edge where it is scrolled out of sight. If items
   * inside it are drawn, the place is around these, or around those of the first row where they
   * fill more than one.
   */
  readonly home: (structure: string, key: number, inner?: readonly number[]) => Box | undefined;
}

/** The items that a structure shows now, relative to its content. */
export function itemsAt(
  place: StructurePlace,
  structure: Structure | undefined,
): ReadonlyMap<number, Box> {
  const { locate } = shapes[place.extent.shape];
  if (!structure || !locate) return place.content.items;
  return locate(structure, place.content, place.extent, place.context);
}

/**
 * The least scroll, in complete rows, after which all of `from` to `to` is visible, or its
 * beginning if that is too much. Rows may differ in height: a row begins at the top.
 */
export function scrollTo(place: StructurePlace, from: number, to: number): number {
  const { content, box } = place;
  const { row, head = 0 } = content;
  const most = Math.max(0, content.height - box.height);
  if (most <= 0 || to <= box.height) return 0;
  const wanted = Math.ceil((to - box.height - 1) / row) * row;
  const tops = [...content.items.values()].map(({ y }) => y);
  const isRow = (from - head) % row === 0;
  const highest = isRow || !tops.includes(from) ? Math.floor((from - head) / row) * row : from;
  return Math.min(most, wanted, Math.max(0, highest));
}

/**
 * Scrolls every structure so that the items of the sentence are visible, then what moves, beginning
 * with the first of `wanted`, then the cache's content, as far as there is room; if nothing is
 * named and nothing moves, the newest item. The structures of a group scroll to the same place. It
 * is a function of the frame alone: going back shows the same picture as before.
 */
export function placesAt(
  layout: StageLayout,
  frame: Frame,
  wanted: readonly ItemName[],
  named: readonly Named[] = [],
): Places {
  const shown = new Map(frame.structures.map((structure) => [structure.id, structure]));
  const items = boxesAt(layout, frame);
  const scrolls = new Map<string, number>();
  // The content of cache lines is joined to its place by a line.
  const held = frame.cacheLines.flatMap(({ holds }) => holds);
  const meant = [...named, ...wanted, ...held];
  for (const number of new Set(layout.places.map(({ group }) => group))) {
    const group = layout.places.filter((each) => each.group === number);
    const boxesOf = (names: readonly Named[]) =>
      names.flatMap((name) => {
        const place = group.find(({ id }) => id === name.structure);
        const structure = shown.get(name.structure);
        const own = items.get(name.structure);
        if (!place || !structure || !own) return [];
        return boxNamed(structure, own, name, place.extent, place.context) ?? [];
      });
    // The filled places of a member, and free ones that are meant.
    const filled = group.map(({ id: structure }) =>
      boxesOf([
        ...meant.filter((each) => each.structure === structure),
        ...(shown.get(structure)?.items ?? [])
          .filter(({ state }) => state !== 'empty')
          .map(({ key }) => ({ structure, key })),
      ]),
    );
    const [subjects, moving] = [boxesOf(named), boxesOf(wanted)];
    const start =
      spanOf(subjects) ??
      spanOf(moving.slice(0, 1)) ??
      spanOf(filled.flatMap((boxes) => boxes.at(-1) ?? []));
    if (!start) continue;
    const more = [...moving, ...boxesOf(held)];
    // A higher window shows more of the rows before.
    for (const [index, each] of group.entries())
      scrolls.set(
        each.id,
        scrollOf(each, widened(start, more, each.box.height), filled[index] ?? []),
      );
  }
  return scrolledBy((place) => scrolls.get(place.id) ?? 0, layout, frame, items);
}

/** The part of a group's rows that must be visible. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const spanOf = (boxes: readonly Box[]): Span | undefined =>
  boxes.length === 0
    ? undefined
    : {
        from: Math.min(...boxes.map(({ y }) => y)),
        to: Math.max(...boxes.map(({ y, height }) => y + height)),
      };

/** A span with as many of these boxes, in their order, as there is room for. */
const widened = (span: Span, boxes: readonly Box[], room: number): Span =>
  boxes.reduce((own, { y, height }) => {
    const both = { from: Math.min(own.from, y), to: Math.max(own.to, y + height) };
    return both.to - both.from <= room ? both : own;
  }, span);

/**
 * The scroll of a member: that of its group, or that to its nearest item where it would show only
 * free places, since an empty window looks as if there were nothing.
 */
function scrollOf(place: StructurePlace, { from, to }: Span, filled: readonly Box[]): number {
  const top = scrollTo(place, from, to);
  const bottom = top + place.box.height;
  if (filled.some(({ y, height }) => y + height - SEEN > top && y + SEEN < bottom)) return top;
  const away = ({ y, height }: Box) => Math.max(from - y, y + height - to);
  const [nearest] = [...filled].sort((one, other) => away(one) - away(other));
  return nearest ? scrollTo(place, nearest.y, nearest.y + nearest.height) : top;
}

const wholeOf = ({ extent }: StructurePlace, { key }: Item): Item | undefined =>
  extent.items.find((item) => item.key === key);

type Boxes = ReadonlyMap<string, ReadonlyMap<number, Box>>;

/** The places of the items of every structure, relative to its content. */
export function boxesAt(layout: StageLayout, frame: Frame): Boxes {
  const shown = new Map(frame.structures.map((structure) => [structure.id, structure]));
  return new Map(layout.places.map((place) => [place.id, itemsAt(place, shown.get(place.id))]));
}

/** The places, with each structure scrolled as far as wanted and possible. */
export function scrolledBy(
  wanted: Places['scroll'],
  layout: StageLayout,
  frame: Frame,
  items: Boxes,
): Places {
  const scroll = (place: StructurePlace) =>
    Math.min(wanted(place), Math.max(0, place.content.height - place.box.height));
  const drawn = (structure: string, key: number): Drawn | undefined => {
    const place = layout.places.find(({ id }) => id === structure);
    if (!place) {
      const box = layout.folded.find(({ id }) => id === structure)?.box;
      return box && { box, window: box };
    }
    const box = items.get(structure)?.get(key);
    const [x, y] = [place.box.x, place.box.y - scroll(place)];
    return box && { box: { ...box, x: x + box.x, y: y + box.y }, window: place.box };
  };
  const partsOf = (structure: string, key: number, inner: readonly number[]): Box | undefined => {
    const place = layout.places.find(({ id }) => id === structure);
    const item = frame.structures
      .find(({ id }) => id === structure)
      ?.items.find((each) => each.key === key);
    const inside = place && shapes[place.extent.shape].inside;
    const boxes = items.get(structure);
    if (!place || !item || !inside || !boxes) return undefined;
    const around = endOf(
      inner.flatMap((each) => inside(item, each, boxes, place.context, wholeOf(place, item)) ?? []),
    );
    const [x, y] = [place.box.x, place.box.y - scroll(place)];
    return around && { ...around, x: x + around.x, y: y + around.y };
  };
  return {
    scroll,
    drawn,
    home: (structure, key, inner = []) => {
      const there = drawn(structure, key);
      const parts = there && inner.length > 0 ? partsOf(structure, key, inner) : undefined;
      return there && within(there.window, parts ?? there.box);
    },
  };
}

/** The least visible height of an item that counts as visible. */
const SEEN = 6;
/** The gap before an item at which arrows to it end. */
const BEFORE = 4;

/**
 * The place of an item outside of its window: at the edge behind which it is, without a height, so
 * that no path to it ends on visible items.
 */
function within(outer: Box, box: Box): Box {
  const bottom = outer.y + outer.height;
  if (box.y + box.height < outer.y + SEEN) return { ...box, y: outer.y, height: 0 };
  return box.y > bottom - SEEN ? { ...box, y: bottom + BEFORE, height: 0 } : box;
}
