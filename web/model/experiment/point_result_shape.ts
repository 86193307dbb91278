import {
  type Occupancy,
  type PointResult,
  RECOVERY_PASSES,
} from '../../engine/protocol/experiment';
import { MOST_SAMPLES } from '../../engine/protocol/limits';
import {
  alike,
  boolean,
  type Check,
  type Checks,
  list,
  number,
  object,
  oneOf,
  pair,
  record,
  string,
} from '../values/shape';

// A result that comes from a file may be anything: only what has the form of one is shown.

/** The most that the engine puts into a list. */
export const MOST = {
  /** kWearParts of run/measure/point.cc and of run/measure/samples.h. */
  wornParts: 1024,
  frameParts: 256,
  /** Cells of run/measure/cells.h: for numbers of 32 bits, and for times of 48. */
  wearCells: 240,
  latencyCells: 368,
  /** A frame comes with a sample. */
  samples: MOST_SAMPLES,
  /** kMostStates of scheme/contract/scheme.h. */
  states: 66,
} as const;

const text = object({ en: string, zh: string });
const latency = object({ mean: number, p50: number, p90: number, p99: number, max: number });

/** A wear map of so many parts, and what comes with it. */
const wearMap = (parts: number, others: Checks) =>
  alike(
    object({
      ...{ wear: list(number, parts), wearMax: list(number, parts) },
      ...{ wearUnits: list(pair, MOST.wearCells), ...others },
    }),
    ['wear', 'wearMax'],
  );
const frame = wearMap(MOST.frameParts, { time: number, latency: list(pair, MOST.latencyCells) });

const occupancy = object(
  {
    ...{ title: text, state: text, imbalance: text, plans: number, unbalanced: number },
    spent: list(number, MOST.states),
  },
  { planned: list(number, MOST.states) },
);
/** A plan has a probability for each state. */
const plannedOccupancy: Check = (value, path) =>
  occupancy(value, path) ??
  ((value as Occupancy).planned ? alike(occupancy, ['spent', 'planned'])(value, path) : undefined);

/** What keeps a value from being a point's result. */
export const resultProblem = object(
  {
    ...{ complete: boolean, steps: number, metrics: record(number) },
    kinds: list(
      object({
        ...{ title: text, commits: number, latency },
        aborts: object({ user: number, conflict: number }),
      }),
    ),
  },
  {
    samples: object({
      ...{ from: number, columns: alike(record(list(number, MOST.samples))) },
      frames: list(frame, MOST.samples),
    }),
    worn: wearMap(MOST.wornParts, { unitBytes: number, time: number }),
    occupancy: plannedOccupancy,
    gave_up: boolean,
    too_small: object({ param: string, reason: text }),
    worn_out: boolean,
    recovered: boolean,
    passes: list(
      object({ id: oneOf(RECOVERY_PASSES), ns: number, spent: record(number) }),
      RECOVERY_PASSES.length,
    ),
    check: object({ holds: boolean, recordsRead: number }, { broken: text }),
  },
);

/** Whether a value has the form of a point's result. */
export const isPointResult = (value: unknown): value is PointResult =>
  resultProblem(value, '') === undefined;
