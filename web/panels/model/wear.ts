import type { PointResult, WearMap } from '../../engine/protocol/experiment';
import { largestOf } from '../../model/values/largest';

// The evenness of the NVM's wear, and its lifetime.

/** The numbers of writes that a unit may endure, for which lifetimes are given. */
export const ENDURANCES = [1e6, 1e7, 1e8] as const;

export interface WearNumbers {
  readonly units: number;
  /** The number of units that were written to at all. */
  readonly worn: number;
  readonly writes: number;
  readonly mean: number;
  readonly max: number;
  /** The fewest writes of the most worn 1 and 5 per mille. */
  readonly permille1: number;
  readonly permille5: number;
  readonly variance: number;
  /**
   * False where the last three come from a histogram whose cells stand for several numbers of
   * writes.
   */
  readonly exact: boolean;
}

/**
 * The numbers of a map alone: units in the wider cells count with the largest number of their cell.
 */
export function wearNumbers({ wear, wearMax, wearUnits }: WearMap): WearNumbers {
  const units = wearUnits.reduce((sum, [, count]) => sum + count, 0);
  const worn = wearUnits.reduce((sum, [upTo, count]) => sum + (upTo > 0 ? count : 0), 0);
  const writes = wear.reduce((sum, each) => sum + each, 0);
  const max = largestOf(wearMax);
  const mean = units > 0 ? writes / units : 0;
  const squares = wearUnits.reduce((sum, [upTo, count]) => sum + (upTo - mean) ** 2 * count, 0);
  return {
    units,
    worn,
    writes,
    mean,
    max,
    permille1: Math.min(max, worst(wearUnits, units, 1)),
    permille5: Math.min(max, worst(wearUnits, units, 5)),
    variance: units > 0 ? squares / units : 0,
    exact: wearUnits.every(([upTo]) => upTo < FIRST_WIDE),
  };
}

/** Below this number the engine's cells stand for one number of writes each. */
const FIRST_WIDE = 16;

function worst(wearUnits: WearMap['wearUnits'], units: number, perMille: number): number {
  let left = Math.max(1, Math.floor((units * perMille) / 1000));
  for (const [upTo, count] of [...wearUnits].reverse()) {
    if (left <= count) return upTo;
    left -= count;
  }
  return 0;
}

/** The numbers of a result, which the engine counted unit by unit. */
export function measuredWear(map: WearMap, metrics: PointResult['metrics']): WearNumbers {
  const told = wearNumbers(map);
  const names = {
    mean: 'wear.mean',
    max: 'wear.max',
    variance: 'wear.variance',
    permille1: 'wear.permille_1',
    permille5: 'wear.permille_5',
  };
  const exact = Object.entries(names).flatMap(([field, metric]) => {
    const value = metrics[metric];
    return value === undefined ? [] : [[field, value] as const];
  });
  return { ...told, ...Object.fromEntries(exact), exact: exact.length === 5 || told.exact };
}

export interface Lifetime {
  readonly endurance: number;
  /** The seconds until the most worn unit fails, and until all would with equal wear. */
  readonly worst: number;
  readonly levelled: number;
}

/** The lifetimes at the rate of a run of so many seconds; none where nothing was written. */
export function lifetimes({ max, mean }: WearNumbers, seconds: number): readonly Lifetime[] {
  if (max === 0 || seconds <= 0) return [];
  return ENDURANCES.map((endurance) => ({
    endurance,
    worst: (endurance / max) * seconds,
    levelled: (endurance / mean) * seconds,
  }));
}

/**
 * The fraction of the units with at least so many writes: it falls from all of them to the most
 * worn.
 */
export function wearTail({ wearUnits }: WearMap): readonly (readonly [number, number])[] {
  const units = wearUnits.reduce((sum, [, count]) => sum + count, 0);
  let above = 0;
  const tail = [...wearUnits]
    .filter(([upTo]) => upTo > 0)
    .reverse()
    .map(([upTo, count]) => {
      above += count;
      return [upTo, above / units] as const;
    });
  return tail.reverse();
}
