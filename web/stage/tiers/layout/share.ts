const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/**
 * Divides a height. What is left beyond all natural heights goes by `stretch`; if there is too
 * little, each gets its least height and a part of the rest in proportion to what it lacks. No part
 * is below its least height, even if that is too much.
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
