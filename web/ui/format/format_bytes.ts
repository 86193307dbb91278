import { threeDigits } from './three_digits';

const UNITS: readonly (readonly [number, string])[] = [
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
];
/** The part of a unit below one that would be rounded to 1024 of the next smaller unit. */
const ROUNDING = 1 / 2048;

/** Bytes with three significant digits: `512 B`, `1.50 KiB`. */
export function formatBytes(bytes: number): string {
  const unit = UNITS.find(([each]) => bytes >= each * (1 - ROUNDING));
  return unit ? `${threeDigits(bytes / unit[0])} ${unit[1]}` : `${bytes} B`;
}
