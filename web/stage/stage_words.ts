import type { Frame, Item, Structure } from '../engine/protocol';
import { findIn } from '../model/frame/counterparts';

/** An item by structure and key. */
export function findItem(
  frame: Pick<Frame, 'structures'> | undefined,
  structure: string,
  key: number,
): { structure: Structure; item: Item } | undefined {
  return frame && findIn(frame.structures, { structure, key });
}

/** An address as the interface writes it. */
export function hex(address: number): string {
  return `0x${address.toString(16)}`;
}
