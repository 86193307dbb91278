import type { ChartData } from './model/data';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The point that a key leads to from one with the index `from`, over those that are drawn. */
export function neighbour(data: ChartData, from: number, direction: Direction): number | undefined {
  const series = data.facets.flatMap((facet) =>
    facet.series.map(({ points }) => points.filter(({ y }) => y !== undefined)),
  );
  const row = series.findIndex((points) => points.some(({ indices }) => indices.includes(from)));
  const points = series[row];
  const column = points?.findIndex(({ indices }) => indices.includes(from)) ?? -1;
  const here = points?.[column];
  if (!here) return series.flat()[0]?.indices[0];
  if (direction === 'left' || direction === 'right')
    return points[column + (direction === 'right' ? 1 : -1)]?.indices[0];
  const step = direction === 'down' ? 1 : -1;
  for (let n = row + step; n >= 0 && n < series.length; n += step) {
    const there = series[n]?.find(({ x }) => x === here.x) ?? series[n]?.[0];
    if (there) return there.indices[0];
  }
  return undefined;
}
