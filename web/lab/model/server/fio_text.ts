import { jsonOf } from '../../../model/values/json_text';
import { type Check, number, object, record } from '../../../model/values/shape';
import type { FlushTimes, LoadedFlush } from './flush_time';
import type { Reading } from './reading';

// Reads the output of fio with --output-format=json: latencies of each job's writes, or of the
// fsync() or fdatasync() that follows each of them.

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
const parsed = (text: string): unknown =>
  jsonOf(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));

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

/** The number of instances of a job that run at once. */
function jobsAtOnce(job: unknown, whole: unknown): number {
  for (const options of [member(job, 'job options'), member(whole, 'global options')]) {
    const count = member(options, 'numjobs');
    if (typeof count === 'string' && /^[1-9]\d{0,3}$/.test(count)) return Number(count);
  }
  return 1;
}

const told = (name: string, ns: number) => `${name} ${Math.round(ns)} ns`;

/** The time of a durable write of one job; undefined where it returns before it is durable. */
function timeOf(job: unknown, whole: unknown): LoadedFlush | undefined {
  const write = writeMean(job) ?? 0;
  const flush = flushMean(job);
  const durable = [member(job, 'job options'), member(whole, 'global options')].some(isSynchronous);
  if (flush === undefined && !durable) return undefined;
  const clients = jobsAtOnce(job, whole);
  const line = [
    clients === 1 ? 'fio:' : `fio, numjobs=${clients}:`,
    told('write', write),
    ...(flush === undefined ? [] : ['+', told('sync', flush)]),
  ];
  const ns = Math.round(write + (flush ?? 0));
  return { method: 'fio', ns, line: line.join(' '), clients };
}

/** The time of a durable write with fewest jobs at once, and with most of them. */
export function readFio(text: string): Reading<FlushTimes, FioProblem> {
  const whole = parsed(text);
  if (!isObject(whole)) return { problem: 'no-json' };
  const listed = member(whole, 'jobs');
  const jobs = Array.isArray(listed) ? listed.filter((job) => writeMean(job) !== undefined) : [];
  if (jobs.length === 0) return { problem: 'no-job' };
  const times = jobs.flatMap((job) => timeOf(job, whole) ?? []);
  const [first, ...others] = times;
  if (!first) return { problem: 'not-durable' };
  const least = others.reduce((a, b) => (b.clients < a.clients ? b : a), first);
  const most = others.reduce((a, b) => (b.clients > a.clients ? b : a), first);
  const { clients: _clients, ...chosen } = least;
  // Whoever waits for others waits longer; the one write of a log's group does not.
  const loaded = { ...most, ns: Math.min(most.ns, least.ns) };
  return { found: { chosen, all: [chosen], ...(most.clients > least.clients && { loaded }) } };
}
