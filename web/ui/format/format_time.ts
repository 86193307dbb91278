import { threeDigits } from './three_digits';

const UNITS: readonly (readonly [number, string])[] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/** The part of a unit below one that would be rounded to 1000 of the next smaller unit. */
const ROUNDING = 1 / 2000;

/** Virtual time with three significant digits, but no parts of a nanosecond: `4.83 µs`. */
export function formatTime(ns: number): string {
  const unit = UNITS.find(([each]) => Math.abs(ns) >= each * (1 - ROUNDING));
  if (!unit || unit[0] === 1) return `${Math.round(ns)} ns`;
  return `${threeDigits(ns / unit[0])} ${unit[1]}`;
}

/** Virtual time to the nanosecond: `8.053214 ms`. */
export function formatExactTime(ns: number): string {
  const [size, unit] = UNITS.find(([each]) => Math.abs(ns) >= each) ?? [1, 'ns'];
  return `${(ns / size).toFixed(Math.round(Math.log10(size)))} ${unit}`;
}
