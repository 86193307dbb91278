import type { Box } from '../shapes/shape';

/** More banks than this are drawn small, without names and queues. */
const MOST = 8;
const WIDEST = 200;
/** The fraction of a wide row that banks take; the rest has the words that sum them up. */
const SHARE = 0.8;
const GAP = 3;
/** The number of a bank stands left of its queue, where there is room. */
const NUMBER = 16;
const ROOMY = 120;
const PAD = 2;
/** A request is as wide as its words, but no wider than this. */
const REQUEST = 60;

/** The boxes of so many banks in their row, with room for queues; none where there are too many. */
export function bankBoxes(row: Box, banks: number): readonly Box[] {
  if (banks === 0 || banks > MOST) return [];
  const share = row.width * SHARE >= banks * ROOMY ? SHARE : 1;
  const pitch = Math.min(WIDEST, (row.width * share + GAP) / banks);
  return Array.from({ length: banks }, (_, bank) => ({
    x: row.x + bank * pitch,
    y: row.y,
    width: pitch - GAP,
    height: row.height,
  }));
}

/** True if a bank's number is in its box. */
export const isNumbered = ({ width }: Box): boolean => width >= ROOMY;

/**
 * The place of a request in a bank's box, among those that queue there; the first is being served.
 */
export function requestBox(box: Box, before: number, queued: number): Box {
  const from = isNumbered(box) ? NUMBER : PAD;
  const pitch = Math.min(REQUEST + PAD, (box.width - from) / Math.max(1, queued));
  return {
    x: box.x + from + before * pitch,
    y: box.y + PAD,
    width: pitch - PAD,
    height: box.height - 2 * PAD,
  };
}
