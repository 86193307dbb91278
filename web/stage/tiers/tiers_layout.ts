import type { CacheLine, Frame, Structure, Text, TierId } from '../../engine/protocol';
import { shapes } from '../shapes';
import type { Box, ShapeContext, ShapeLayout } from '../shapes/shape';
import { sansWidth } from '../shapes/text_width';
import { type Place, pack, type Size } from './pack';

export interface PlacedStructure {
  readonly structure: Structure;
  readonly layout: ShapeLayout;
  readonly context: ShapeContext;
  readonly x: number;
  /** Top of the drawing; the caption stands above it. */
  readonly y: number;
}

export interface PlacedLine {
  readonly line: CacheLine;
  readonly box: Box;
  readonly home: Box | undefined;
}

export interface Band {
  readonly tier: TierId;
  readonly y: number;
  readonly height: number;
  readonly structures: readonly PlacedStructure[];
  /** The system keeps nothing there: the band is only a line. */
  readonly unused: boolean;
}

export interface TiersLayout {
  readonly width: number;
  readonly height: number;
  /** Left edge of what the bands hold; the bands' names stand left of it, or above on narrow pages. */
  readonly bodyX: number;
  readonly bodyWidth: number;
  readonly bands: readonly Band[];
  readonly lines: readonly PlacedLine[];
  /** The line below which things survive a power failure. */
  readonly boundaryY: number;
  /** Not there where nothing ever wears. */
  readonly wear: Box | undefined;
  readonly home: (structure: string, key: number) => Box | undefined;
}

export interface TiersInput {
  readonly frame: Frame;
  readonly width: number;
  /** Height to fill at least. */
  readonly height: number;
  readonly text: (text: Text) => string;
  readonly pageName: (label: string) => string;
  readonly moreName: (count: number) => string;
  readonly txnName: (txn: number) => string;
  readonly touched?: { readonly structure: string; readonly key: number } | undefined;
  /** Heights the bands had before: they only grow while a session is open, so that stepping is calm. */
  readonly grown: Partial<Record<TierId, number>>;
}

const TIERS: readonly TierId[] = ['cache', 'dram', 'nvm', 'disk'];
const MIN_HEIGHT: Record<TierId, number> = { cache: 64, dram: 84, nvm: 120, disk: 60 };
const UNUSED_HEIGHT = 34;
/** How room that nobody needs is shared out. */
const STRETCH: Record<TierId, number> = { cache: 0.22, dram: 0.26, nvm: 0.34, disk: 0.18 };
const CAPTION = 17;
/** An empty structure still says that it is. */
const EMPTY = 16;
const TOP = 6;
const BOTTOM = 9;
const GAP_X = 34;
const GAP_Y = 8;
export const LINE_BOX = { width: 126, height: 38, gap: 10 };
const WEAR_HEIGHT = 18;

/** Lays the tiers out from top to bottom; pure, so that arrows can be drawn between any two places. */
export function layoutTiers(input: TiersInput): TiersLayout {
  const narrow = input.width < 620;
  const bodyX = narrow ? 12 : 140;
  const bodyWidth = Math.max(160, input.width - bodyX - 16);
  const nameHeight = narrow ? 24 : 0;
  const flows = new Map<TierId, Flow>();
  for (const tier of TIERS) {
    const structures = input.frame.structures.filter((structure) => structure.tier === tier);
    flows.set(tier, flow(structures, bodyWidth, narrow, input));
  }
  const relativeHome = new Map<string, Box>();
  for (const { structures } of flows.values()) {
    for (const { structure, layout, x, y } of structures) {
      for (const [key, box] of layout.items) {
        relativeHome.set(`${structure.id}/${key}`, { ...box, x: bodyX + x + box.x, y: y + box.y });
      }
    }
  }
  const lines = placeLines(input.frame.cacheLines, relativeHome, bodyX, bodyWidth);
  const unused = (tier: TierId) => !uses(input.frame, tier);
  const need = (tier: TierId): number => {
    if (unused(tier)) return UNUSED_HEIGHT;
    const own = flows.get(tier)?.height ?? 0;
    const extra =
      tier === 'nvm' ? CAPTION + WEAR_HEIGHT + GAP_Y : tier === 'cache' ? lines.height : 0;
    const content = own + extra === 0 ? 0 : TOP + own + extra + BOTTOM;
    return Math.max(MIN_HEIGHT[tier], content + nameHeight, input.grown[tier] ?? 0);
  };
  const needed = TIERS.reduce((sum, tier) => sum + need(tier), 0);
  const spare = Math.max(0, input.height - needed);
  const stretch = (tier: TierId) => (unused(tier) ? 0 : STRETCH[tier]);
  const stretches = TIERS.reduce((sum, tier) => sum + stretch(tier), 0);

  const bands: Band[] = [];
  const top = new Map<TierId, number>();
  let y = 0;
  for (const tier of TIERS) {
    const height = need(tier) + (spare * stretch(tier)) / stretches;
    const start = y + nameHeight + TOP;
    top.set(tier, start);
    const structures = (flows.get(tier)?.structures ?? []).map((placed) => ({
      ...placed,
      x: bodyX + placed.x,
      y: start + placed.y,
    }));
    bands.push({ tier, y, height, structures, unused: unused(tier) });
    y += height;
  }
  const tierOf = new Map(input.frame.structures.map((structure) => [structure.id, structure.tier]));
  const home = (structure: string, key: number): Box | undefined => {
    const box = relativeHome.get(`${structure}/${key}`);
    const tier = tierOf.get(structure);
    return box && tier ? { ...box, y: box.y + (top.get(tier) ?? 0) } : undefined;
  };
  const cacheTop = (top.get('cache') ?? 0) + (flows.get('cache')?.height ?? 0);
  const nvm = bands.find((band) => band.tier === 'nvm');
  const wearY = (top.get('nvm') ?? 0) + (flows.get('nvm')?.height ?? 0) + CAPTION + 4;
  return {
    width: input.width,
    height: y,
    bodyX,
    bodyWidth,
    bands,
    lines: lines.placed.map(({ line, box }) => ({
      line,
      box: { ...box, y: box.y + cacheTop + (narrow ? 0 : 10) },
      home: homeOf(line, home),
    })),
    boundaryY: nvm?.y ?? 0,
    wear: unused('nvm') ? undefined : { x: bodyX, y: wearY, width: bodyWidth, height: WEAR_HEIGHT },
    home,
  };
}

/** A system on disks leaves the NVM, and the cache above it, empty. */
/** The cache band holds lines of NVM. */
function uses({ structures, cacheLines, wear }: Frame, tier: TierId): boolean {
  const holds = (wanted: TierId) => structures.some((structure) => structure.tier === wanted);
  if (tier === 'dram') return true;
  return tier === 'disk' ? holds(tier) : wear.max > 0 || cacheLines.length > 0 || holds('nvm');
}

interface Flow {
  readonly structures: readonly PlacedStructure[];
  readonly height: number;
}

/** Sets structures side by side, breaking rows at the width; where that is small, also below one another. */
function flow(
  structures: readonly Structure[],
  width: number,
  narrow: boolean,
  input: TiersInput,
): Flow {
  const { text, pageName, moreName, txnName, touched } = input;
  const measured = structures.map((structure) => {
    const context: ShapeContext = {
      text,
      pageName,
      moreName,
      txnName,
      maxWidth: width,
      ...(touched?.structure === structure.id && { touched: touched.key }),
    };
    const layout = shapes[structure.shape].measure(structure, context);
    const own = Math.max(layout.width, Math.min(width, sansWidth(text(structure.title), 11)));
    const height = layout.items.size === 0 ? Math.max(EMPTY, layout.height) : layout.height;
    return { structure, layout, context, size: { width: own, height: height + CAPTION } };
  });
  const sizes = measured.map(({ size }) => size);
  const places = narrow ? pack(sizes, width, GAP_X, GAP_Y) : rows(sizes, width);
  const placed = measured.map(({ structure, layout, context, size }, n) => {
    const { x, y } = places[n] as Place;
    return { structure, layout, context, x, y: y + CAPTION, bottom: y + size.height };
  });
  return {
    structures: placed,
    height: placed.reduce((height, { bottom }) => Math.max(height, bottom), 0),
  };
}

/** One after the other, in rows. */
function rows(sizes: readonly Size[], width: number): readonly Place[] {
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  return sizes.map((size) => {
    if (x > 0 && x + size.width > width) {
      x = 0;
      y += rowHeight + GAP_Y;
      rowHeight = 0;
    }
    const place = { x, y };
    rowHeight = Math.max(rowHeight, size.height);
    x += size.width + GAP_X;
    return place;
  });
}

function homeOf(
  line: CacheLine,
  home: (structure: string, key: number) => Box | undefined,
): Box | undefined {
  for (const { structure, key } of line.holds) {
    const box = home(structure, key);
    if (box) return box;
  }
  return undefined;
}

/**
 * Puts each dirty line above its home, so that it falls straight down when it is written back and
 * does not move when its neighbours come and go.
 */
function placeLines(
  cacheLines: readonly CacheLine[],
  homes: ReadonlyMap<string, Box>,
  bodyX: number,
  bodyWidth: number,
): { placed: { line: CacheLine; box: Box }[]; height: number } {
  const { width, height, gap } = LINE_BOX;
  const wanted = cacheLines
    .map((line) => {
      const home = homeOf(line, (structure, key) => homes.get(`${structure}/${key}`));
      const centre = home ? home.x + home.width / 2 : bodyX + width / 2;
      const x = Math.min(Math.max(centre - width / 2, bodyX), bodyX + bodyWidth - width);
      return { line, x };
    })
    .sort((left, right) => left.x - right.x || left.line.address - right.line.address);
  const rowEnds: number[] = [];
  const placed = wanted.map(({ line, x }) => {
    let row = rowEnds.findIndex((end) => end + gap <= x);
    let left = x;
    if (row < 0 && rowEnds.length < 3) {
      row = rowEnds.length;
    } else if (row < 0) {
      row = rowEnds.indexOf(Math.min(...rowEnds));
      left = Math.min((rowEnds[row] ?? 0) + gap, bodyX + bodyWidth - width);
    }
    rowEnds[row] = left + width;
    return { line, box: { x: left, y: row * (height + gap), width, height } };
  });
  return { placed, height: rowEnds.length === 0 ? 0 : rowEnds.length * (height + gap) };
}
