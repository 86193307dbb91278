import type { Occupancy, PointResult } from '../../engine/protocol/experiment';
import { MOST, RECOVERY_PASSES } from '../../engine/protocol/result_limits';
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

// A result from a file may be anything: only a value with the form of one is shown.

const text = object({ en: string, zh: string });
const latency = object({ mean: number, p50: number, p90: number, p99: number, max: number });

/** A wear map with this number of parts, and its other fields. */
const wearMap = (parts: number, others: Checks) =>
  alike(
    object({
      wear: list(number, parts),
      wearMax: list(number, parts),
      wearUnits: list(pair(number), MOST.wearCells),
      ...others,
    }),
    ['wear', 'wearMax'],
  );
const frame = wearMap(MOST.frameParts, {
  time: number,
  latency: list(pair(number), MOST.latencyCells),
});

const occupancy = object(
  {
    title: text,
    state: text,
    imbalance: text,
    plans: number,
    unbalanced: number,
    spent: list(number, MOST.states),
  },
  { planned: list(number, MOST.states) },
);
/** A plan has a probability for each state. */
const plannedOccupancy: Check = (value, path) =>
  occupancy(value, path) ??
  ((value as Occupancy).planned ? alike(occupancy, ['spent', 'planned'])(value, path) : undefined);

/** The complaint about a value that is no point's result. */
export const resultProblem = object(
  {
    complete: boolean,
    steps: number,
    metrics: record(number),
    kinds: list(
      object({
        title: text,
        commits: number,
        latency,
        aborts: object({ user: number, conflict: number }),
      }),
    ),
  },
  {
    samples: object({
      from: number,
      columns: alike(record(list(number, MOST.samples))),
      frames: list(frame, MOST.samples),
    }),
    worn: wearMap(MOST.wornParts, { unitBytes: number, time: number }),
    occupancy: plannedOccupancy,
    gave_up: boolean,
    too_small: object({ param: string, reason: text }),
    program_fault: object({ line: number, reason: text }),
    worn_out: boolean,
    recovered: boolean,
    passes: list(
      object({ id: oneOf(RECOVERY_PASSES), ns: number, spent: record(number) }),
      RECOVERY_PASSES.length,
    ),
    check: object({ holds: boolean, recordsRead: number }, { broken: text }),
  },
);

/** True if a value has the form of a point's result. */
export const isPointResult = (value: unknown): value is PointResult =>
  resultProblem(value, '') === undefined;
