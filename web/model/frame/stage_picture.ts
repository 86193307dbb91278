/** @file A stage in four shapes: what a small picture of it needs, and no more. */
import type { Frame, Item, Structure, TierId } from '../../engine/protocol';

/** How a thing is drawn: volatile, in flight, durable, a free place, or gone with the power. */
export type Look = 'v' | 'f' | 's' | 'u' | 'g';

/** A thing on a tier: the number of its transaction (0: of none), then its look, and `p` for a page. */
export type Cell = `${number}${Look}` | `${number}${Look}p`;

interface Tier {
  readonly tier: TierId;
  readonly cells: readonly Cell[];
}

export interface StagePicture {
  /** From top to bottom; only tiers that the lecture uses. */
  readonly tiers: readonly Tier[];
  /** The power has failed. */
  readonly cut?: true;
}

/** Of a lecture; `nvm`: something of it is kept there. */
export type LecturePicture = StagePicture & { readonly nvm?: true };

const TIERS: readonly TierId[] = ['cache', 'dram', 'nvm', 'disk'];
/** More would be specks. */
const MOST_PAGES = 2;
const MOST_CELLS = 5;
/** What the power took with it. */
const GONE: readonly Cell[] = ['0gp', '0g', '0g'];

/**
 * Of a frame, the structures `about` (as `tier.structure`; none: all). Counters are left out, and tables that are
 * volatile: what a device keeps in places of a table is data.
 */
export function pictureOf(frame: Frame, about: readonly string[] = []): StagePicture {
  const meant = frame.structures.filter(
    ({ id, tier, shape }) =>
      (shape !== 'table' || tier === 'nvm') &&
      shape !== 'key-value' &&
      (about.length === 0 || about.includes(`${tier}.${id}`)),
  );
  const cut = frame.phase > 0;
  const tiers = TIERS.flatMap((tier): Tier[] => {
    const structures = meant.filter((each) => each.tier === tier);
    const cells = tier === 'cache' ? linesOf(frame) : cellsOf(frame, tier, structures);
    if (tier === 'dram' && cut && cells.length === 0) return [{ tier, cells: GONE }];
    const used = cells.length > 0 || tier === 'dram' || (tier !== 'cache' && structures.length > 0);
    return used ? [{ tier, cells }] : [];
  });
  return { tiers, ...(cut && { cut }) };
}

function linesOf({ cacheLines }: Frame): Cell[] {
  return cacheLines
    .slice(-MOST_CELLS)
    .map(({ txn, state }): Cell => `${txn}${state === 'in-flight' ? 'f' : 'v'}`);
}

function cellsOf(frame: Frame, tier: TierId, structures: readonly Structure[]): Cell[] {
  const inPages = (each: Structure) => each.shape === 'pages';
  const pages = structures.filter(inPages).flatMap(({ items }) => items.filter(holdsData));
  const rest = structures
    .filter((each) => !inPages(each))
    .flatMap(({ shape, items }) =>
      shape === 'table' ? items.filter(({ state }) => state !== 'empty') : items,
    );
  const shown = pages.slice(0, MOST_PAGES);
  const there = [
    ...shown.map((item): Cell => `${cellOf(item)}p`),
    ...rest.slice(-(MOST_CELLS - shown.length)).map(cellOf),
  ];
  return [...there, ...arrivals(frame, tier, there)];
}

/** What is on its way to a tier and has no place there yet. */
function arrivals({ transfers }: Frame, tier: TierId, there: readonly Cell[]): Cell[] {
  const coming = transfers.filter(({ state, to }) => state === 'under-way' && to.tier === tier);
  if (tier === 'dram' || there.some((cell) => cell.includes('f'))) return [];
  return coming
    .flatMap(({ txn, to }): Cell[] =>
      (to.keys.length > 0 ? to.keys : [0]).map((): Cell => `${txn}f`),
    )
    .slice(0, Math.max(0, MOST_CELLS - there.length));
}

const holdsData = ({ items }: Item): boolean => items === undefined || items.length > 0;

/** A page has the colour of the transaction whose record it holds. */
const txnOf = ({ txn, items = [] }: Item): number =>
  txn || (items.find((item) => item.txn !== 0)?.txn ?? 0);

function cellOf(item: Item): `${number}${Look}` {
  return `${txnOf(item)}${lookOf(item)}`;
}

function lookOf({ state }: Item): Look {
  if (state === 'durable') return 's';
  if (state === 'in-flight') return 'f';
  return state === 'empty' ? 'u' : 'v';
}
