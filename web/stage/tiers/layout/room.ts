import type { StructureExtent, TierId } from '../../../engine/protocol';
import type { Density } from '../../shapes/shape';
import type { Group } from './columns';
import { CAPTION, TIERS } from './stacks';
import type { StageLayoutInput } from './stage_layout';

/** Heights that give way where there is little room. */
interface Spacing {
  readonly line: number;
  readonly top: number;
  readonly bottom: number;
  readonly gap: number;
  readonly name: number;
  readonly clients: number;
  /** Of the row of banks, in which what is on its way has its name. */
  readonly banks: number;
}
const ROOMY: Spacing = { line: 26, top: 6, bottom: 10, gap: 10, name: 20, clients: 58, banks: 26 };
const TIGHT: Spacing = { line: 20, top: 0, bottom: 4, gap: 3, name: 0, clients: 30, banks: 18 };
export const WEAR_HEIGHT = 18;
const CACHE_LINE = { width: 126, height: 38, gap: 8 };
/** Only what it holds is said in words. */
const LOW_CACHE_LINE = { width: 118, height: 22, gap: 4 };
/** A band's name beside lines of the cache. */
const CACHE_NAME = 78;
export const FOLDED_HEIGHT = 18;
/** Below the band's name and its note. */
export const FOLDED_TOP = 44;
/** The sign of the boundary covers the lower edge of what is above it. */
export const bottomOf = (tier: TierId, { bottom }: Spacing): number =>
  tier === 'dram' ? Math.max(bottom, 9) : bottom;
/** Room at the top of the NVM, and of what is first below the boundary, for its sign. */
export const SIGN = 8;
/** From top to bottom where the caches are below the boundary. */
const CACHES_KEPT: readonly TierId[] = ['dram', 'cache', 'nvm', 'disk'];
export const NAMES = 148;
const NARROW = 620;

/** What is the same at every size. */
export interface Prepared extends StageLayoutInput {
  readonly groups: readonly Group[];
}

/** What is beside structures in an arrangement, and what it leaves to them. */
export interface Room {
  readonly input: Prepared;
  readonly density: Density;
  /** There is hardly any height: bands' names share a row with captions. */
  readonly tight: boolean;
  readonly narrow: boolean;
  readonly spacing: Spacing;
  readonly bodyX: number;
  readonly bodyWidth: number;
  /** Of the row in which a band's name is; 0 where names are beside what the bands hold. */
  readonly nameHeight: number;
  readonly cacheLine: { readonly width: number; readonly height: number; readonly gap: number };
  /** Left of the lines of the cache, for the band's name. */
  readonly cacheX: number;
  /** Heights of what is in bands beside structures; 0 of what is not there. */
  readonly cacheHeight: number;
  readonly wearHeight: number;
  readonly banksHeight: number;
  /** Heights of the rows that are in no band. */
  readonly clientsHeight: number;
  readonly diskCacheHeight: number;
  /** Tiers from top to bottom, and those of them that have room. */
  readonly order: readonly TierId[];
  readonly kept: readonly TierId[];
  /** The first tier below the boundary. */
  readonly boundary: TierId;
  /** Room at the top of a band for the sign of the boundary. */
  readonly sign: (tier: TierId) => number;
}

/** The room of an arrangement of this density. */
export function roomOf(input: Prepared, density: Density, tight: boolean): Room {
  // Names beside what is folded take less height than below one another.
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

/** Tiers of an arrangement, and where its boundary is. */
function tiersOf(input: Prepared, tight: boolean) {
  const order = input.cachesKept ? CACHES_KEPT : TIERS;
  const boundary: TierId = input.cachesKept ? 'cache' : 'nvm';
  // Where there is hardly any room, a tier that the system does not use has none.
  const kept = order.filter((tier) => !tight || isUsed(tier, input));
  const below = kept.find((tier) => order.indexOf(tier) >= order.indexOf(boundary));
  const sign = (tier: TierId) => (tier === 'nvm' || tier === below ? SIGN : 0);
  return { order, kept, boundary, sign };
}

/** Whether anything of the system is ever in a tier; the cache holds lines that are newer. */
const isUsed = (tier: TierId, { extents, dirtyLines }: Prepared): boolean =>
  tier === 'cache' ? dirtyLines > 0 : extents.some((each) => each.tier === tier);

/** How high the row of the disks' caches is; 0 where they have none, or the system has no disk. */
const diskCacheRow = (input: Prepared, line: number, narrow: boolean, spacing: Spacing): number =>
  input.diskCache && isUsed('disk', input)
    ? (narrow ? spacing.name : 0) + spacing.top + line + bottomOf('dram', spacing)
    : 0;

/** Structures of a tier that are folded to their names. */
export const foldedOf = ({ extents, open }: Prepared, tier: TierId): readonly StructureExtent[] =>
  extents.filter((each) => each.tier === tier && !open(each));
