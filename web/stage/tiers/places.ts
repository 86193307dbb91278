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

/** Where things are at one position: the layout, and how far each structure is scrolled. */
export interface Places {
  /** How far the content of a place is moved up. */
  readonly scroll: (place: StructurePlace) => number;
  /**
   * Where an item is; at its structure's name where that is folded; undefined where it is not
   * shown.
   */
  readonly drawn: (structure: string, key: number) => Drawn | undefined;
  /**
   * The same, at the window's edge where it is scrolled out of sight; where those inside of it are
   * drawn, around these, or those of the first row where they fill more than one.
   */
  readonly home: (structure: string, key: number, inner?: readonly number[]) => Box | undefined;
}

/** Items of what a structure shows now, relative to its content. */
export function itemsAt(
  place: StructurePlace,
  structure: Structure | undefined,
): ReadonlyMap<number, Box> {
  const { locate } = shapes[place.extent.shape];
  if (!structure || !locate) return place.content.items;
  return locate(structure, place.content, place.extent, place.context);
}

/**
 * The least scroll, in whole rows, after which all of `from` to `to` is seen, or its beginning if
 * that is too much. Rows need not be alike: what is seen at the top begins there.
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
 * Scrolls every structure so that what the sentence names is seen, then what moves, the first of
 * `wanted` first, and what the cache holds, as far as there is room; where nothing is named and
 * nothing moves, the newest item. Those of a group scroll to the same. A function of the frame
 * alone: going back shows what was there.
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
  // What lines of the cache hold has a line to its place.
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
    // Where a member has anything but free places, or a free one that is meant.
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
    // The higher a window is, the more is seen of what comes before.
    for (const [index, each] of group.entries())
      scrolls.set(
        each.id,
        scrollOf(each, widened(start, more, each.box.height), filled[index] ?? []),
      );
  }
  return scrolledBy((place) => scrolls.get(place.id) ?? 0, layout, frame, items);
}

/** What is to be seen of a group's rows. */
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
 * How far a member scrolls with its group, or to its nearest item where it would show nothing but
 * free places: an empty window says that there is nothing.
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

/** Where the items of every structure are, relative to its content. */
export function boxesAt(layout: StageLayout, frame: Frame): Boxes {
  const shown = new Map(frame.structures.map((structure) => [structure.id, structure]));
  return new Map(layout.places.map((place) => [place.id, itemsAt(place, shown.get(place.id))]));
}

/** The places, with each structure scrolled as far as is wanted and there is more of it. */
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

/** So much of an item is seen at least, or it is out of sight. */
const SEEN = 6;
/** What leads there ends so far before it. */
const BEFORE = 4;

/**
 * What is scrolled out of sight is at the edge behind which it is, and has no height there: no way
 * to it ends on what is seen.
 */
function within(outer: Box, box: Box): Box {
  const bottom = outer.y + outer.height;
  if (box.y + box.height < outer.y + SEEN) return { ...box, y: outer.y, height: 0 };
  return box.y > bottom - SEEN ? { ...box, y: bottom + BEFORE, height: 0 } : box;
}
