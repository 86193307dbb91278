const UNITS: readonly (readonly [number, string])[] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/** Virtual time with three significant digits: `4.83 µs`. */
export function formatTime(ns: number): string {
  const [size, unit] = UNITS.find(([each]) => Math.abs(ns) >= each) ?? [1, 'ns'];
  const value = ns / size;
  const digits =
    Number.isInteger(value) || unit === 'ns' ? 0 : value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}

/** Virtual time to the nanosecond: `8.053214 ms`. */
export function formatExactTime(ns: number): string {
  const [size, unit] = UNITS.find(([each]) => Math.abs(ns) >= each) ?? [1, 'ns'];
  return `${(ns / size).toFixed(Math.round(Math.log10(size)))} ${unit}`;
}
