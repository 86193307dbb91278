import type { WearMap } from '../../engine/protocol/experiment';
import { lifetimes, type WearNumbers } from './wear';

// The content of the wear panel, as data.

/** The wear of a run in so many seconds of virtual time. */
export interface WornRun {
  readonly name: string;
  readonly map: WearMap;
  readonly numbers: WearNumbers;
  readonly seconds: number;
  /** The bytes of a unit, where they are known. */
  readonly unitBytes?: number | undefined;
}

export const wearReport = (runs: readonly WornRun[], unworn: readonly string[]) => ({
  runs: runs.map(({ name, map, numbers, seconds, unitBytes }) => ({
    name,
    seconds,
    unitBytes: unitBytes ?? null,
    ...numbers,
    lifetimes: lifetimes(numbers, seconds),
    writesByPart: map.wear,
    mostWornUnitByPart: map.wearMax,
    unitsByWrites: map.wearUnits,
  })),
  notWritten: unworn,
});

/** One line a run. */
export function wearRows(runs: readonly WornRun[]): (string | number)[][] {
  const first = runs[0] ? lifetimes(runs[0].numbers, runs[0].seconds) : [];
  const heads = [
    'run',
    'time [s]',
    'unit [B]',
    'units',
    'units written to',
    'writes',
    'mean',
    'variance',
    'worst 5 per mille',
    'worst 1 per mille',
    'most worn',
    'exact',
    ...first.flatMap(({ endurance }) => [
      `lifetime at ${endurance} writes [s]`,
      `the same levelled [s]`,
    ]),
  ];
  const lines = runs.map(({ name, numbers, seconds, unitBytes }) => [
    name,
    seconds,
    unitBytes ?? '',
    numbers.units,
    numbers.worn,
    numbers.writes,
    numbers.mean,
    numbers.variance,
    numbers.permille5,
    numbers.permille1,
    numbers.max,
    String(numbers.exact),
    ...lifetimes(numbers, seconds).flatMap(({ worst, levelled }) => [worst, levelled]),
  ]);
  return [heads, ...lines];
}
