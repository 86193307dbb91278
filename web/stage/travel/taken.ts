import type { Frame, Item, StructureExtent } from '../../engine/protocol';
import { monoWidth, sansWidth } from '../../ui/text_width';
import type { Box } from '../shapes/shape';
import { isUnused, nameAt } from '../tiers/bands';
import type { StructurePlace } from '../tiers/layout/stacks';
import type { Band, StageLayout } from '../tiers/layout/stage_layout';
import { itemsAt, type Places } from '../tiers/places';

/** The drawing at one position, without the things that travel. */
export interface Drawing {
  readonly frame: Frame;
  readonly layout: StageLayout;
  readonly places: Places;
  readonly extents: readonly Pick<StructureExtent, 'tier'>[];
  /** The boxes of cache lines and clients. */
  readonly boxes: readonly Box[];
  /** The words on a tier that the system does not use, and each tier's name. */
  readonly unused: string;
  readonly tierName: (tier: Band['tier']) => string;
}

/** Captions stand above the structures that they name. */
const CAPTION = { above: 17, height: 14 };
/** The number of items stands behind a structure's name. */
const COUNT = 84;
/** The number of hidden rows, `▾ 3 rows`, at the right end of a structure's name. */
const ROWS = 70;
const BAND_NAME = 12.5;
const SIGN = 20;

function* namesOf(band: Band, { layout, extents, unused, tierName }: Drawing): Generator<Box> {
  const { narrow, width, bodyX } = layout;
  if (band.height === 0) return;
  const y = band.y + nameAt(band, layout) - 12;
  const name = sansWidth(tierName(band.tier), BAND_NAME) * 1.06;
  // The name, a note, and folded structures stand left of a band's content.
  if (narrow || band.line) yield { x: 12, y, width: name, height: 16 };
  else yield { x: 0, y: band.y, width: bodyX - 6, height: band.height };
  if (!isUnused(band, layout, extents)) return;
  const own = sansWidth(unused);
  yield { x: narrow ? width - 12 - own : bodyX, y, width: own, height: 16 };
}

const keysOf = ({ key, items = [] }: Item): readonly number[] => [key, ...items.flatMap(keysOf)];

const meet = (one: Box, other: Box): Box => {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const right = Math.min(one.x + one.width, other.x + other.width);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
};

function* structureAt(place: StructurePlace, { frame, places }: Drawing): Generator<Box> {
  const { box, content, context, captionX, captionWidth } = place;
  const structure = frame.structures.find(({ id }) => id === place.id);
  const y = box.y - CAPTION.above;
  const title = sansWidth(context.text(place.extent.title)) + COUNT;
  yield { x: box.x + captionX, y, width: Math.min(title, captionWidth), height: CAPTION.height };
  const scrolls = content.height > box.height + 1;
  const right = box.x + Math.min(box.width, captionX + captionWidth);
  if (scrolls) yield { x: right - ROWS, y, width: ROWS, height: CAPTION.height };
  if (content.head !== undefined && places.scroll(place) < content.head)
    yield { x: box.x, y: box.y, width: Math.min(content.width, box.width), height: content.head };
  const boxes = itemsAt(place, structure);
  const seen = { ...box, y: box.y - 4, height: box.height + 8 };
  for (const item of structure?.items ?? []) {
    // A row of a table shows its number even if it is free.
    const isFree = item.state === 'empty' && item.fields.length === 0;
    if (isFree && place.extent.shape !== 'table') continue;
    for (const key of keysOf(item)) {
      const own = boxes.get(key);
      const at = own && { ...own, x: own.x + box.x, y: own.y + box.y - places.scroll(place) };
      const left = at && (scrolls ? meet(at, seen) : at);
      if (left && left.height > 0) yield left;
    }
  }
}

/** The sign of the boundary. */
export function signBox({ boundaryY, narrow, bodyX }: StageLayout): Box {
  return { x: 8, y: boundaryY - SIGN / 2, width: narrow ? 110 : bodyX - 16, height: SIGN };
}

/** All boxes that travelling things must not rest on: names, signs, items. */
export function takenBy(drawing: Drawing): readonly Box[] {
  const { layout, boxes } = drawing;
  const { folded, clients, banks, wear } = layout;
  const foldedBoxes = folded.flatMap(({ box, together }) => (together === 0 ? [] : [box]));
  return [
    signBox(layout),
    ...layout.bands.flatMap((band) => [...namesOf(band, drawing)]),
    ...layout.places.flatMap((place) => [...structureAt(place, drawing)]),
    ...foldedBoxes,
    ...boxes,
    ...(clients ? [{ ...clients, width: monoWidth('Clients') + 16 }] : []),
    ...[banks, wear].flatMap((box) => box ?? []),
  ];
}
