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
 * Scrolls every structure so that what the sentence names is seen, else what moves, the first of
 * `wanted` first, and the newest item where nothing moves. Those of a group scroll to the same. A
 * function of the frame alone: going back shows what was there.
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
  for (const number of new Set(layout.places.map(({ group }) => group))) {
    const group = layout.places.filter((each) => each.group === number);
    const boxesOf = (names: readonly Named[]) =>
      names.flatMap((name) =>
        group.flatMap((each) => {
          const [structure, own] = [shown.get(each.id), items.get(each.id)];
          if (each.id !== name.structure || !structure || !own) return [];
          return boxNamed(structure, own, name, each.extent, each.context) ?? [];
        }),
      );
    const subjects = boxesOf(named);
    const boxes = subjects.length > 0 ? subjects : boxesOf(wanted);
    const newest = group.flatMap((each) => {
      const there = shown.get(each.id)?.items.filter(({ state }) => state !== 'empty') ?? [];
      const last = there.at(-1);
      return (last && items.get(each.id)?.get(last.key)) ?? [];
    });
    const seen = boxes.length > 0 ? boxes : newest;
    const first = seen[0];
    if (first === undefined) continue;
    const from = boxes.length > 0 ? Math.min(...seen.map(({ y }) => y)) : first.y;
    const to = Math.max(...seen.map(({ y, height }) => y + height));
    // The higher a window is, the more is seen of what comes before.
    for (const each of group) scrolls.set(each.id, scrollTo(each, from, to));
  }
  return scrolledBy((place) => scrolls.get(place.id) ?? 0, layout, frame, items);
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
