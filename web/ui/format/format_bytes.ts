import { threeDigits } from './three_digits';

const UNITS: readonly (readonly [number, string])[] = [
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
];
/** Of a unit: so much less than one would be written as 1024 of the next smaller one. */
const ROUNDING = 1 / 2048;

/** Bytes with three significant digits: `512 B`, `1.50 KiB`. */
export function formatBytes(bytes: number): string {
  const unit = UNITS.find(([each]) => bytes >= each * (1 - ROUNDING));
  return unit ? `${threeDigits(bytes / unit[0])} ${unit[1]}` : `${bytes} B`;
}
