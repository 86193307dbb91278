import type { StructureExtent, TierId } from '../../../engine/protocol';
import type { Density } from '../../shapes/shape';
import type { Group } from './columns';
import { CAPTION, TIERS } from './stacks';
import type { StageLayoutInput } from './stage_layout';

/** The heights that shrink where there is little room. */
interface Spacing {
  readonly line: number;
  readonly top: number;
  readonly bottom: number;
  readonly gap: number;
  readonly name: number;
  readonly clients: number;
  /** The height of the row of banks, in which things on their way have their names. */
  readonly banks: number;
}
const ROOMY: Spacing = { line: 26, top: 6, bottom: 10, gap: 10, name: 20, clients: 58, banks: 26 };
const TIGHT: Spacing = { line: 20, top: 0, bottom: 4, gap: 3, name: 0, clients: 30, banks: 18 };
export const WEAR_HEIGHT = 18;
const CACHE_LINE = { width: 126, height: 38, gap: 8 };
/** A cache line shows only the words of its content. */
const LOW_CACHE_LINE = { width: 118, height: 22, gap: 4 };
/** The width of a band's name beside lines of the cache. */
const CACHE_NAME = 78;
export const FOLDED_HEIGHT = 18;
/** The room below the band's name and its note. */
export const FOLDED_TOP = 44;
/** The height of the sign of the boundary, which covers the lower edge of the content above it. */
export const bottomOf = (tier: TierId, { bottom }: Spacing): number =>
  tier === 'dram' ? Math.max(bottom, 9) : bottom;
/** The room at the top of the NVM, and of anything first below the boundary, for its sign. */
export const SIGN = 8;
/** The tiers from top to bottom, where the caches are below the boundary. */
const CACHES_KEPT: readonly TierId[] = ['dram', 'cache', 'nvm', 'disk'];
export const NAMES = 148;
const NARROW = 620;

/** The parts that are the same at every size. */
export interface Prepared extends StageLayoutInput {
  readonly groups: readonly Group[];
}

/** The room beside structures in an arrangement, and the room that is left to them. */
export interface Room {
  readonly input: Prepared;
  readonly density: Density;
  /** True where there is hardly any height: bands' names stand in one row with captions. */
  readonly tight: boolean;
  readonly narrow: boolean;
  readonly spacing: Spacing;
  readonly bodyX: number;
  readonly bodyWidth: number;
  /** The height of the row with a band's name; 0 where names are beside the bands' content. */
  readonly nameHeight: number;
  readonly cacheLine: { readonly width: number; readonly height: number; readonly gap: number };
  /** The room left of the lines of the cache, for the band's name. */
  readonly cacheX: number;
  /** The heights of the other content of bands; 0 where it does not exist. */
  readonly cacheHeight: number;
  readonly wearHeight: number;
  readonly banksHeight: number;
  /** The heights of the rows that are in no band. */
  readonly clientsHeight: number;
  readonly diskCacheHeight: number;
  /** The tiers from top to bottom, and those of them that have room. */
  readonly order: readonly TierId[];
  readonly kept: readonly TierId[];
  /** The first tier below the boundary. */
  readonly boundary: TierId;
  /** The room at the top of a band for the sign of the boundary. */
  readonly sign: (tier: TierId) => number;
}

/** The room of an arrangement of this density. */
export function roomOf(input: Prepared, density: Density, tight: boolean): Room {
  // Names beside folded structures take less height than below one another.
  const narrow = input.width < NARROW || tight;
  const spacing = tight ? TIGHT : ROOMY;
  const bodyX = narrow ? 12 : NAMES;
  const bodyWidth = Math.max(160, input.width - bodyX - 16);
  const cacheLine = tight ? LOW_CACHE_LINE : CACHE_LINE;
  const cacheX = tight ? CACHE_NAME : 0;
  const usesNvm = isUsed('nvm', input);
  const perRow = Math.max(1, Math.floor((bodyWidth - cacheX) / (cacheLine.width + cacheLine.gap)));
  const lines = Math.min(density === 'full' ? 2 : 1, Math.ceil(input.dirtyLines / perRow));
  const wear = input.wear && usesNvm && density === 'full';
  const tall = density === 'full' && !narrow ? spacing.clients : Math.min(34, spacing.clients);
  return {
    input,
    density,
    tight,
    narrow,
    spacing,
    bodyX,
    bodyWidth,
    nameHeight: narrow ? spacing.name : 0,
    cacheLine,
    cacheX,
    cacheHeight: lines * (cacheLine.height + cacheLine.gap),
    wearHeight: wear ? CAPTION + WEAR_HEIGHT + spacing.gap : 0,
    banksHeight: input.banks > 0 && usesNvm ? spacing.banks + spacing.gap : 0,
    clientsHeight: input.clients ? tall : 0,
    diskCacheHeight: diskCacheRow(input, cacheLine.height, narrow, spacing),
    ...tiersOf(input, tight),
  };
}

/** The tiers of an arrangement, and the place of its boundary. */
function tiersOf(input: Prepared, tight: boolean) {
  const order = input.cachesKept ? CACHES_KEPT : TIERS;
  const boundary: TierId = input.cachesKept ? 'cache' : 'nvm';
  // A tier that the system does not use has no room, where there is hardly any.
  const kept = order.filter((tier) => !tight || isUsed(tier, input));
  const below = kept.find((tier) => order.indexOf(tier) >= order.indexOf(boundary));
  const sign = (tier: TierId) => (tier === 'nvm' || tier === below ? SIGN : 0);
  return { order, kept, boundary, sign };
}

/** True if the system ever has something in a tier; the cache holds lines that are newer. */
const isUsed = (tier: TierId, { extents, dirtyLines }: Prepared): boolean =>
  tier === 'cache' ? dirtyLines > 0 : extents.some((each) => each.tier === tier);

/**
 * The height of the row of the disks' caches; 0 where they have none, or the system has no disk.
 */
const diskCacheRow = (input: Prepared, line: number, narrow: boolean, spacing: Spacing): number =>
  input.diskCache && isUsed('disk', input)
    ? (narrow ? spacing.name : 0) + spacing.top + line + bottomOf('dram', spacing)
    : 0;

/** Structures of a tier that are folded to their names. */
export const foldedOf = ({ extents, open }: Prepared, tier: TierId): readonly StructureExtent[] =>
  extents.filter((each) => each.tier === tier && !open(each));
