import type { Density } from '../../shapes/shape';
import { bandHeights } from './band_heights';
import { nameWidth, type PlacedBand, placeBand, TOGETHER } from './placing';
import { foldedOf, type Prepared, type Room, roomOf, SIGN, WEAR_HEIGHT } from './room';
import type { Band, StageLayout } from './stage_layout';

/** The width of a band's name beside the lines of disks' caches. */
const DISK_CACHE_NAME = 88;
/**
 * The part of the gap below a row of frames that goes above it: they would touch the sign of the
 * boundary.
 */
const UNDER_SIGN = 2;

interface Arranged {
  readonly layout: StageLayout;
  /** The fraction of the content that must be scrolled to. */
  readonly cut: number;
}

/** Lays a stage out at one density, however much of it must be scrolled to. */
export function arrange(input: Prepared, density: Density, tight: boolean): Arranged {
  const room = roomOf(input, density, tight);
  const heights = bandHeights(room);
  const placed: PlacedBand[] = [];
  let y = room.clientsHeight;
  for (const each of heights) {
    if (each.tier === room.boundary) y += room.diskCacheHeight;
    placed.push(placeBand(room, each, y));
    y += each.height;
  }
  const bands = placed.map(({ band }) => band);
  const at = Object.fromEntries(bands.map((band) => [band.tier, band])) as BandsAt;
  const layout: StageLayout = {
    width: input.width,
    height: y,
    bodyX: room.bodyX,
    bodyWidth: room.bodyWidth,
    narrow: room.narrow,
    tight,
    cacheLine: room.cacheLine,
    clients: input.clients
      ? { x: 0, y: 0, width: input.width, height: room.clientsHeight }
      : undefined,
    bands,
    places: placed.flatMap(({ places }) => places),
    folded: placed.flatMap(({ folded }) => folded),
    cache: cacheAt(room, at),
    ...(room.diskCacheHeight > 0 && { diskCache: diskCacheAt(room, at) }),
    boundaryY: at[room.boundary].y,
    wear: wearAt(room, at),
    banks: banksAt(room, at),
  };
  const all = heights.reduce((sum, each) => sum + each.natural, 0);
  const hidden = heights.reduce((sum, each) => sum + Math.max(0, each.natural - each.height), 0);
  return { layout, cut: (hidden + Math.max(0, y - input.height)) / all };
}

type BandsAt = Readonly<Record<Band['tier'], Band>>;

/** The place of lines that are newer in the cache. */
function cacheAt(room: Room, { cache }: BandsAt) {
  const { bodyX, bodyWidth, cacheX, cacheHeight: height, spacing } = room;
  if (height === 0) return undefined;
  const y = cache.y + room.sign('cache') + room.nameHeight + (room.tight ? 3 : spacing.top);
  return { x: bodyX + cacheX, y, width: bodyWidth - cacheX, height };
}

/** The row of the disks' caches, over the whole width above the boundary, and its lines. */
function diskCacheAt(room: Room, at: BandsAt) {
  const { input, bodyX, bodyWidth, diskCacheHeight, cacheLine, narrow, tight, spacing } = room;
  const y = at[room.boundary].y - diskCacheHeight;
  const left = tight ? DISK_CACHE_NAME : 0;
  return {
    band: { x: 0, y, width: input.width, height: diskCacheHeight },
    lines: {
      x: bodyX + left,
      y: y + (narrow && !tight ? spacing.name : spacing.top),
      width: bodyWidth - left,
      height: cacheLine.height,
    },
  };
}

/** The strip of wear, at the bottom of the NVM. */
const wearAt = ({ wearHeight, bodyX, bodyWidth, spacing }: Room, { nvm }: BandsAt) =>
  wearHeight > 0
    ? {
        x: bodyX,
        y: nvm.y + nvm.height - spacing.bottom - WEAR_HEIGHT,
        width: bodyWidth,
        height: WEAR_HEIGHT,
      }
    : undefined;

/**
 * The row of banks. All writes pass them: they are between the boundary and everything in the NVM.
 */
function banksAt(room: Room, { nvm }: BandsAt) {
  const { input, tight, spacing, bodyX, bodyWidth } = room;
  if (room.banksHeight === 0 || nvm.line) return undefined;
  // The row has the band's name and the sign of folded structures before it, where there is hardly
  // any room.
  const left = tight ? nameWidth(input, 'nvm') : 0;
  const right = tight && foldedOf(input, 'nvm').length > 0 ? TOGETHER : 0;
  const top = SIGN + (tight ? UNDER_SIGN : room.nameHeight + spacing.top);
  return {
    x: bodyX + left,
    y: nvm.y + top,
    width: bodyWidth - left - right,
    height: spacing.banks,
  };
}
