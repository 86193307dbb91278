import type { Box } from '../shapes/shape';
import { centre, type Move, spanOf } from './moves';

const near = (x: number, wanted: number) => Math.abs(x - wanted) < 8;

/**
 * The path from one box to another through the place where a thing rests beside the direct path;
 * undefined where it rests on it.
 */
export function bentWay(move: Pick<Move, 'from' | 'to'>, rest: Box): string | undefined {
  const { one, other, start, end } = spanOf(move);
  const half = centre(rest);
  const part = (half.y - one.y) / (other.y - one.y || 1);
  if (near(half.x, one.x + (other.x - one.x) * part)) return undefined;
  const [before, after] = [(start + half.y) / 2, (half.y + end) / 2];
  const there = `C${one.x} ${before} ${half.x} ${before} ${half.x} ${half.y}`;
  return `M${one.x} ${start} ${there} C${half.x} ${after} ${other.x} ${after} ${other.x} ${end}`;
}
