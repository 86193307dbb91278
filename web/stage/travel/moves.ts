import type { Field, Frame, Item, Text, Transfer, TransferEnd } from '../../engine/protocol';
import { queuePlace } from '../../model/frame/banks';
import { held } from '../../model/frame/held_frame';
import { toldApart } from '../../model/frame/line_words';
import { bankBoxes, requestBox } from '../banks/bank_boxes';
import type { Box } from '../shapes/shape';
import { endOf } from '../tiers/ends';
import type { StageLayout } from '../tiers/layout/stage_layout';
import type { PlacedLine } from '../tiers/placed_lines';
import type { Places } from '../tiers/places';
import { broughtTo, withBrought } from './ghost';

/**
 * A thing on its way: its source, its destination, and the place where it rests while it is under
 * way.
 */
export interface Move {
  readonly id: string;
  readonly txn: number;
  readonly transfer: Transfer;
  readonly from: Box;
  readonly to: Box;
  readonly rest: Box;
  /**
   * The item that travels, if it is one, with the arriving values, and the structure that draws it.
   */
  readonly item?: { readonly structure: string; readonly item: Item };
  /** The arriving fields of the item and of those inside of it. */
  readonly brings: readonly Field[];
  /** The number of items that it stands for. */
  readonly count: number;
  /** The moves that are combined into this one. */
  readonly parts?: readonly Move[];
  /** True if it rests in the queue of a bank of the NVM. */
  readonly queued?: true;
  /** The path through its resting place, where that is beside the direct path. */
  readonly way?: string | undefined;
  /** The words in its place. */
  readonly said?: string;
  /** The words for a part that no field shows: the item that describes it, and its words. */
  readonly told?: { readonly structure: Text; readonly label: string; readonly tag: Text };
}

/** True if it is so small that it travels quickly, and needs no words. */
export const isSmall = ({ transfer }: Move): boolean =>
  transfer.kind === 'store' || transfer.kind === 'acknowledge' || transfer.size <= 8;

/** True if it is half-way. */
export const isResting = ({ transfer }: Move): boolean => transfer.state === 'under-way';

/** The places of things that are in no structure. */
export interface Surroundings {
  readonly layout: StageLayout;
  readonly places: Places;
  readonly lines: readonly PlacedLine[];
  /** The lines in disks' volatile caches. */
  readonly onDisks?: readonly PlacedLine[];
  /** The box of the client that runs a transaction. */
  readonly client: (txn: number) => Box | undefined;
}

/** The number of items beyond which those of one transfer travel as one bundle. */
const MOST = 8;
/** The size of a thing without a box of its own. */
const SPOT = { width: 56, height: 20 };
/** The size of an answer without a record: no more than the end of its arrow. */
const ANSWER = { ...SPOT, width: 12 };
/** The distance from the edge of its band, which makes it visibly lie inside. */
const INSIDE = 14;
/** The gap to what stands beside it. */
const BESIDE = 4;
/** The size of a line of a CPU cache. */
export const LINE_BYTES = 64;

export const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** The nearest place beside all of these: below one it would seem to belong to it. */
function asideOf(
  others: readonly Box[],
  x: number,
  [least, most]: readonly [number, number],
  { width } = SPOT,
) {
  const isFree = (at: number) =>
    !others.some((box) => at < box.x + box.width && box.x < at + width);
  const beside = others.flatMap((box) => [box.x - width - BESIDE, box.x + box.width + BESIDE]);
  const free = [x, ...beside].filter((at) => isFree(at) && at >= least && at <= most);
  return free.sort((one, other) => Math.abs(one - x) - Math.abs(other - x))[0] ?? x;
}

/** The other content of a band: lines of a cache, or the structures' drawings. */
function othersIn({ tier }: TransferEnd, { layout, lines }: Surroundings): readonly Box[] {
  if (tier === 'cache') return lines.map(({ box }) => box);
  return layout.places
    .filter((place) => place.tier === tier)
    .map(({ box, content }) => ({ ...box, width: Math.min(box.width, content.width) }));
}

/**
 * A place in a band for a thing that no structure shows: near the other end, at the edge that faces
 * it.
 */
function spot(
  end: TransferEnd,
  other: Box | undefined,
  where: Surroundings,
  { isTarget = false, isAnswer = false } = {},
): Box | undefined {
  const { layout } = where;
  const band = layout.bands.find(({ tier }) => tier === end.tier);
  if (!band) return undefined;
  const size = isAnswer ? ANSWER : SPOT;
  const middle = other ? centre(other).x : layout.bodyX + size.width;
  const room = [layout.bodyX, layout.width - size.width - 8] as const;
  const near = Math.min(Math.max(middle - size.width / 2, room[0]), room[1]);
  // A thread's registers are wherever it stores from; an answer has no neighbours.
  const isAside = isTarget || end.tier === 'cache' || isAnswer;
  const x = isAside ? asideOf(othersIn(end, where), near, room, size) : near;
  const isAbove = other !== undefined && band.y < other.y;
  const y = isAbove ? band.y + band.height - size.height - 4 : band.y + INSIDE;
  return { x, y: band.line ? band.y + 3 : y, ...size };
}

/**
 * The place where a structure shows nothing of what arrives: at its edge, beside its visible
 * content, to which the arrow would seem to lead otherwise.
 */
function edgeOf(
  { structure, tier }: TransferEnd,
  other: Box | undefined,
  { structures }: Frame,
  { layout, places }: Surroundings,
): Box | undefined {
  if (tier === 'cache') return undefined;
  const folded = layout.folded.find(({ id }) => id === structure)?.box;
  const box = layout.places.find(({ id }) => id === structure)?.box;
  if (!box || structure === undefined) return folded;
  const items = structures.find(({ id }) => id === structure)?.items ?? [];
  const shown = items
    .filter(({ state }) => state !== 'empty')
    .flatMap(({ key, items: inner = [] }) => [key, ...inner.map((each) => each.key)])
    .flatMap((key) => places.home(structure, key) ?? []);
  const room = [box.x, Math.max(box.x, box.x + box.width - SPOT.width)] as const;
  const near = Math.min(Math.max((other ? centre(other).x : 0) - SPOT.width / 2, room[0]), room[1]);
  const isBelow = other !== undefined && other.y > box.y + box.height;
  const y = isBelow ? box.y + box.height : box.y;
  return { x: asideOf(shown, near, room), y, width: Math.min(SPOT.width, box.width), height: 0 };
}

/** An end of a transfer; `absent` is set where its place is drawn empty. */
type End = TransferEnd & { readonly absent?: true };

/** The middle of a box: an end that is not drawn has no visible edge. */
function middleOf(box: Box): Box {
  const height = Math.min(SPOT.height, box.height);
  return { x: box.x, y: box.y + (box.height - height) / 2, width: box.width, height };
}

/** The boxes in a disk's volatile cache that hold it, or are about to. */
function boxesOnDisk(end: TransferEnd, { layout, places, onDisks = [] }: Surroundings) {
  const row = layout.diskCache?.lines;
  return end.keys.map((key): Box | undefined => {
    const isIts = ({ line }: PlacedLine) =>
      line.holds.some((held) => held.structure === end.structure && held.key === key);
    const home = end.structure === undefined ? undefined : places.home(end.structure, key, []);
    const x = home ? centre(home).x - SPOT.width / 2 : row?.x;
    return onDisks.find(isIts)?.box ?? (row && { ...SPOT, x: x ?? row.x, y: row.y });
  });
}

function boxesOf(end: End, txn: number, where: Surroundings): readonly (Box | undefined)[] {
  if (end.tier === 'client') return [where.client(txn)];
  if (end.cached && where.layout.diskCache && end.keys.length > 0) return boxesOnDisk(end, where);
  if (end.tier === 'cache') {
    const first = end.address - (end.address % LINE_BYTES);
    const line = where.lines.find((each) => each.line.address === first);
    return line ? [line.box] : [];
  }
  const { structure } = end;
  if (structure === undefined) return [];
  const boxes = end.keys.map((key, index) => where.places.home(structure, key, end.inner?.[index]));
  return end.absent ? boxes.map((box) => box && middleOf(box)) : boxes;
}

/** The resting place: half-way; on the boundary where the path crosses it. */
export function halfWay(from: Box, to: Box, boundary: number): Box {
  const [one, other] = [centre(from), centre(to)];
  const crosses = one.y < boundary !== other.y < boundary;
  const y = crosses ? boundary : (one.y + other.y) / 2;
  const part = other.y === one.y ? 0.5 : (y - one.y) / (other.y - one.y);
  const x = one.x + (other.x - one.x) * part;
  // A box that is out of sight has no height.
  const isLess = from.height > 0 && from.width * from.height < to.width * to.height;
  const { width, height } = isLess || to.height === 0 ? from : to;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The place below the banks, for lines that they have written. */
const PAST = 13;

/**
 * The resting place of a line on a device with banks: in the queue of its bank; below it once the
 * bank has written it, while its thread's fence has not confirmed that.
 */
function restAtBank(
  { to, state }: Transfer,
  [from, target]: readonly [Box, Box],
  frame: Frame,
  { banks }: StageLayout,
): Pick<Move, 'rest' | 'queued'> | undefined {
  if (!banks || !frame.banks || to.tier !== 'nvm') return undefined;
  const boxes = bankBoxes(banks, frame.banks.length);
  const place = queuePlace(frame.banks, to.address);
  const box = place && boxes[place.bank];
  if (place && box) {
    const queue = frame.banks[place.bank] ?? [];
    return { rest: requestBox(box, place.before, queue.length), queued: true };
  }
  if (boxes.length === 0 || state === 'arrived') return undefined;
  const y = banks.y + banks.height + PAST;
  const size = from.width * from.height < target.width * target.height ? from : target;
  const x = centre(target).x - size.width / 2;
  return { rest: { ...size, x, y: y - size.height / 2 } };
}

function itemOf(frame: Frame, end: TransferEnd, index: number) {
  const structure = frame.structures.find(({ id }) => id === end.structure);
  const item = structure?.items.find(({ key }) => key === end.keys[index]);
  return structure && item && { structure: structure.id, item };
}

/**
 * The thing that travels: the item at the device's end as it will be there, else the one that it is
 * a copy of.
 */
function thingOf(frame: Frame, { from, to, kind, brings = [] }: Transfer, index: number) {
  const [device, other] = kind === 'page-read' ? [from, to] : [to, from];
  const found = itemOf(frame, device, index) ?? itemOf(frame, other, index);
  if (!found) return { brings: [] };
  // The system's remarks about the present bytes do not apply to those that arrive.
  const isGoing = device === to;
  const thing = isGoing ? held(found.item) : found.item;
  const item = { ...found, item: withBrought(thing, brings) };
  return { item, brings: broughtTo(found.item, brings).map(({ field }) => field) };
}

/**
 * The end of a line whose bytes no field shows, but which an item describes: it goes to that item,
 * with its words.
 */
function toldBy(transfer: Transfer, { cacheLines, structures }: Frame) {
  const { from, to } = transfer;
  const first = from.address - (from.address % LINE_BYTES);
  const line = cacheLines.find(({ address }) => address === first);
  const [held, more] = line?.holds ?? [];
  if (from.tier !== 'cache' || to.keys.length > 0 || !held || more) return undefined;
  const structure = structures.find(({ id }) => id === held.structure && id === to.structure);
  const item = structure?.items.find(({ key }) => key === held.key);
  if (!line || !structure || !item || held.fields.length > 0) return undefined;
  const tag = toldApart(structure, item, line);
  if (!tag) return undefined;
  const told = { structure: structure.title, label: item.label, tag };
  return { to: { ...to, keys: [item.key] }, told };
}

/**
 * The item that its line alone holds, where the structure does not have it yet: its place is known.
 */
function newIn({ from, to }: Transfer, { cacheLines, structures }: Frame): End | undefined {
  if (from.tier !== 'cache' || to.keys.length > 0) return undefined;
  const first = from.address - (from.address % LINE_BYTES);
  const [held, more] = cacheLines.find(({ address }) => address === first)?.holds ?? [];
  if (!held || more || held.structure !== to.structure) return undefined;
  const items = structures.find(({ id }) => id === held.structure)?.items ?? [];
  const isThere = items.some(({ key }) => key === held.key);
  return isThere ? undefined : { ...to, keys: [held.key], absent: true };
}

/**
 * The place of a page in the buffer pool, also for one that is being read and is not there yet, or
 * that recovery has put together outside of it.
 */
function pageEnd(end: End, other: TransferEnd): End {
  const isPool = end.tier === 'dram' && end.structure !== undefined && end.keys.length === 0;
  return isPool && other.tier !== 'dram' && other.keys.length === 1
    ? { ...end, keys: other.keys, absent: true }
    : end;
}

/** The ends of a move, as the stage draws them. */
function endsOf(given: Transfer, frame: Frame) {
  const { told, to = newIn(given, frame) ?? given.to } = toldBy(given, frame) ?? {};
  const isPage = given.kind === 'page-read' || given.kind === 'page-write';
  const ends = isPage ? { from: pageEnd(given.from, to), to: pageEnd(to, given.from) } : { to };
  return { told, transfer: { ...given, ...ends } };
}

function movesOf(given: Transfer, frame: Frame, where: Surroundings): readonly Move[] {
  const { told, transfer } = endsOf(given, frame);
  const { from, to, txn } = transfer;
  const boundary = where.layout.boundaryY;
  const sources = boxesOf(from, txn, where);
  const targets = boxesOf(to, txn, where);
  const known = (boxes: readonly (Box | undefined)[]) =>
    endOf(boxes.filter((box) => box !== undefined));
  const [begin, end] = [known(sources), known(targets)];
  const target =
    end ?? edgeOf(to, begin, frame, where) ?? spot(to, begin, where, { isTarget: true });
  const isAnswer = to.tier === 'client';
  const source = begin ?? spot(from, target, where, { isAnswer });
  if (!source || !target) return [];
  // A store past the cache has no source that is drawn.
  const alone = sources.length === 0;
  // A file's page in memory is written with all of its content in one write.
  const onePage = from.inner !== undefined && new Set(from.keys).size === 1;
  const several = targets.length > 1 && targets.length <= MOST && !onePage;
  if (!several || !(alone || sources.length === targets.length)) {
    const thing = told ? { brings: [], told } : thingOf(frame, transfer, 0);
    const count = Math.max(1, from.keys.length, to.keys.length);
    return [
      {
        id: `${transfer.id}`,
        txn,
        transfer,
        from: source,
        to: target,
        rest: halfWay(source, target, boundary),
        ...restAtBank(transfer, [source, target], frame, where.layout),
        ...(count === 1 ? thing : { brings: [] }),
        count,
      },
    ];
  }
  return targets.map((box, index): Move => {
    const other = box ?? target;
    const one = (alone ? spot(from, other, where) : sources[index]) ?? source;
    const thing = thingOf(frame, transfer, index);
    return {
      id: `${transfer.id}/${index}`,
      txn: alone ? txn : (thing.item?.item.txn ?? txn),
      transfer,
      from: one,
      to: other,
      rest: halfWay(one, other, boundary),
      ...restAtBank(transfer, [one, other], frame, where.layout),
      ...thing,
      // Unused space is written, too.
      count: itemOf(frame, from, index)?.item.fields.length === 0 ? 0 : 1,
    };
  });
}

/** The moves at a position, drawn in the layout; none where both ends are the same place. */
export function movesAt(frame: Frame, where: Surroundings): readonly Move[] {
  return frame.transfers
    .flatMap((transfer) => movesOf(transfer, frame, where))
    .filter(({ from, to }) => {
      const [one, other] = [centre(from), centre(to)];
      return Math.abs(one.x - other.x) + Math.abs(one.y - other.y) > 4;
    });
}

/** The path from a bank's queue to the item. */
function wayFromBank({ rest, to }: Move): string {
  const [one, other] = [centre(rest), centre(to)];
  const [start, end] = [rest.y + rest.height + 3, to.y - 4];
  const half = (start + end) / 2;
  return `M${one.x} ${start} C${one.x} ${half} ${other.x} ${half} ${other.x} ${end}`;
}

/** The points where a path leaves one box, and where it ends before the other. */
export function spanOf({ from, to }: Pick<Move, 'from' | 'to'>) {
  const down = to.y > from.y;
  const start = down ? from.y + from.height : from.y;
  // A box that is out of sight has no height: the path ends behind the edge.
  const before = to.height > 0 ? 4 : 0;
  const end = down ? to.y - before : to.y + to.height + before;
  return { one: centre(from), other: centre(to), start, end };
}

/**
 * The path from one box to another: straight down, else with one bend at rest; or through a given
 * resting place.
 */
export function wayPath(move: Move): string {
  const { rest, to, way } = move;
  if (move.queued && rest.y < to.y) return wayFromBank(move);
  if (way) return way;
  const { one, other, start, end } = spanOf(move);
  if (Math.abs(one.x - other.x) < 8) return `M${one.x} ${start} V${end}`;
  const { y } = centre(rest);
  return `M${one.x} ${start} C${one.x} ${y} ${other.x} ${y} ${other.x} ${end}`;
}
