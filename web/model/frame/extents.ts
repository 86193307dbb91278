import type { Field, Item, Structure, StructureExtent } from '../../engine/protocol';

/**
 * An item of an extent, with a bit for each phase that shows it; without bits it may be in any
 * phase.
 */
type Placed = Item & { readonly phases?: number };
const EVERY = -1;
const phasesOf = (item: Item): number => (item as Placed).phases ?? EVERY;

/**
 * The items without a phase belong to this one; there are always few enough phases for each to have
 * a bit.
 */
const ofPhase = (extent: StructureExtent, phase: number): StructureExtent => ({
  ...extent,
  items: extent.items.map((item) => ({ phases: 1 << Math.min(phase, 30), ...item })),
});

/**
 * The places of a list, in order, each with the items that come to be in it. Recovery goes on where
 * the log ends after a power cut, though the log would have gone on otherwise without the cut. Two
 * items of one place are never shown together.
 */
export function sharedPlaces(items: readonly Item[]): readonly (readonly Item[])[] {
  const places: Item[][] = [];
  for (const item of items) {
    const beside = (other: Item) => (phasesOf(other) & phasesOf(item)) !== 0;
    const at = places.findLastIndex((place) => place.some(beside)) + 1;
    places[at] = [...(places[at] ?? []), item];
  }
  return places;
}

/** The number of an item among those with the same key: several requests may be for one lock. */
function numbered(items: readonly Item[]): readonly (readonly [string, Item])[] {
  const seen = new Map<number, number>();
  return items.map((item) => {
    const nth = seen.get(item.key) ?? 0;
    seen.set(item.key, nth + 1);
    return [`${item.key}/${nth}`, item] as const;
  });
}

const longer = (one: Field, other: Field | undefined): Field =>
  other && other.value.length > one.value.length ? other : one;

function largerItem(one: Item, other: Item): Item {
  const [most, fewer] = one.fields.length < other.fields.length ? [other, one] : [one, other];
  const length = ({ tags }: Item) => tags.reduce((sum, { en }) => sum + en.length + 3, 0);
  const items = largerItems(one.items ?? [], other.items ?? []);
  const phases = phasesOf(one) | phasesOf(other);
  return {
    ...one,
    ...(phases !== EVERY && { phases }),
    label: one.label.length < other.label.length ? other.label : one.label,
    fields: most.fields.map((field, index) => longer(field, fewer.fields[index])),
    tags: length(one) < length(other) ? other.tags : one.tags,
    ...(items.length > 0 && { items }),
  };
}

/**
 * All items of both: those of the first in their order, then those of the second alone, each at its
 * largest.
 */
function largerItems(one: readonly Item[], other: readonly Item[]): readonly Item[] {
  const result = new Map(numbered(one));
  for (const [id, item] of numbered(other)) {
    const known = result.get(id);
    result.set(id, known ? largerItem(known, item) : item);
  }
  return [...result.values()];
}

const idOf = ({ tier, id }: Structure) => `${tier}.${id}`;

/**
 * The items that the structures of a session show over several phases. A run without recoveries has
 * one phase.
 */
export function unionOfExtents(
  phases: readonly (readonly StructureExtent[])[],
): readonly StructureExtent[] {
  const result = new Map<string, StructureExtent>();
  const all = phases.flatMap((each, phase) => each.map((extent) => ofPhase(extent, phase)));
  for (const extent of all) {
    const known = result.get(idOf(extent));
    result.set(idOf(extent), known ? larger(known, extent) : extent);
  }
  return [...result.values()];
}

function larger(one: StructureExtent, other: StructureExtent): StructureExtent {
  const capacity = Math.max(one.capacity ?? 0, other.capacity ?? 0);
  return {
    ...one,
    ...(capacity > 0 && { capacity }),
    first: Math.min(one.first ?? 0, other.first ?? 0),
    most: Math.max(one.most, other.most),
    items: largerItems(one.items, other.items),
    cursors: one.cursors.length < other.cursors.length ? other.cursors : one.cursors,
  };
}

/** The part of the extent for which there was room before a branch brought more. */
export function plannedPart(extent: StructureExtent): StructureExtent {
  const { planned } = extent;
  return planned
    ? { ...extent, items: extent.items.slice(0, planned.items), most: planned.most }
    : extent;
}

/** A structure's extent where the engine has given none: its present items. */
export function extentOfFrame(structures: readonly Structure[]): readonly StructureExtent[] {
  return structures.map((structure) => ({ ...structure, most: structure.items.length }));
}

/**
 * The extents of a session after it has taken another branch: everything keeps its place, and items
 * of the new branch alone come behind it. `planned` gives the room of the time before.
 */
export function growExtents(
  kept: readonly StructureExtent[],
  now: readonly StructureExtent[],
): readonly StructureExtent[] {
  const planned = new Map(
    kept.map((each) => [idOf(each), each.planned ?? { items: each.items.length, most: each.most }]),
  );
  return unionOfExtents([kept, now]).map((extent) => {
    const before = planned.get(idOf(extent));
    return before === undefined ? extent : { ...extent, planned: before };
  });
}
