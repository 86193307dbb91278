/** A number with three significant digits; a whole one with all of its own. */
export function threeDigits(value: number): string {
  if (Number.isInteger(value)) return String(value);
  // 9.999 is 10.0, not 10.00.
  const rounded = Math.abs(Number(value.toPrecision(3)));
  return value.toFixed(rounded >= 100 ? 0 : rounded >= 10 ? 1 : 2);
}
