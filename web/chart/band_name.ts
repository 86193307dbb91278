import type { Box } from './layout';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface NamePlace extends Spot {
  readonly textAnchor: 'start' | 'end';
}

interface BandEnds {
  /** The beginning and the end of the band, with its edges there. */
  readonly first: { readonly x: number; readonly low: number; readonly high: number };
  readonly last: { readonly x: number; readonly low: number; readonly high: number };
}

/** A line in the way, at a step along the text, or a place outside of the plot. */
const CROSSED = 1;
const OUTSIDE = 100;

/**
 * The place at which the fewest lines cross a band's name: beside its beginning, else below or
 * above an end.
 */
export function bandNamePlace(
  { first, last }: BandEnds,
  width: number,
  em: number,
  box: Box,
  lines: readonly (readonly Spot[])[],
): NamePlace {
  const left = first.x - em;
  const right = last.x + em;
  const places: readonly NamePlace[] = [
    { x: left - 0.4 * em, y: (first.low + first.high) / 2 + 0.35 * em, textAnchor: 'end' },
    { x: left, y: first.low + 1.3 * em, textAnchor: 'start' },
    { x: left, y: first.high - 0.5 * em, textAnchor: 'start' },
    { x: right, y: last.low + 1.3 * em, textAnchor: 'end' },
    { x: right, y: last.high - 0.5 * em, textAnchor: 'end' },
  ];
  const costs = places.map((place) => {
    const from = place.textAnchor === 'end' ? place.x - width : place.x;
    const [top, bottom] = [place.y - em, place.y + 0.4 * em];
    const inside =
      from >= box.x &&
      from + width <= box.x + box.width + em &&
      top >= box.y - em &&
      bottom <= box.y + box.height;
    let cost = inside ? 0 : OUTSIDE;
    for (let x = from; x <= from + width; x += em / 2) {
      for (const line of lines) {
        const y = heightAt(line, x);
        if (y !== undefined && y >= top && y <= bottom) cost += CROSSED;
      }
    }
    return cost;
  });
  return places[costs.indexOf(Math.min(...costs))] as NamePlace;
}

/** The height of a line whose points go from left to right; undefined beside it. */
function heightAt(line: readonly Spot[], x: number): number | undefined {
  const n = line.findIndex((spot) => spot.x >= x);
  const after = line[n];
  const before = line[n - 1];
  if (!after || (!before && after.x > x)) return undefined;
  if (!before || after.x === before.x) return after.y;
  return before.y + ((after.y - before.y) * (x - before.x)) / (after.x - before.x);
}
