/**
 * The largest of the numbers, at least `least`: as many arguments of Math.max as a file may hold
 * would overflow the stack.
 */
export function largestOf(values: Iterable<number>, least = 0): number {
  let largest = least;
  for (const value of values) if (value > largest) largest = value;
  return largest;
}
