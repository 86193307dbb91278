import { type Check, number, object, record } from '../../../model/values/shape';
import type { FlushTimes } from './flush_time';
import type { Reading } from './reading';

// What fio prints with --output-format=json: latencies of each job's writes and, where each is
// followed by an fsync() or fdatasync(), of these.

export type FioProblem = 'no-json' | 'no-job' | 'not-durable';

const anything: Check = () => undefined;
const latency = object({ mean: number }, { N: number });
const isLatency = (value: unknown): value is { readonly mean: number; readonly N?: number } =>
  latency(value, '') === undefined;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  record(anything)(value, '') === undefined;

const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Options that make a write durable before it returns. */
const SYNC = /^(?:1|sync|dsync)$/;

/** The part of the text that is JSON: fio may print notes before and after it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

/** The mean latency of a job's writes, ns: fio 3 counts in ns, fio 2 in µs. */
function writeMean(job: unknown): number | undefined {
  const write = member(job, 'write');
  for (const [name, unit] of [
    ['lat_ns', 1],
    ['clat_ns', 1],
    ['lat', 1000],
    ['clat', 1000],
  ] as const) {
    const found = member(write, name);
    if (isLatency(found) && found.mean > 0) return found.mean * unit;
  }
  return undefined;
}

/** The mean latency of the flushes that follow writes, ns. */
function flushMean(job: unknown): number | undefined {
  const found = member(member(job, 'sync'), 'lat_ns');
  return isLatency(found) && (found.N ?? 1) > 0 && found.mean > 0 ? found.mean : undefined;
}

function isSynchronous(options: unknown): boolean {
  const sync = member(options, 'sync');
  return typeof sync === 'string' && SYNC.test(sync);
}

/** The time of a durable write in the first job that writes. */
export function readFio(text: string): Reading<FlushTimes, FioProblem> {
  const whole = parsed(text);
  if (!isObject(whole)) return { problem: 'no-json' };
  const jobs = member(whole, 'jobs');
  const job = Array.isArray(jobs) ? jobs.find((each) => writeMean(each) !== undefined) : undefined;
  const write = writeMean(job);
  if (write === undefined) return { problem: 'no-job' };
  const flush = flushMean(job);
  const durable = [member(job, 'job options'), member(whole, 'global options')].some(isSynchronous);
  if (flush === undefined && !durable) return { problem: 'not-durable' };
  const told = (name: string, ns: number) => `${name} ${Math.round(ns)} ns`;
  const line = [
    'fio:',
    told('write', write),
    ...(flush === undefined ? [] : ['+', told('sync', flush)]),
  ];
  const chosen = { method: 'fio', ns: Math.round(write + (flush ?? 0)), line: line.join(' ') };
  return { found: { chosen, all: [chosen] } };
}
