/**
 * The largest of the numbers, at least `least`. Math.max would overflow the stack with as many
 * arguments as a file may hold.
 */
export function largestOf(values: Iterable<number>, least = 0): number {
  let largest = least;
  for (const value of values) if (value > largest) largest = value;
  return largest;
}
