import type { Frame, Item, Structure } from '../../engine/protocol';

/** An item without the system's remarks about its content. */
export function held(item: Item): Item {
  const { judged, ...rest } = item;
  const inner = item.items?.map(held);
  if (!judged && inner?.every((each, index) => each === item.items?.[index]) !== false) return item;
  return {
    ...rest,
    tags: item.tags.filter((_, index) => !judged?.includes(index)),
    ...(inner && { items: inner }),
  };
}

/** A part that has not changed stays the same object. */
const kept = new Map<number | undefined, WeakMap<Structure, Structure>>();

function heldStructure(structure: Structure, of: number | undefined): Structure {
  const ofThese = kept.get(of) ?? new WeakMap<Structure, Structure>();
  kept.set(of, ofThese);
  const known = ofThese.get(structure);
  if (known) return known;
  const items = structure.items.map((item) =>
    of === undefined || item.txn === of ? held(item) : item,
  );
  const same = items.every((item, index) => item === structure.items[index]);
  const result = same ? structure : { ...structure, items };
  ofThese.set(structure, result);
  return result;
}

/**
 * The frame as it is drawn while a question is open: with the words that devices and tables hold,
 * and without the system's remarks about them, which may be the answer. `of` removes only the
 * remarks about this transaction.
 */
export const heldFrame = (frame: Frame, of?: number): Frame => ({
  ...frame,
  structures: frame.structures.map((structure) => heldStructure(structure, of)),
});
