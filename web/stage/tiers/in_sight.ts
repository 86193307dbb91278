/** A stretch from top to bottom, in pixels of the pane. */
export interface Stretch {
  readonly top: number;
  readonly bottom: number;
}

/** What to show of several stretches in a pane of this height: the first, and of the others those that fit beside it. */
export function together(stretches: readonly Stretch[], height: number): Stretch | undefined {
  const [first, ...others] = stretches;
  return others.reduce<Stretch | undefined>((shown, { top, bottom }) => {
    if (!shown) return undefined;
    const both = { top: Math.min(shown.top, top), bottom: Math.max(shown.bottom, bottom) };
    return both.bottom - both.top <= height ? both : shown;
  }, first);
}

/** Where a pane that stands at `from` scrolls to, so that the stretch can be seen; undefined where it can be. */
export function scrollFor(
  { top, bottom }: Stretch,
  from: number,
  height: number,
): number | undefined {
  if (top >= from && bottom <= from + height) return undefined;
  const spare = Math.max(0, height - (bottom - top));
  // Some room around it, and its top rather than its bottom where it is too large.
  return Math.max(0, top - Math.min(spare / 2, 72));
}
