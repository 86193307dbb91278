import type { PointResult } from '../engine/experiment_protocol';

// A result that comes from a file may be anything: only what has the form of one is shown.

type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const boolean: Check = (value) => typeof value === 'boolean';
const string: Check = (value) => typeof value === 'string';
const list =
  (each: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(each);
const pair: Check = (value) => list(number)(value) && (value as unknown[]).length === 2;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** An object whose every member is `each`. */
const record =
  (each: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(each);
/** An object with these members, and maybe those; what else it has does not matter. */
const object =
  (must: Checks, may: Checks = {}): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(must).every(([name, check]) => check(value[name])) &&
    Object.entries(may).every(([name, check]) => value[name] === undefined || check(value[name]));

const text = object({ en: string, zh: string });
const map = { wear: list(number), wearMax: list(number), wearUnits: list(pair) };
const latency = object({ mean: number, p50: number, p90: number, p99: number, max: number });
const frame = object({ ...map, time: number, latency: list(pair) });

/** Whether a value has the form of a point's result. */
export const isPointResult = object(
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
    samples: object({ from: number, columns: record(list(number)), frames: list(frame) }),
    worn: object({ ...map, unitBytes: number, time: number }),
    recovered: boolean,
    check: object({ holds: boolean, recordsRead: number }, { broken: text }),
  },
) as (value: unknown) => value is PointResult;
