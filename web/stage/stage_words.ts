import type { Frame, Item, Structure } from '../engine/protocol';

/** An item by structure and key. */
export function findItem(
  frame: Pick<Frame, 'structures'> | undefined,
  structure: string,
  key: number,
): { structure: Structure; item: Item } | undefined {
  const found = frame?.structures.find((each) => each.id === structure);
  const item = found && findIn(found.items, key);
  return found && item ? { structure: found, item } : undefined;
}

function findIn(items: readonly Item[], key: number): Item | undefined {
  for (const item of items) if (item.key === key) return item;
  return undefined;
}

/** An address as the interface writes it. */
export function hex(address: number): string {
  return `0x${address.toString(16)}`;
}
