/** @file The form of a file, at run time. Written by `lab -- formats` from the engine's tables. */
import {
  bilingual,
  boolean,
  list,
  number,
  object,
  oneOf,
  pair,
  record,
  string,
  whole,
} from '../values/shape';

const counted = whole(0, 2 ** 53);
const programFaultShape = object({ line: counted, reason: bilingual });
const sampleFrameShape = object({
  wear: list(number, 256),
  wearMax: list(number, 256),
  wearUnits: list(pair(number), 240),
  time: number,
  latency: list(pair(number), 368),
});
const sampleSliceShape = object({
  from: counted,
  columns: record(list(number, 256)),
  frames: list(sampleFrameShape, 256),
});
const tooSmallShape = object({ param: string, reason: bilingual });
const wornMapShape = object({
  wear: list(number, 1024),
  wearMax: list(number, 1024),
  wearUnits: list(pair(number), 240),
  unitBytes: number,
  time: number,
});
const occupancyShape = object(
  {
    title: bilingual,
    state: bilingual,
    imbalance: bilingual,
    plans: counted,
    unbalanced: counted,
    spent: list(number, 66),
  },
  { planned: list(number, 66) },
);
const abortsShape = object({ user: counted, conflict: counted });
const latencyResultShape = object({
  mean: number,
  p50: number,
  p90: number,
  p99: number,
  max: number,
});
const kindResultShape = object({
  title: bilingual,
  commits: counted,
  aborts: abortsShape,
  latency: latencyResultShape,
});
const recoveryPassShape = object({
  id: oneOf(['repair', 'open', 'analysis', 'redo', 'undo', 'finish', 'clear', 'rebuild']),
  ns: number,
  spent: record(number),
});
const checkResultShape = object({ holds: boolean, recordsRead: counted }, { broken: bilingual });
/** The complaint about a value that does not have the type PointResult. */
export const pointResultShape = object(
  { complete: boolean, steps: number, metrics: record(number), kinds: list(kindResultShape, 1000) },
  {
    gave_up: boolean,
    too_small: tooSmallShape,
    program_fault: programFaultShape,
    worn_out: boolean,
    worn: wornMapShape,
    occupancy: occupancyShape,
    recovered: boolean,
    passes: list(recoveryPassShape, 8),
    check: checkResultShape,
    samples: sampleSliceShape,
  },
);
