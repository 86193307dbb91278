/**
 * A count as it is shown: in full, in groups of three digits, or with a power of ten where it is
 * huge.
 */
export function count(value: number): string {
  if (value >= 1e12) return value.toExponential(1).replace('e+', ' × 10^');
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
