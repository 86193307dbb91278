import type { StructureExtent, TierId } from '../../engine/protocol';
import { withNames } from '../../model/frame/named_frame';
import type { Named } from '../../model/lecture/subjects';
import { sansWidth } from '../../ui/text_width';
import type { Box, Density, ShapeContext } from '../shapes/shape';
import { columnsOf, type Group, groupsOf } from './columns';
import { packedColumns } from './packing';
import { share } from './share';
import {
  CAPTION,
  placeStack,
  type Stacked,
  type StructurePlace,
  stacksOf,
  TIERS,
  total,
  withCaptions,
} from './stacks';

/** A structure that the lecture is not about: a name and a count. */
export interface FoldedPlace {
  readonly id: string;
  readonly tier: TierId;
  readonly extent: StructureExtent;
  readonly box: Box;
  /**
   * Where there is hardly any room all of a tier have one place: the first says how many they are,
   * the others nothing.
   */
  readonly together?: number;
}

export interface Band {
  readonly tier: TierId;
  readonly y: number;
  readonly height: number;
  /** Nothing in it is open: the band is only a line. */
  readonly line: boolean;
  /** Room at its top for the sign of the boundary. */
  readonly sign: number;
}

/** Where a disk's volatile cache is drawn: all of its band, and in it the lines. */
export interface DiskCachePlace {
  readonly band: Box;
  readonly lines: Box;
}

export interface StageLayout {
  readonly width: number;
  readonly height: number;
  /**
   * Left edge of what the bands hold; the bands' names are left of it, or above on narrow pages.
   */
  readonly bodyX: number;
  readonly bodyWidth: number;
  readonly narrow: boolean;
  /** Bands' names are in the row of captions: there is hardly any room. */
  readonly tight: boolean;
  /** Size of a line of the cache, and what is between two. */
  readonly cacheLine: { readonly width: number; readonly height: number; readonly gap: number };
  /** Where the clients are told; none where nobody is shown. */
  readonly clients: Box | undefined;
  readonly bands: readonly Band[];
  readonly places: readonly StructurePlace[];
  readonly folded: readonly FoldedPlace[];
  /** Where lines that are newer in the cache are drawn. */
  readonly cache: Box | undefined;
  /**
   * The row of what disks' volatile caches hold, above the boundary; none where disks have none.
   */
  readonly diskCache?: DiskCachePlace | undefined;
  /** The line below which things survive a power failure. */
  readonly boundaryY: number;
  readonly wear: Box | undefined;
  /** Where the NVM's banks are drawn, if it has a limit of them. */
  readonly banks: Box | undefined;
}

/** The words that a layout is made with. */
export type LayoutWords = Omit<ShapeContext, 'maxWidth' | 'density'> & {
  readonly tierName: (tier: TierId) => string;
};

export interface StageLayoutInput {
  readonly extents: readonly StructureExtent[];
  /** The structure below that receives what is in this one. */
  readonly below: (id: string) => string | undefined;
  /** Whether a structure is drawn, and not folded to its name. */
  readonly open: (structure: StructureExtent) => boolean;
  /** What each mark's sentence names: it has room before all else. */
  readonly named?: readonly (readonly Named[])[];
  /** Whether a structure is folded where it would take room from what is named. */
  readonly yields?: (structure: StructureExtent) => boolean;
  readonly width: number;
  readonly height: number;
  readonly clients: boolean;
  readonly wear: boolean;
  /** Banks of the NVM; 0 without a limit. */
  readonly banks: number;
  /** Cache lines that are newer than the NVM at one time, at most. */
  readonly dirtyLines: number;
  /** The machine keeps its caches when the power fails: they are below the boundary. */
  readonly cachesKept?: boolean | undefined;
  /** Disks have a volatile cache, which takes writes first. */
  readonly diskCache?: boolean | undefined;
  readonly context: LayoutWords;
}

/** How room that nobody needs is shared out. */
const STRETCH: Record<TierId, number> = { cache: 0.1, dram: 0.4, nvm: 0.35, disk: 0.35 };

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
const WEAR_HEIGHT = 18;
const CACHE_LINE = { width: 126, height: 38, gap: 8 };
/** Only what it holds is said in words. */
const LOW_CACHE_LINE = { width: 118, height: 22, gap: 4 };
/** A band's name beside lines of the cache, and the sign of what is folded. */
const CACHE_NAME = 78;
const DISK_CACHE_NAME = 88;
const TOGETHER = 40;
/** Names are bold capitals. */
const NAME_SIZE = 17.5;
const FOLDED_HEIGHT = 18;
/** Below the band's name and its note. */
const FOLDED_TOP = 44;
/** The sign of the boundary covers the lower edge of what is above it. */
const bottomOf = (tier: TierId, { bottom }: Spacing): number =>
  tier === 'dram' ? Math.max(bottom, 9) : bottom;
/** Room under a name that is all of the DRAM, for the sign of the boundary. */
const UNDER_NAME = 6;
/** Of the gap below a row of frames, above it: they would touch that sign. */
const UNDER_SIGN = 2;
/** Room at the top of the NVM, and of what is first below the boundary, for its sign. */
const SIGN = 8;
/** From top to bottom where the caches are below the boundary. */
const CACHES_KEPT: readonly TierId[] = ['dram', 'cache', 'nvm', 'disk'];
const NAMES = 148;
/** Room above what is durable, where nobody else needs it. */
const CLEAR = 40;
const NARROW = 620;

/** What is the same at every size. */
interface Prepared extends StageLayoutInput {
  readonly groups: readonly Group[];
}

function prepared(given: StageLayoutInput): Prepared {
  // Names take the room that they have in the reader's language.
  const { text } = given.context;
  const extents = given.extents.map((each) => withNames(each, text));
  return {
    ...given,
    extents,
    groups: groupsOf(extents.filter(given.open), given.below, given.named),
  };
}

/** Lays a session out from top to bottom, once for a size; pure, and the same at every position. */
export const layoutStage = (given: StageLayoutInput): StageLayout => arranged(prepared(given));

function arranged(input: Prepared): StageLayout {
  // As much as there is room for: cards in full, shorter ones, everything close together, headings
  // alone.
  const full = arrange(input, 'full', false);
  if (full.cut <= 0.02) return full.layout;
  const compact = arrange(input, 'compact', false);
  if (compact.cut <= 0.4 && compact.layout.height <= input.height) return compact.layout;
  const tight = arrange(input, 'compact', true);
  if (tight.layout.height <= input.height) return tight.layout;
  const heading = arrange(input, 'heading', true);
  if (heading.layout.height <= input.height) return heading.layout;
  const context = { ...input.context, terse: true };
  return arrange({ ...input, context }, 'heading', true).layout;
}

/**
 * How much smaller than wanted things may be drawn where they do not fit; further down only once
 * others have folded.
 */
const READ_WELL = [1, 0.92, 0.901];
const SHRUNK = [0.85, 0.78, 0.72, 0.67, 0.62];

export interface FittedStage {
  readonly layout: StageLayout;
  /** CSS pixels a design pixel. */
  readonly scale: number;
}

/** The stage in a pane whose size is in CSS pixels: rather drawn smaller than out of sight. */
export function fitStage(input: StageLayoutInput, wanted: number): FittedStage {
  const { width, height, yields = () => false } = input;
  const fewer = { ...input, open: (each: StructureExtent) => input.open(each) && !yields(each) };
  const unnamed = { ...fewer, named: [] };
  // From the last row of a hall, what is scrolled away can be asked for; what is too small cannot
  // be read.
  const rather = wanted > 1 ? READ_WELL.map((shrunk) => [unnamed, shrunk] as const) : [];
  const tries = [
    ...READ_WELL.map((shrunk) => [input, shrunk] as const),
    ...READ_WELL.map((shrunk) => [fewer, shrunk] as const),
    ...rather,
    ...SHRUNK.map((shrunk) => [fewer, shrunk] as const),
    ...SHRUNK.map((shrunk) => [unnamed, shrunk] as const),
  ];
  const ready = new Map<StageLayoutInput, Prepared>();
  let fitted: FittedStage | undefined;
  for (const [given, shrunk] of tries) {
    const scale = wanted * shrunk;
    const whole = ready.get(given) ?? prepared(given);
    ready.set(given, whole);
    fitted = {
      layout: arranged({ ...whole, width: width / scale, height: height / scale }),
      scale,
    };
    if (fitted.layout.height * scale <= height + 1) break;
  }
  return fitted as FittedStage;
}

interface Arranged {
  readonly layout: StageLayout;
  /** How much of what there is must be scrolled to, of 1. */
  readonly cut: number;
}

function arrange(input: Prepared, density: Density, tight: boolean): Arranged {
  // Names beside what is folded take less height than below one another.
  const narrow = input.width < NARROW || tight;
  const spacing = tight ? TIGHT : ROOMY;
  const bodyX = narrow ? 12 : NAMES;
  const bodyWidth = Math.max(160, input.width - bodyX - 16);
  const nameHeight = narrow ? spacing.name : 0;
  const { groups } = input;
  const cacheLine = tight ? LOW_CACHE_LINE : CACHE_LINE;
  const usesNvm = input.extents.some(({ tier }) => tier === 'nvm');
  const foldedOf = (tier: TierId) =>
    input.extents.filter((each) => each.tier === tier && !input.open(each));
  const cacheX = tight ? CACHE_NAME : 0;
  const diskCacheX = tight ? DISK_CACHE_NAME : 0;
  const perRow = Math.max(1, Math.floor((bodyWidth - cacheX) / (cacheLine.width + cacheLine.gap)));
  const lines = Math.min(density === 'full' ? 2 : 1, Math.ceil(input.dirtyLines / perRow));
  const cacheHeight = lines * (cacheLine.height + cacheLine.gap);
  const wear = input.wear && usesNvm && density === 'full';
  const wearHeight = wear ? CAPTION + WEAR_HEIGHT + spacing.gap : 0;
  // Whatever is written passes the banks: they are between the boundary and all that is in the NVM.
  const hasBanks = input.banks > 0 && usesNvm;
  const banksTop = SIGN + (tight ? UNDER_SIGN : nameHeight + spacing.top);
  const banksHeight = hasBanks ? spacing.banks + spacing.gap : 0;
  const tall = density === 'full' && !narrow ? spacing.clients : Math.min(34, spacing.clients);
  const clientsHeight = input.clients ? tall : 0;
  const diskCacheHeight = diskCacheRow(input, cacheLine.height, narrow, spacing);
  const base = { ...input.context, density };
  const order = input.cachesKept ? CACHES_KEPT : TIERS;
  const boundary = input.cachesKept ? 'cache' : 'nvm';
  // Where there is hardly any room, a tier that the system does not use has none.
  const kept = order.filter((tier) => !tight || isUsed(tier, input));
  const below = kept.find((tier) => order.indexOf(tier) >= order.indexOf(boundary));
  const sign = (tier: TierId) => (tier === 'nvm' || tier === below ? SIGN : 0);
  const used = TIERS.filter((tier) =>
    groups.some(({ members }) => members.some((each) => each.tier === tier)),
  );
  const others =
    (kept.length - used.length) * spacing.line +
    (used.includes('dram') ? 0 : UNDER_NAME) +
    used.length * spacing.bottom +
    5 +
    cacheHeight +
    wearHeight +
    banksHeight +
    diskCacheHeight +
    kept.reduce((sum, tier) => sum + sign(tier), 0);
  const columns = tight
    ? packedColumns(groups, bodyWidth, input.height - clientsHeight - others, spacing.gap, base)
    : columnsOf(groups, bodyWidth, density, input.context);
  const stacks = stacksOf(columns, bodyX, density, input.context);
  const isLine = (tier: TierId) =>
    tier === 'cache' ? lines === 0 : (stacks.get(tier) ?? []).length === 0;
  const need = (tier: TierId, height: (item: Stacked) => number) => {
    if (!kept.includes(tier)) return 0;
    if (isLine(tier)) return spacing.line + sign(tier) + (tier === 'dram' ? UNDER_NAME : 0);
    const own = Math.max(
      0,
      ...(stacks.get(tier) ?? []).map(({ items }) => total(items, spacing.gap, height)),
    );
    const extra = tier === 'cache' ? cacheHeight : tier === 'nvm' ? wearHeight + banksHeight : 0;
    const names = narrow ? 0 : FOLDED_TOP + foldedOf(tier).length * FOLDED_HEIGHT + 8;
    return (
      sign(tier) + Math.max(names, nameHeight + spacing.top + own + extra + bottomOf(tier, spacing))
    );
  };
  const natural = order.map((tier) => need(tier, (item) => item.natural));
  const least = order.map((tier) => need(tier, (item) => item.least));
  const stretch = order.map((tier) => (isLine(tier) ? 0 : STRETCH[tier]));
  const heights = share(input.height - clientsHeight - diskCacheHeight, natural, least, stretch);
  const cut = natural.reduce(
    (sum, each, index) => sum + Math.max(0, each - (heights[index] ?? 0)),
    0,
  );

  const bands: Band[] = [];
  const places: StructurePlace[] = [];
  const folded: FoldedPlace[] = [];
  let y = clientsHeight;
  order.forEach((tier, index) => {
    const height = heights[index] ?? 0;
    if (tier === boundary) y += diskCacheHeight;
    const band = { tier, y, height, line: isLine(tier), sign: height > 0 ? sign(tier) : 0 };
    bands.push(band);
    // What is below the boundary leaves room for things to rest on it.
    const spare = isLine(tier) ? 0 : Math.max(0, height - (natural[index] ?? 0));
    const clear = tier === 'nvm' || tier === 'disk' ? Math.min(spare * 0.6, CLEAR) : 0;
    const firstRow = y + nameHeight + spacing.top + band.sign + clear;
    const top = firstRow + (tier === 'nvm' ? banksHeight : 0);
    const extra = tier === 'nvm' ? wearHeight : 0;
    const stacked = (stacks.get(tier) ?? []).flatMap((stack) =>
      placeStack(stack, top, y + height - bottomOf(tier, spacing) - extra, spacing.gap),
    );
    const away = foldedOf(tier);
    const names = placeFolded(away, band, narrow, input);
    const runOff = names.some(({ box }) => box.x + box.width > input.width);
    const together = runOff || (tight && away.length > 0);
    folded.push(...(together ? placeTogether(away, band, input.width) : names));
    // The band's name and the sign of what is folded are in the first row of captions.
    const inFirst = ({ box }: StructurePlace) => tight && box.y < firstRow + CAPTION + 1;
    const nameWidth = sansWidth(input.context.tierName(tier), NAME_SIZE) + 8;
    const right = bodyX + bodyWidth;
    const isAside = (place: StructurePlace) => inFirst(place) && away.length > 0;
    places.push(
      ...withCaptions(
        stacked.map((place) =>
          inFirst(place) && place.box.x === bodyX ? { ...place, captionX: nameWidth } : place,
        ),
        (place) => (isAside(place) ? right - TOGETHER : right),
      ),
    );
    y += height;
  });
  const band = (tier: TierId) => bands.find((each) => each.tier === tier) as Band;
  // Where there is hardly any room, in the row of the band's name and of the sign of what is
  // folded.
  const banksRow = (): Box => {
    const left = tight ? sansWidth(input.context.tierName('nvm'), NAME_SIZE) + 8 : 0;
    const right = tight && foldedOf('nvm').length > 0 ? TOGETHER : 0;
    const y = band('nvm').y + banksTop;
    return { x: bodyX + left, y, width: bodyWidth - left - right, height: spacing.banks };
  };
  const layout: StageLayout = {
    width: input.width,
    height: y,
    bodyX,
    bodyWidth,
    narrow,
    tight,
    cacheLine,
    clients: input.clients ? { x: 0, y: 0, width: input.width, height: clientsHeight } : undefined,
    bands,
    places,
    folded,
    cache:
      lines === 0
        ? undefined
        : {
            x: bodyX + cacheX,
            y: band('cache').y + sign('cache') + nameHeight + (tight ? 3 : spacing.top),
            width: bodyWidth - cacheX,
            height: cacheHeight,
          },
    ...(diskCacheHeight > 0 && {
      diskCache: diskCacheAt(band(boundary).y - diskCacheHeight, diskCacheHeight, input, {
        x: bodyX + diskCacheX,
        width: bodyWidth - diskCacheX,
        height: cacheLine.height,
        y: narrow && !tight ? spacing.name : spacing.top,
      }),
    }),
    boundaryY: band(boundary).y,
    wear: wear
      ? {
          x: bodyX,
          width: bodyWidth,
          height: WEAR_HEIGHT,
          y: band('nvm').y + band('nvm').height - spacing.bottom - WEAR_HEIGHT,
        }
      : undefined,
    banks: hasBanks && !band('nvm').line ? banksRow() : undefined,
  };
  const all = natural.reduce((sum, each) => sum + each, 0);
  return { layout, cut: (cut + Math.max(0, y - input.height)) / all };
}

/** Whether anything of the system is ever in a tier; the cache holds lines that are newer. */
const isUsed = (tier: TierId, { extents, dirtyLines }: Prepared): boolean =>
  tier === 'cache' ? dirtyLines > 0 : extents.some((each) => each.tier === tier);

/** How high the row of the disks' caches is; 0 where they have none, or the system has no disk. */
function diskCacheRow(input: Prepared, line: number, narrow: boolean, spacing: Spacing): number {
  const usesDisk = input.extents.some(({ tier }) => tier === 'disk');
  if (!input.diskCache || !usesDisk) return 0;
  return (narrow ? spacing.name : 0) + spacing.top + line + bottomOf('dram', spacing);
}

/** The row at a height, over all the width; `lines` is where its lines are, below its top. */
const diskCacheAt = (y: number, height: number, { width }: Prepared, lines: Box) => ({
  band: { x: 0, y, width, height },
  lines: { ...lines, y: y + lines.y },
});

/** Names below the tier's own; where that is only a line, or the page is narrow, beside it. */
function placeFolded(
  structures: readonly StructureExtent[],
  band: Band,
  narrow: boolean,
  input: StageLayoutInput,
): FoldedPlace[] {
  const beside = narrow || band.line;
  let x = narrow ? 84 : NAMES;
  return structures.map((extent, index) => {
    const own = sansWidth(input.context.text(extent.title)) + 38;
    const box = beside
      ? { x, y: band.y + 2 + band.sign, width: own, height: FOLDED_HEIGHT }
      : {
          x: 12,
          y: band.y + band.sign + FOLDED_TOP + index * FOLDED_HEIGHT,
          width: NAMES - 20,
          height: FOLDED_HEIGHT,
        };
    x += own + 6;
    return { id: extent.id, tier: extent.tier, extent, box };
  });
}

/** One sign for all of a tier, at the right end of its first row. */
function placeTogether(
  structures: readonly StructureExtent[],
  band: Band,
  width: number,
): FoldedPlace[] {
  const y = band.y + band.sign - (band.line ? 0 : 1);
  const box = { x: width - 8 - TOGETHER, y, width: TOGETHER, height: FOLDED_HEIGHT };
  return structures.map((extent, index) => ({
    id: extent.id,
    tier: extent.tier,
    extent,
    box,
    together: index === 0 ? structures.length : 0,
  }));
}
