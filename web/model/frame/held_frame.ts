import type { Frame, Item, Structure } from '../../engine/protocol';

/** An item without the words that the system makes of what it holds. */
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

/** What has not changed stays the same object. */
const kept = new WeakMap<Structure, Structure>();

function heldStructure(structure: Structure): Structure {
  const known = kept.get(structure);
  if (known) return known;
  const items = structure.items.map(held);
  const same = items.every((item, index) => item === structure.items[index]);
  const result = same ? structure : { ...structure, items };
  kept.set(structure, result);
  return result;
}

/**
 * The frame as it is drawn while a question is open: with the words that devices and tables hold,
 * and without those that the system makes of them, which may be the answer.
 */
export const heldFrame = (frame: Frame): Frame => ({
  ...frame,
  structures: frame.structures.map(heldStructure),
});
