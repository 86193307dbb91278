/** @file The form of a file, at run time. Written by `lab -- formats` from the engine's tables. */
import {
  absent,
  boolean,
  either,
  list,
  number,
  object,
  oneOf,
  pair,
  record,
  string,
  text,
  whole,
} from '../values/shape';

const swept = either(string, number, boolean);
const selected = either(swept, list(swept));
const machineChoiceShape = object({ id: string }, { overrides: record(number) });
const workloadChoiceShape = object({ id: string }, { params: record(swept) });
const quickMachineShape = object({}, { overrides: record(number) });
const quickParamsShape = object({}, { params: record(swept) });
const quickCrashShape = object({}, { after_transactions: whole(1, 100000000) });
const quickScaleShape = object(
  {},
  {
    machine: quickMachineShape,
    workload: quickParamsShape,
    crash: quickCrashShape,
    schemes: list(quickParamsShape, 64),
    workloads: list(quickParamsShape, 256),
    sweep: record(list(swept)),
    threads: whole(1, 1024),
    transactions: whole(1, 100000000),
    warmup: whole(0, 100000000),
    seed: whole(0, 9007199254740992),
  },
);
const pointCrashShape = object(
  {},
  { after_transactions: whole(1, 100000000), survive: oneOf(['none']), check: boolean },
);
const labelledSchemeShape = object(
  { id: string },
  { preset: string, params: record(swept), program: string, label: text },
);
const chartChoiceShape = object(
  { x: string, y: string },
  {
    series: string,
    facet: string,
    plus: list(string, 15),
    as: oneOf(['rate', 'total']),
    parts: list(string, 16),
    over: record(selected),
    stacked: boolean,
  },
);
const claimFormulaShape = object(
  {
    id: string,
    num: record(selected),
    metric: either(string, list(string)),
    reduce: oneOf(['range', 'min', 'max', 'mean', 'at']),
    expect: pair(either(number, absent)),
  },
  {
    den: record(selected),
    per: record(selected),
    claim: string,
    kind: oneOf(['prediction', 'calibration', 'expectation', 'note']),
    as: oneOf(['ratio', 'growth', 'saving']),
    den_metric: either(string, list(string)),
    note: text,
  },
);
/** The complaint about a value that does not have the type ExperimentFile. */
export const experimentFileShape = object(
  {
    format: whole(1, 1),
    kind: oneOf(['experiment']),
    id: string,
    title: text,
    scale: oneOf(['quick', 'published']),
    machine: machineChoiceShape,
    workload: workloadChoiceShape,
    threads: whole(1, 1024),
    transactions: whole(1, 100000000),
    schemes: list(labelledSchemeShape, 64),
  },
  {
    about: text,
    deadlock: oneOf(['detect', 'wait-die', 'wait-die-after-older']),
    workloads: list(workloadChoiceShape, 256),
    warmup: whole(0, 100000000),
    per_thread: boolean,
    seed: whole(0, 9007199254740992),
    samples: whole(1, 256),
    until_ns: whole(1000, 3600000000000),
    crash: pointCrashShape,
    sweep: record(list(swept)),
    metrics: list(string, 104),
    chart: chartChoiceShape,
    claims: list(claimFormulaShape, 64),
    quick: quickScaleShape,
  },
);
