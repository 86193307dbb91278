import type { Fate, SurvivalPoint } from '../../engine/protocol';

/** The fates found so far, ascending and distinct by position. */
export type Strip = readonly SurvivalPoint[];

/** An interval of positions, `from` up to, not including, `to`, with one fate. */
export interface FateSegment {
  readonly from: number;
  readonly to: number;
  readonly fate: Fate;
  /** False where crash images were sampled at any of its points. */
  readonly exact: boolean;
}

/** Adds a part, in any order; a point that comes again replaces the older one. */
export function mergePart(strip: Strip, part: Strip): Strip {
  const byPosition = new Map(strip.map((point) => [point.at, point]));
  for (const point of part) byPosition.set(point.at, point);
  return [...byPosition.values()].sort((a, b) => a.at - b.at);
}

/** One transaction's row of the strip up to position `end`; each point holds until the next. */
export function fateSegments(strip: Strip, txn: number, end: number): FateSegment[] {
  const segments: FateSegment[] = [];
  strip.forEach((point, n) => {
    const to = Math.min(strip[n + 1]?.at ?? end + 1, end + 1);
    const fate = point.fates[txn - 1];
    const last = segments.at(-1);
    if (fate === undefined || to <= point.at) return;
    if (last?.fate === fate && last.to === point.at) {
      segments[segments.length - 1] = { ...last, to, exact: last.exact && point.exact };
    } else {
      segments.push({ from: point.at, to, fate, exact: point.exact });
    }
  });
  return segments;
}
