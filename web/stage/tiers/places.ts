import type { Frame, Structure } from '../../engine/protocol';
import { shapes } from '../shapes';
import type { Box } from '../shapes/shape';
import type { StructurePlace } from './stacks';
import type { StageLayout } from './stage_layout';

/** An item of a structure. */
export interface ItemName {
  readonly structure: string;
  readonly key: number;
}

/** Where things are at one position: the layout, and how far each structure is scrolled. */
export interface Places {
  /** How far the content of a place is moved up. */
  readonly scroll: (place: StructurePlace) => number;
  /** Where an item is drawn; at its structure's name where that is folded; undefined where it is not shown. */
  readonly home: (structure: string, key: number) => Box | undefined;
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

/** The least scroll, in whole rows, after which all of `from` to `to` is seen, or its beginning if that is too much. */
function scrollTo(place: StructurePlace, from: number, to: number): number {
  const { content, box } = place;
  const most = Math.max(0, content.height - box.height);
  if (most <= 0 || to <= box.height) return 0;
  const wanted = Math.ceil((to - box.height - 1) / content.row) * content.row;
  const highest = Math.floor((from - (content.head ?? 0)) / content.row) * content.row;
  return Math.min(most, wanted, Math.max(0, highest));
}

/**
 * Scrolls every structure so that what moves is seen, the first of `wanted` first, and the newest item where nothing
 * moves. Structures of a group scroll together. A function of the frame alone: going back shows what was there.
 */
export function placesAt(layout: StageLayout, frame: Frame, wanted: readonly ItemName[]): Places {
  const shown = new Map(frame.structures.map((structure) => [structure.id, structure]));
  const items = new Map(
    layout.places.map((place) => [place.id, itemsAt(place, shown.get(place.id))]),
  );
  const scrolls = new Map<number, number>();
  for (const place of layout.places) {
    if (scrolls.has(place.group)) continue;
    const group = layout.places.filter((each) => each.group === place.group);
    const boxes = wanted.flatMap(({ structure, key }) =>
      group.flatMap((each) => (each.id === structure ? (items.get(each.id)?.get(key) ?? []) : [])),
    );
    const newest = group.flatMap((each) => {
      const there = shown.get(each.id)?.items.filter(({ state }) => state !== 'empty') ?? [];
      const last = there.at(-1);
      return (last && items.get(each.id)?.get(last.key)) ?? [];
    });
    const seen = boxes.length > 0 ? boxes : newest;
    const lowest = group.reduce((one, other) => (other.box.height < one.box.height ? other : one));
    const first = seen[0];
    const scroll =
      first === undefined
        ? 0
        : scrollTo(
            lowest,
            boxes.length > 0 ? Math.min(...seen.map(({ y }) => y)) : first.y,
            Math.max(...seen.map(({ y, height }) => y + height)),
          );
    scrolls.set(place.group, scroll);
  }
  const scroll = (place: StructurePlace) =>
    Math.min(scrolls.get(place.group) ?? 0, Math.max(0, place.content.height - place.box.height));
  return {
    scroll,
    home: (structure, key) => {
      const place = layout.places.find(({ id }) => id === structure);
      if (!place) return layout.folded.find(({ id }) => id === structure)?.box;
      const box = items.get(structure)?.get(key);
      if (!box) return undefined;
      return within(place.box, {
        ...box,
        x: place.box.x + box.x,
        y: place.box.y + box.y - scroll(place),
      });
    },
  };
}

/** What is scrolled out of sight is at the edge behind which it is. */
function within(outer: Box, box: Box): Box {
  const y = Math.min(Math.max(box.y, outer.y - box.height + 6), outer.y + outer.height - 6);
  return { ...box, y };
}
