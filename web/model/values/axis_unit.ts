/** A unit with a divisor that makes its numbers easy to read. */
export interface AxisUnit {
  readonly divisor: number;
  /** The unit's name: `ms`, `KiB`, `%`, ...; names of time units are ids to be translated. */
  readonly unit: string;
}

const STEPS: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  ns: [
    [1e9, 's'],
    [1e6, 'ms'],
    [1e3, 'µs'],
  ],
  B: [
    [2 ** 30, 'GiB'],
    [2 ** 20, 'MiB'],
    [2 ** 10, 'KiB'],
  ],
  s: [
    [365.25 * 86_400, 'years'],
    [86_400, 'days'],
    [3600, 'hours'],
    [60, 'minutes'],
  ],
};
/** Durations are given in days when there are at least two of them. */
const ENOUGH = 2;

/** True if a metric is a fraction of 1, to be shown in per cent. */
export const isShare = (metric: string) => /^share\.|share$/.test(metric);

/** A unit in which values up to `largest` are easy to read. */
export function axisUnit(metric: string, unit: string, largest: number): AxisUnit {
  if (isShare(metric)) return { divisor: 0.01, unit: '%' };
  const enough = unit === 's' ? ENOUGH : 1;
  const step = STEPS[unit]?.find(([size]) => Math.abs(largest) >= size * enough);
  return step ? { divisor: step[0], unit: step[1] } : { divisor: 1, unit };
}
