const UNITS: readonly (readonly [number, string])[] = [
  [1 << 20, 'MiB'],
  [1 << 10, 'KiB'],
];

/** Bytes with three significant digits: `512 B`, `1.50 KiB`. */
export function formatBytes(bytes: number): string {
  const unit = UNITS.find(([each]) => bytes >= each);
  if (!unit) return `${bytes} B`;
  const value = bytes / unit[0];
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit[1]}`;
}
