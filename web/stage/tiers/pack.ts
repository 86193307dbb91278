/** What is to be placed. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Where rectangles go, in their order: each as high up as it can, there as far left as it can, also below a short
 * one beside a tall one. None overlap, `gapX` and `gapY` stay between them; what is wider than `width` starts at 0.
 */
export function pack(
  sizes: readonly Size[],
  width: number,
  gapX: number,
  gapY: number,
): readonly Place[] {
  const placed: (Size & Place)[] = [];
  for (const size of sizes) {
    const lefts = [0, ...placed.map((each) => each.x + each.width + gapX)].filter(
      (x) => x === 0 || x + size.width <= width,
    );
    const places = lefts.map((x) => {
      const beside = (each: Size & Place) =>
        each.x + each.width + gapX <= x || x + size.width + gapX <= each.x;
      const above = placed.filter((each) => !beside(each));
      return { x, y: above.reduce((y, each) => Math.max(y, each.y + each.height + gapY), 0) };
    });
    const best = places.reduce((one, other) =>
      other.y < one.y || (other.y === one.y && other.x < one.x) ? other : one,
    );
    placed.push({ ...size, ...best });
  }
  return placed.map(({ x, y }) => ({ x, y }));
}
