interface Pair {
  readonly from: number;
  readonly to: number;
}

/**
 * The ends of the pairs in layers: each comes after all its predecessors. Pairs in a cycle end the
 * list.
 */
export function layersOf(pairs: readonly Pair[]): readonly (readonly number[])[] {
  const all = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const depth = new Map(all.map((each) => [each, 0]));
  for (let round = 0; round < all.length; round++)
    for (const { from, to } of pairs)
      depth.set(to, Math.max(depth.get(to) ?? 0, (depth.get(from) ?? 0) + (from === to ? 0 : 1)));
  const capped = (each: number) => Math.min(depth.get(each) ?? 0, all.length - 1);
  const layers = Array.from({ length: Math.max(...all.map(capped), 0) + 1 }, (_, layer) =>
    all.filter((each) => capped(each) === layer),
  );
  return layers.filter(({ length }) => length > 0);
}
