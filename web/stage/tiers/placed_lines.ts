import type { CacheLine } from '../../engine/protocol';
import type { Box } from '../shapes/shape';
import type { StageLayout } from './layout/stage_layout';
import type { Places } from './places';

export interface PlacedLine {
  readonly line: CacheLine;
  readonly box: Box;
}

/** The home of a line's content. */
export function homeOf(line: CacheLine, places: Places): Box | undefined {
  for (const { structure, key, inner } of line.holds) {
    const box = places.home(structure, key, inner === undefined ? [] : [inner]);
    if (box) return box;
  }
  return undefined;
}

/**
 * Puts each dirty line above its home, so that it falls straight down when it is written back.
 * Lines without room are left out; lines on their way and the newest come first. `cache` is the row
 * in which they are, the CPU cache's or a disk's.
 */
export function placeLines(
  lines: readonly CacheLine[],
  layout: StageLayout,
  places: Places,
  cache: Box | undefined = layout.cache,
): { readonly placed: readonly PlacedLine[]; readonly hidden: number } {
  if (!cache) return { placed: [], hidden: lines.length };
  const { width, height, gap } = layout.cacheLine;
  const rows = Math.max(1, Math.floor((cache.height + gap) / (height + gap)));
  const perRow = Math.max(1, Math.floor((cache.width + gap) / (width + gap)));
  const wanted = [...lines]
    .sort((one, other) => Number(other.state === 'in-flight') - Number(one.state === 'in-flight'))
    .slice(0, rows * perRow)
    .map((line) => {
      const home = homeOf(line, places);
      const centre = home ? home.x + home.width / 2 : cache.x + width / 2;
      const x = Math.min(Math.max(centre - width / 2, cache.x), cache.x + cache.width - width);
      return { line, x };
    })
    .sort((left, right) => left.x - right.x || left.line.address - right.line.address);
  const ends: number[] = Array.from({ length: rows }, () => cache.x);
  const placed = wanted.map(({ line, x }) => {
    const free = ends.findIndex((end) => end <= x);
    const row = free >= 0 ? free : ends.indexOf(Math.min(...ends));
    const left = Math.max(x, ends[row] ?? 0);
    ends[row] = left + width + gap;
    return { line, row, x: left };
  });
  // Lines that were pushed past the right edge go back into it.
  for (let row = 0; row < rows; row++) {
    let edge = cache.x + cache.width;
    for (const each of placed.filter((one) => one.row === row).reverse()) {
      each.x = Math.min(each.x, edge - width);
      edge = each.x - gap;
    }
  }
  return {
    placed: placed.map(({ line, row, x }) => ({
      line,
      box: { x, y: cache.y + row * (height + gap), width, height },
    })),
    hidden: lines.length - wanted.length,
  };
}
