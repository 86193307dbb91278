import { type Box, boundsOf } from '../shapes/shape';

/** The greatest distance between neighbours in a row. */
const NEXT = 24;

/**
 * An end of what moves together: around all of its visible items, or the first of them if unrelated
 * items stand between.
 */
export function endOf(boxes: readonly Box[]): Box | undefined {
  const seen = boxes.filter(({ height }) => height > 0);
  const all = seen.length > 0 ? seen : boxes;
  const [first] = all;
  if (!first) return undefined;
  const around = boundsOf(all);
  const isColumn = all.every(({ x }) => x === first.x);
  const row = all.filter(({ y }) => y === first.y);
  const inRow = boundsOf(row) ?? first;
  const taken = row.reduce((sum, { width }) => sum + width, 0);
  if (isColumn) return around;
  return inRow.width - taken > NEXT * (row.length - 1) ? first : inRow;
}
