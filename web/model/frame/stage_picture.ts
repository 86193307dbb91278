/** @file A stage in a few shapes: what a small picture of it needs, and no more. */
import type { Frame, Item, Structure, TierId } from '../../engine/protocol';
import { durableFrame, isBelow } from './durable_frame';
import { linesInCache } from './lines_in_cache';

/** The look of a thing: volatile, in flight, durable, a free place, or gone with the power. */
export type Look = 'v' | 'f' | 's' | 'u' | 'g';

/**
 * A thing on a tier: the number of its transaction (0: of none), then its look, then its kind: `p`
 * a page, `l` the next one of a chain, `t` and a number a node of a tree with its depth. Its words
 * stand behind a colon; rows of a page are separated by bars.
 */
export type Cell = `${number}${Look}${string}`;

interface Tier {
  readonly tier: TierId;
  readonly cells: readonly Cell[];
  /** The number of things that are not drawn. */
  readonly more?: number;
}

/** A move from one tier to another, by the places in the picture, with its transaction. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly txn: number;
}

export interface StagePicture {
  /** The tiers that the lecture uses, from top to bottom. */
  readonly tiers: readonly Tier[];
  readonly move?: Move;
  /** True once the power has failed. */
  readonly cut?: true;
}

/** The picture of a lecture; `nvm`: something of it is kept there. */
export type LecturePicture = StagePicture & { readonly nvm?: true };

const TIERS: readonly TierId[] = ['cache', 'dram', 'nvm', 'disk'];
/** The most things of a tier: more would be too small. */
const MOST_PAGES = 2;
const MOST_CELLS = 5;
const MOST_NODES = 9;
/** The numbers of records that a small page shows, and of letters in a thing's words. */
const ROWS = 2;
const LETTERS = 7;
/** The things that the power cut destroyed. */
const GONE: readonly Cell[] = ['0gp', '0g', '0g'];

/**
 * The picture of a frame with the structures `about` (as `tier.structure`; all if empty). Counters
 * are left out, and volatile tables: the content that a device keeps in a table's places is data.
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
    const structures = asKept(
      frame,
      meant.filter((each) => each.tier === tier),
    );
    const { cells, more = 0 }: Omit<Tier, 'tier'> =
      tier === 'cache' ? { cells: linesOf(frame) } : cellsOf(frame, tier, structures);
    if (tier === 'dram' && cut && cells.length === 0) return [{ tier, cells: GONE }];
    const used = cells.length > 0 || tier === 'dram' || (tier !== 'cache' && structures.length > 0);
    return used ? [{ tier, cells, ...(more > 0 && { more }) }] : [];
  });
  const move = moveOf(frame, tiers);
  return { tiers, ...(move && { move }), ...(cut && { cut }) };
}

/**
 * The value of a frame as a lecture's picture: moves across the boundary and different kinds of
 * things count most, then things with words, links and trees.
 */
export function pictureWorth({ tiers, move }: StagePicture): number {
  const cells = tiers.flatMap((each) => each.cells);
  const special = cells.filter((cell) => /:|[lt]/.test(cell.slice(2))).length;
  const kinds = new Set(cells.map((cell) => cell.replace(/^\d+|:.*$/g, ''))).size;
  return (move ? 3 : 0) + kinds + Math.min(special, MOST_CELLS) + cells.length / 2;
}

/**
 * A volatile item below the boundary is drawn only above it: its place is free, or has its earlier
 * content.
 */
function asKept(frame: Frame, structures: readonly Structure[]): readonly Structure[] {
  const drawn = durableFrame(frame).structures;
  return structures.map((structure) => {
    const kept = drawn[frame.structures.indexOf(structure)]?.items ?? [];
    const items = structure.items.map((item, index) =>
      isBelow(structure) && item.state === 'volatile' ? (kept[index] ?? item) : item,
    );
    return { ...structure, items };
  });
}

function linesOf(frame: Frame): Cell[] {
  return linesInCache(frame)
    .slice(-MOST_CELLS)
    .map(({ txn, state }): Cell => `${txn}${state === 'in-flight' ? 'f' : 'v'}`);
}

/** The move down from one tier of the picture to another at this position. */
function moveOf({ transfers }: Frame, tiers: readonly Tier[]): Move | undefined {
  const place = (wanted: string) => tiers.findIndex(({ tier }) => tier === wanted);
  for (const { from, to, txn, state } of transfers) {
    const [start, end] = [place(from.tier), place(to.tier)];
    if (state === 'under-way' && start >= 0 && end > start) return { from: start, to: end, txn };
  }
  return undefined;
}

function cellsOf(frame: Frame, tier: TierId, structures: readonly Structure[]): Omit<Tier, 'tier'> {
  const inPages = (each: Structure) => each.shape === 'pages';
  const pages = structures.filter(inPages).flatMap(({ items }) => items.filter(holdsData));
  const rest = structures.filter((each) => !inPages(each)).map(partOf);
  const shown = pages.slice(0, MOST_PAGES);
  const room = MOST_CELLS - shown.length;
  const parts = sharedOut(rest, room);
  const there = [...shown.map(pageOf), ...parts];
  const kept = tier === 'dram' ? there : there.map(asHeld);
  const taken = (cells: readonly Cell[]) => cells.filter((cell) => !/^\d+[ug]/.test(cell)).length;
  const all = pages.length - shown.length + taken(rest.flat()) - taken(parts);
  return { cells: [...kept, ...arrivals(frame, tier, kept)], more: all };
}

/**
 * Below the boundary a picture shows the content of the device: an item that has not arrived is a
 * free place, unless an older value is there.
 */
const asHeld = (cell: Cell): Cell =>
  cell.replace(/^(\d+)v([^:]*)(:.*)?$/, (_, txn, kind, said) =>
    said ? `${txn}s${kind}${said}` : `0u${kind}`,
  ) as Cell;

/**
 * The newest things of the structures in turn, until the room is full; a tree is complete or
 * absent.
 */
function sharedOut(parts: readonly (readonly Cell[])[], room: number): Cell[] {
  const filled = parts.filter((cells) => cells.length > 0);
  const tree = filled.find((cells) => isTree(cells));
  const others = filled.filter((cells) => !isTree(cells));
  const places = tree ? Math.max(1, room - 2) : room;
  const counts = others.map(() => 0);
  for (let left = places; left > 0; ) {
    const before = left;
    for (const [n, cells] of others.entries())
      if (left > 0 && (counts[n] ?? 0) < cells.length) {
        counts[n] = (counts[n] ?? 0) + 1;
        left--;
      }
    if (left === before) break;
  }
  const cells = others.flatMap((each, n) => (counts[n] ? each.slice(-counts[n]) : []));
  return [...(tree ?? []), ...cells];
}

const isTree = (cells: readonly Cell[]) => cells.some((cell) => /^\d+.t/.test(cell));

/** The things of a structure in the order in which they are drawn. */
function partOf({ shape, items }: Structure): Cell[] {
  if (shape === 'tree') return treeOf(items);
  if (shape === 'chains')
    return items.flatMap(({ items: inside = [] }) =>
      inside.map((item, n): Cell => `${cellOf(item)}${n > 0 ? 'l' : ''}${words(item)}`),
    );
  const filled = shape === 'table' ? items.filter(({ state }) => state !== 'empty') : items;
  const linked = shape === 'list' || shape === 'ring';
  return filled.map(
    (item, n): Cell => `${cellOf(item)}${linked && n > 0 ? 'l' : ''}${words(item)}`,
  );
}

/**
 * The nodes with their depths, from the pointers to them; nothing where there are too many to be
 * told apart.
 */
function treeOf(items: readonly Item[]): Cell[] {
  const nodes = items.filter(({ links, state }) => links.length > 0 || state !== 'empty');
  if (nodes.length === 0 || nodes.length > MOST_NODES) return [];
  const keys = new Set(nodes.map(({ key }) => key));
  const parents = new Map(
    nodes.flatMap(({ key, links }) =>
      links.filter((link) => keys.has(link.key)).map((link) => [link.key, key] as const),
    ),
  );
  const depthOf = (key: number): number => {
    let depth = 0;
    for (let at = parents.get(key); at !== undefined && depth < 3; at = parents.get(at)) depth++;
    return depth;
  };
  return nodes.map((item): Cell => `${cellOf(item)}t${depthOf(item.key)}`);
}

type FieldOf = Item['fields'][number];

/** The newest of an item's fields with this meaning, by their role, else by their name. */
const fieldOf = ({ fields }: Item, role: FieldOf['role'], name: string) =>
  fields.findLast((each) => each.role === role) ?? fields.find((each) => each.name.en === name);

/**
 * The value that a device holds, where that is not the newest; for one on its way, the value that
 * comes.
 */
const heldBy = (comes: boolean) => (field: FieldOf | undefined) =>
  comes ? field?.value : (field?.durableValue ?? field?.value);
const isComing = ({ state }: Item): boolean => state === 'in-flight';

/**
 * A record with its value, or the commit of a transaction: words that a reader knows without the
 * stage.
 */
function wordsOf(item: Item, comes = isComing(item)): string {
  const held = heldBy(comes);
  if (held(fieldOf(item, 'kind', 'kind')) === 'commit') return 'commit';
  const record = held(fieldOf(item, 'subject', 'record'));
  if (record === undefined || !/^[A-Z]\w?$/.test(record)) return '';
  const value = held(fieldOf(item, 'image', 'value')) ?? '';
  return `${record} ${value}`.trim().slice(0, LETTERS);
}

const words = (item: Item) => {
  const said = wordsOf(item);
  return said === '' ? '' : `:${said}`;
};

function pageOf(item: Item): Cell {
  // A durable page shows its content, whatever is on its way to it.
  const said = (item.items ?? []).map((each) => wordsOf(each, isComing(item)));
  const rows = said.filter(Boolean).slice(0, ROWS);
  return `${cellOf(item)}p${rows.length > 0 ? `:${rows.join('|')}` : ''}`;
}

/** The things on their way to a tier that have no place there yet. */
function arrivals({ transfers }: Frame, tier: TierId, there: readonly Cell[]): Cell[] {
  const coming = transfers.filter(({ state, to }) => state === 'under-way' && to.tier === tier);
  if (tier === 'dram' || there.some((cell) => /^\d+f/.test(cell))) return [];
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
