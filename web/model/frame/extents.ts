import type { Field, Item, Structure, StructureExtent } from '../../engine/protocol';

/** Which of items with one key it is: several requests may be for one lock. */
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
  return {
    ...one,
    label: one.label.length < other.label.length ? other.label : one.label,
    fields: most.fields.map((field, index) => longer(field, fewer.fields[index])),
    tags: length(one) < length(other) ? other.tags : one.tags,
    ...(items.length > 0 && { items }),
  };
}

/**
 * All items of both, those of the first in their order and then what only the second has, each at
 * its largest.
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
 * What the structures of a session ever show over several phases. A run without recoveries has one
 * phase.
 */
export function unionOfExtents(
  phases: readonly (readonly StructureExtent[])[],
): readonly StructureExtent[] {
  const result = new Map<string, StructureExtent>();
  for (const extent of phases.flat()) {
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

/** What there was room for before a branch brought more. */
export function plannedPart(extent: StructureExtent): StructureExtent {
  const { planned } = extent;
  return planned
    ? { ...extent, items: extent.items.slice(0, planned.items), most: planned.most }
    : extent;
}

/** A structure's extent where the engine has given none: what it shows now. */
export function extentOfFrame(structures: readonly Structure[]): readonly StructureExtent[] {
  return structures.map((structure) => ({ ...structure, most: structure.items.length }));
}

/**
 * Extents of a session after it has gone another way: everything keeps its place, and what only the
 * new way shows comes behind it. `planned` says for how much there was room before.
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
