const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/**
 * Shares a height out: what is left beyond everybody's natural height by `stretch`; where that is
 * more than there is, each gets its least and of the rest in proportion to what it lacks. Never
 * less than the least, even if that is too much.
 */
export function share(
  height: number,
  natural: readonly number[],
  least: readonly number[],
  stretch: readonly number[],
): readonly number[] {
  const spare = height - sum(natural);
  if (spare >= 0) {
    const all = sum(stretch);
    return natural.map((own, index) => own + (all > 0 ? (spare * (stretch[index] ?? 0)) / all : 0));
  }
  const lacking = sum(natural) - sum(least);
  const part = lacking > 0 ? Math.max(0, Math.min(1, (height - sum(least)) / lacking)) : 0;
  return natural.map((own, index) => {
    const lowest = Math.min(own, least[index] ?? 0);
    return lowest + (own - lowest) * part;
  });
}
