import type { Frame, Item, Structure } from '../../engine/protocol';
import { counterpartsOf, type ItemName, itemsOf } from '../../model/frame/counterparts';
import { shapes } from '../shapes';
import type { Box } from '../shapes/shape';
import type { StructurePlace } from './layout/stacks';
import type { StageLayout } from './layout/stage_layout';
import { boxesAt, type Drawn, type Places, scrolledBy, scrollTo } from './places';

/** The room for the ring around an item. */
const RING = 3;

interface CounterpartLine {
  readonly from: Box;
  readonly to: Box;
}

/** The ends of the pointers of one item, as they are drawn over the structures. */
export interface CounterpartMarks {
  /** The rings around the item and each visible counterpart. */
  readonly rings: readonly Box[];
  /**
   * The lines from a pointer to its target, where both are visible and the structure has no arrow
   * there.
   */
  readonly lines: readonly CounterpartLine[];
  /** The places at the edge behind which a counterpart is. */
  readonly edges: readonly { readonly x: number; readonly y: number; readonly below: boolean }[];
}

/** The intersection of both; undefined where they are apart. */
function common(one: Box, other: Box): Box | undefined {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** The visible part of an item, if that is most of it. */
function seenOf({ box, window }: Drawn, view: Box): Box | undefined {
  const open = common(window, view);
  const seen = open && common(box, open);
  return seen && 2 * seen.width * seen.height >= box.width * box.height ? seen : undefined;
}

function edgeOf({ box, window }: Drawn, view: Box): CounterpartMarks['edges'][number] {
  const open = common(window, view) ?? view;
  const within = (value: number, from: number, size: number) =>
    Math.min(Math.max(value, from), from + size);
  const x = within(box.x + box.width / 2, open.x, open.width);
  const below = box.y + box.height / 2 > open.y + open.height / 2;
  return { x, y: below ? open.y + open.height : open.y, below };
}

/**
 * The marks while the pointer is at an item; `view` is the part of the layout that is on screen.
 */
export function counterpartMarks(
  structures: readonly Structure[],
  item: ItemName,
  { drawn }: Pick<Places, 'drawn'>,
  view: Box,
): CounterpartMarks {
  const place = drawn(item.structure, item.key);
  const own = place && seenOf(place, view);
  const others = new Map<Item, Box | undefined>();
  const lines: CounterpartLine[] = [];
  const edges: CounterpartMarks['edges'][number][] = [];
  for (const { structure, item: other, pointsHere } of counterpartsOf(structures, item)) {
    const there = drawn(structure.id, other.key);
    if (!there) continue;
    const box = others.has(other) ? others.get(other) : seenOf(there, view);
    if (!box && !others.has(other)) edges.push(edgeOf(there, view));
    others.set(other, box);
    const hasArrow = structure.id === item.structure && shapes[structure.shape].arrows === true;
    if (box && own && !hasArrow)
      lines.push(pointsHere ? { from: box, to: own } : { from: own, to: box });
  }
  const seen = others.size > 0 ? [own, ...others.values()] : [];
  return { rings: seen.filter((box) => box !== undefined), lines, edges };
}

/** The boxes of all visible items. */
export function seenItems(
  structures: readonly Structure[],
  { drawn }: Pick<Places, 'drawn'>,
  view: Box,
): readonly Box[] {
  return structures.flatMap((structure) =>
    itemsOf(structure).flatMap(({ key }) => {
      const place = drawn(structure.id, key);
      return (place && seenOf(place, view)) ?? [];
    }),
  );
}

type Point = readonly [x: number, y: number];
type Curve = readonly [Point, Point, Point, Point];

/** The places along an edge at which a line may begin or end, the best first. */
const ALONG = [0.5, 0.35, 0.65, 0.2, 0.8, 0, 1];
const SAMPLES = Array.from({ length: 19 }, (_, n) => (n + 1) / 20);
/** The distance within which a line also covers a box. */
const NEAR = 2;

function pointOf([a, b, c, d]: Curve, t: number): Point {
  const mixed = (axis: 0 | 1) =>
    a[axis] * (1 - t) ** 3 +
    3 * b[axis] * t * (1 - t) ** 2 +
    3 * c[axis] * t ** 2 * (1 - t) +
    d[axis] * t ** 3;
  return [mixed(0), mixed(1)];
}

/**
 * A curve from ring to ring: through the space between them, or below both if they are side by
 * side.
 */
function curveOf(from: Box, to: Box, leave: number, arrive: number): Curve {
  const [x1, x2] = [from.x + from.width * leave, to.x + to.width * arrive];
  const [top, bottom] = [from.y - RING, from.y + from.height + RING];
  const [upper, lower] = [to.y - RING, to.y + to.height + RING];
  const beside = bottom >= upper && lower >= top;
  const y1 = beside || bottom < upper ? bottom : top;
  const y2 = !beside && bottom < upper ? upper : lower;
  const bend = beside
    ? Math.max(bottom, lower) + Math.min(28, 8 + Math.abs(x2 - x1) / 8)
    : (y1 + y2) / 2;
  return [
    [x1, y1],
    [x1, bend],
    [x2, bend],
    [x2, y2],
  ];
}

const covers = ({ x, y, width, height }: Box, [left, top]: Point): boolean =>
  x - NEAR < left && left < x + width + NEAR && y - NEAR < top && top < y + height + NEAR;

/** The curve from one item to another that covers as little as possible of what is between them. */
export function counterpartPath(from: Box, to: Box, items: readonly Box[]): string {
  const others = items.filter((box) => !common(box, from) && !common(box, to));
  const costOf = (curve: Curve): number =>
    SAMPLES.filter((t) => others.some((box) => covers(box, pointOf(curve, t)))).length;
  let best = curveOf(from, to, 0.5, 0.5);
  let least = costOf(best);
  for (const leave of ALONG)
    for (const arrive of ALONG) {
      if (least === 0) break;
      const curve = curveOf(from, to, leave, arrive);
      const cost = costOf(curve);
      if (cost < least) [best, least] = [curve, cost];
    }
  const [start, ...rest] = best.map((point) => point.join(' '));
  return `M${start} C${rest.join(' ')}`;
}

/** The height of an item outside of its structure's window; 0 where all of it is visible. */
const hidden = ({ box, window }: Drawn): number =>
  Math.max(0, window.y - box.y, box.y + box.height - window.y - window.height);

/**
 * The places, scrolled so that an item and its counterparts are visible; unchanged if they are
 * already. The structure of the item does not scroll while any of the item is visible: it may be
 * under the pointer.
 */
export function showing(item: ItemName, places: Places, layout: StageLayout, frame: Frame): Places {
  const placeOf = (id: string) => layout.places.find((place) => place.id === id);
  const own = placeOf(item.structure)?.group;
  const names = counterpartsOf(frame.structures, item).map(({ structure, item: { key } }) => ({
    structure: structure.id,
    key,
  }));
  const scrolls = new Map<number, number>();
  for (const { structure, key } of [item, ...names]) {
    const place = placeOf(structure);
    const there = place && places.drawn(structure, key);
    const isItem = structure === item.structure && key === item.key;
    if (!there || scrolls.has(place.group) || (place.group === own && !isItem)) continue;
    if (hidden(there) <= (isItem ? there.box.height - 1 : 1)) continue;
    const y = there.box.y - place.box.y + places.scroll(place);
    scrolls.set(place.group, scrollTo(place, y, y + there.box.height));
  }
  if (scrolls.size === 0) return places;
  const scroll = (place: StructurePlace) => scrolls.get(place.group) ?? places.scroll(place);
  return scrolledBy(scroll, layout, frame, boxesAt(layout, frame));
}
