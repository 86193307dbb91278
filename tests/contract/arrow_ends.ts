import type { Field, Frame, Item, Structure, TransferEnd } from '../../web/engine/protocol';
import { fetchShapes, shapes } from '../../web/stage/shapes';
import { type Box, boundsOf } from '../../web/stage/shapes/shape';
import type { StructurePlace } from '../../web/stage/tiers/layout/stacks';
import type { StageLayout } from '../../web/stage/tiers/layout/stage_layout';
import type { PlacedLine } from '../../web/stage/tiers/placed_lines';
import { itemsAt, type Places } from '../../web/stage/tiers/places';
import { ghostWords, travelsWhole } from '../../web/stage/travel/ghost';
import type { Move } from '../../web/stage/travel/moves';

await fetchShapes();

/** The drawing at one position. */
export interface Picture {
  readonly frame: Frame;
  readonly layout: StageLayout;
  readonly places: Places;
  readonly lines: readonly PlacedLine[];
}

const LINE_BYTES = 64;
const TOLERANCE = 1;
/** The distance below the window at which a hidden item's arrow ends. */
const EDGE = 4;

const centreOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

const isIn = ({ x, y }: { x: number; y: number }, box: Box): boolean =>
  x >= box.x - TOLERANCE &&
  x <= box.x + box.width + TOLERANCE &&
  y >= box.y - TOLERANCE &&
  y <= box.y + box.height + TOLERANCE;

const isAsLarge = (box: Box, other: Box): boolean =>
  box.width >= other.width - TOLERANCE && box.height >= other.height - TOLERANCE;

const isHidden = (box: Box, window: Box): boolean =>
  box.y < window.y - TOLERANCE || box.y + box.height > window.y + window.height + TOLERANCE;

/**
 * The end of an arrow to a hidden item is at the edge behind which it is, and on nothing that is
 * visible there.
 */
const isAtEdge = (box: Box, end: Box, window: Box): boolean =>
  isHidden(box, window) &&
  end.height === 0 &&
  Math.abs(box.x - end.x) <= TOLERANCE &&
  (end.y <= window.y + TOLERANCE || end.y >= window.y + window.height - TOLERANCE);

/** An item that is drawn, and the fields that have no more exact place than its box. */
interface DrawnItem {
  readonly box: Box;
  readonly fields: readonly Field[];
}

const allFields = ({ fields, items = [] }: Item): readonly Field[] => [
  ...fields,
  ...items.flatMap(allFields),
];

/** The boxes of a structure's items, and of those inside of them that have one. */
function drawnItems(place: StructurePlace, structure: Structure, { places }: Picture): DrawnItem[] {
  const boxes = itemsAt(place, structure);
  const { inside } = shapes[place.extent.shape];
  const [dx, dy] = [place.box.x, place.box.y - places.scroll(place)];
  const at = (box: Box): Box => ({ ...box, x: box.x + dx, y: box.y + dy });
  return structure.items.flatMap((item) => {
    const box = boxes.get(item.key);
    const largest = place.extent.items.find(({ key }) => key === item.key);
    const parts = (item.items ?? []).map((each) => ({
      item: each,
      box: inside?.(item, each.key, boxes, place.context, largest),
    }));
    const hidden = parts.filter((part) => !part.box).flatMap((part) => allFields(part.item));
    const whole = { fields: [...item.fields, ...hidden], all: allFields(item) };
    const inner = parts.flatMap((part) =>
      part.box ? [{ box: at(part.box), fields: allFields(part.item) }] : [],
    );
    return box ? [{ box: at(box), ...whole }, ...inner] : inner;
  });
}

const holds = (fields: readonly Field[], tier: string, address: number): boolean =>
  fields.some(
    (field) =>
      field.tier === tier && field.address <= address && address < field.address + field.size,
  );

/**
 * The faults of a move's end that no item shows: it must be in the band of its tier, which is used.
 */
function* bandOf(move: Move, end: TransferEnd, { frame, layout }: Picture): Generator<string> {
  const band = layout.bands.find(({ tier }) => tier === end.tier);
  const { y } = centreOf(move.to);
  if (!band || y < band.y || y > band.y + band.height) yield `ends outside of ${end.tier}`;
  const used =
    end.tier === 'cache' || frame.structures.some(({ tier }) => tier === end.tier) || !band?.line;
  if (!used) yield `ends in ${end.tier}, which is not used`;
}

/** The greatest distance of the middle of a bundle from one of its items. */
const NEXT = 24;

/** True if the end is in the row of one of these, at it or beside it. */
const isInRow = (end: Box, boxes: readonly Box[]): boolean => {
  const { x } = centreOf(end);
  return boxes.some(
    (box) =>
      Math.abs(box.y - end.y) <= TOLERANCE && box.x - NEXT <= x && x <= box.x + box.width + NEXT,
  );
};

/** The arrow to several items ends at them, and on nothing else that is drawn there. */
function isOnOwn(end: Box, own: readonly DrawnItem[], drawn: readonly DrawnItem[]): boolean {
  const head = { x: centreOf(end).x, y: end.y + TOLERANCE };
  const isWhole = ({ box }: DrawnItem) => own.some((each) => isIn(centreOf(each.box), box));
  const onOther = drawn.some(
    (each) => !own.includes(each) && !isWhole(each) && isIn(head, each.box),
  );
  const boxes = own.map(({ box }) => box);
  return isInRow(end, boxes) && !onOther;
}

/** The faults of a move's end. */
function* endOf(move: Move, picture: Picture): Generator<string> {
  const { to } = move.transfer;
  const { frame, layout, lines } = picture;
  const centre = centreOf(move.to);
  if (to.tier === 'client') return;
  if (to.tier === 'cache') {
    const line = lines.find(({ box }) => isIn(centre, box));
    const first = to.address - (to.address % LINE_BYTES);
    const shown = lines.some((each) => each.line.address === first);
    if (shown && line?.line.address !== first) yield 'does not end in its cache line';
    if (!shown) yield* bandOf(move, to, picture);
    return;
  }
  const place = layout.places.find(({ id }) => id === to.structure);
  const structure = frame.structures.find(({ id }) => id === to.structure);
  if (!place || !structure || to.keys.length === 0) {
    yield* bandOf(move, to, picture);
    const beyond = { ...place?.box, height: (place?.box.height ?? 0) + EDGE } as Box;
    if (place && !isIn(centre, beyond)) yield 'ends outside of its structure';
    return;
  }
  const drawn = drawnItems(place, structure, picture);
  const there = drawn.filter(({ box }) => isIn(centre, box) && isAsLarge(box, move.to));
  const known = drawn.some(({ fields }) => holds(fields, to.tier, to.address));
  const all = drawn.filter((each) => holdsAny(each, move));
  const smallest = there.sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)[0];
  const inOne = smallest !== undefined && holdsAny(smallest, move);
  const around = all.length > 1 ? boundsOf(all.map(({ box }) => box)) : undefined;
  const beyondAll = around && isAtEdge(around, move.to, place.box);
  const onOwn = isOnOwn(move.to, all, drawn);
  const atEdge = all.some(({ box }) => isAtEdge(box, move.to, place.box));
  if (known && move.count === 1 && !inOne && !onOwn && !beyondAll && !atEdge)
    yield `does not end in the item with its bytes`;
}

/**
 * Each item of a transfer of several contains one end; data that are read come from bytes of
 * another tier.
 */
function holdsAny({ fields }: DrawnItem, { brings, transfer }: Move): boolean {
  const { to } = transfer;
  const own = brings.filter(({ tier }) => to.tier === tier);
  return own.length > 0
    ? own.some(({ tier, address }) => holds(fields, tier, address))
    : holds(fields, to.tier, to.address);
}

/** The faults of a travelling thing's text: each arriving value must be in it. */
function* ghostOf({ item, brings }: Move): Generator<string> {
  if (!item) return;
  const said = travelsWhole(item.item, brings)
    ? allFields(item.item).map(({ value }) => value)
    : [ghostWords(item.item, brings, ({ en }) => en)];
  const cells = [item.item, ...(item.item.items ?? [])].filter(({ links }) => links.length > 0);
  for (const { label, fields, links } of cells)
    for (const { address, value } of brings.filter((each) => each.value.endsWith('…')))
      if (fields.length === 1 && fields.some((field) => field.address === address))
        yield `says ${label} ${value}, which leads to ${links[0]?.key}`;
  // A pointer to a target that is not shown has no name in the text.
  for (const { name, value } of brings.filter((each) => !each.value.endsWith('…')))
    if (!said.some((each) => each.includes(value))) yield `does not say ${name.en} ${value}`;
}

/** Everything that is wrong with an arrow: where it ends, and what travels along it. */
export function arrowFaults(move: Move, picture: Picture): readonly string[] {
  const what = `${move.transfer.kind} to ${move.transfer.to.structure ?? move.transfer.to.tier} ${move.transfer.to.keys}`;
  return [...endOf(move, picture), ...ghostOf(move)].map((fault) => `${what} ${fault}`);
}

/** A bundle has both ends on items of its own, those that are visible. */
export function bundleFaults({ transfer, from, to, parts = [] }: Move): readonly string[] {
  const isOn = (end: Box, boxes: readonly Box[]): boolean => {
    const seen = boxes.filter(({ height }) => height > 0);
    return isInRow(end, seen.length > 0 ? seen : boxes);
  };
  const what = `${transfer.kind} of ${transfer.to.keys.length} to ${transfer.to.structure}`;
  const fromOwn =
    parts.length === 0 ||
    isOn(
      from,
      parts.map((part) => part.from),
    );
  const toOwn =
    parts.length === 0 ||
    isOn(
      to,
      parts.map((part) => part.to),
    );
  return [
    ...(fromOwn ? [] : [`${what} begins on none of what it moves`]),
    ...(toOwn ? [] : [`${what} ends on none of what it moves`]),
  ];
}
