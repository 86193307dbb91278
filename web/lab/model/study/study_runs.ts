import type { Description } from '../../../engine/protocol';
import type { ExperimentFile } from '../../../engine/protocol/experiment';
import { withPrice } from '../../../model/experiment/machine_prices';
import { DEVICE, IDLE_WAKE, LOADED_DEVICE, PATH, SWITCH } from '../server/calibrated_prices';
import { priceOf } from '../server/machine_price';
import { type Role, roleOf } from '../server/server_runs';

// Short runs beside the answer to a log: the same server with one assumption changed at a time.

type Entry = ExperimentFile['schemes'][number];

/** The assumptions on which the answer may depend. */
export const ASSUMPTIONS = [
  'device',
  'clients',
  'commits',
  'nvm',
  'path',
  'switch',
  'wake',
  'reads',
] as const;
export type Assumption = (typeof ASSUMPTIONS)[number];

/** The server's costs that a log in NVM may save, and that may cost nothing in a run. */
export const PARTS = ['device', 'software', 'processes'] as const;
export type Part = (typeof PARTS)[number];

/** A run of all systems of the study, or of the server alone. */
export interface StudyRun {
  readonly id: string;
  readonly file: ExperimentFile;
  readonly points: number;
  /** The changed assumption and its value. */
  readonly changed?: { readonly assumption: Assumption; readonly value: number };
}

export const BASE = 'as it is';
export const partRun = (part: Part | 'all') => `without ${part}`;

const TRANSACTIONS = 1000;
/**
 * The transactions of a run whose cores are all busy: shorter runs would differ by which client
 * loses its core while others wait for it.
 */
const BUSY_TRANSACTIONS = 8000;
const WARMUP = 100;
const SLOWDOWN = 'nvm.slowdown';
const CORES = 'cpu.cores';
/** The workload gives its reads for so many changes. */
const READS_OF = 100;

/**
 * The device; logging in the server's own software (calls of files, making records); and giving a
 * core to another process, or waking one.
 */
const PRICES_OF: Readonly<Record<Part, readonly string[]>> = {
  device: [DEVICE, LOADED_DEVICE],
  software: ['file.direct_call_ns', 'path.log_record'],
  processes: [SWITCH, IDLE_WAKE],
};

/**
 * The system of each role: the server, its log in NVM, and one more beside it: the best of several,
 * or else the first, which is the nearest.
 */
function entriesOf(file: ExperimentFile, roles: readonly Role[], best?: Entry): readonly Entry[] {
  return roles.flatMap((role) => {
    const all = file.schemes.filter((entry) => roleOf(entry, file) === role);
    return all.find((entry) => entry === best) ?? all[0] ?? [];
  });
}

const ROLES = ['yours', 'in-nvm', 'other'] as const;

/** The server with so many clients, without a power cut, in a short run. */
function shortened(
  file: ExperimentFile,
  clients: number,
  of: Description,
  best?: Entry,
): ExperimentFile {
  const { crash: _crash, ...rest } = file;
  const cores = priceOf(file, CORES, of);
  const most = cores > 0 && clients >= cores ? BUSY_TRANSACTIONS : TRANSACTIONS;
  return {
    ...rest,
    id: 'study',
    schemes: entriesOf(file, ROLES, best),
    threads: clients,
    warmup: Math.min(WARMUP, file.warmup ?? 0),
    transactions: Math.min(most, file.transactions),
    sweep: { threads: [clients] },
    chart: { x: 'threads', y: 'throughput', series: 'scheme' },
  };
}

const times = (file: ExperimentFile, prices: readonly string[], by: number, of: Description) =>
  prices.reduce((changed, price) => {
    const value = priceOf(file, price, of);
    return value === 0 ? changed : withPrice(changed, price, Math.round(value * by));
  }, file);

const withClients = (file: ExperimentFile, clients: number): ExperimentFile => ({
  ...file,
  threads: clients,
  sweep: { threads: [clients] },
});

const withReads = (file: ExperimentFile, reads: number): ExperimentFile => ({
  ...file,
  workload: { ...file.workload, params: { ...file.workload.params, reads } },
});

/** The server with commits that do not wait; the other systems commit as before. */
function notAwaited(short: ExperimentFile, whole: ExperimentFile): ExperimentFile {
  const [off] = entriesOf(whole, ['off']);
  const schemes = short.schemes.map((entry, n) => (n === 0 && off ? off : entry));
  return { ...short, schemes };
}

function changedRuns(base: ExperimentFile, whole: ExperimentFile, of: Description): StudyRun[] {
  const run = (assumption: Assumption, value: number, file: ExperimentFile): StudyRun => ({
    id: `${assumption} ${value}`,
    file,
    points: file.schemes.length,
    changed: { assumption, value },
  });
  const device = priceOf(base, DEVICE, of);
  const slow = priceOf(base, SLOWDOWN, of);
  const reads = Number(base.workload.params?.reads ?? 0);
  const clients = Number(base.threads);
  const ofPrice = (assumption: Assumption, price: string) => {
    const value = priceOf(base, price, of);
    const changed = (by: number) => times(base, [price], by, of);
    if (value === 0) return [];
    return [0.5, 2].map((by) => run(assumption, Math.round(value * by), changed(by)));
  };
  const halfAndTwice = (of: number) => [...new Set([Math.max(1, Math.round(of / 2)), 2 * of])];
  return [
    ...[0.5, 2].map((by) =>
      run('device', Math.round(device * by), times(base, [DEVICE, LOADED_DEVICE], by, of)),
    ),
    ...halfAndTwice(clients)
      .filter((count) => count !== clients && count <= 1024)
      .map((count) => run('clients', count, withClients(base, count))),
    run('commits', 0, notAwaited(base, whole)),
    ...[...new Set([1, 4 * slow])]
      .filter((value) => value !== slow)
      .map((value) => run('nvm', value, withPrice(base, SLOWDOWN, value))),
    ...ofPrice('path', PATH),
    ...ofPrice('switch', SWITCH),
    ...ofPrice('wake', IDLE_WAKE),
    ...[...new Set([0, Math.max(2 * reads, 5 * READS_OF)])]
      .filter((value) => value !== reads)
      .map((value) => run('reads', value / READS_OF, withReads(base, value))),
  ];
}

/** The server alone without the costs of one part, and without those of all parts. */
function partRuns(base: ExperimentFile): StudyRun[] {
  const alone: ExperimentFile = { ...base, schemes: base.schemes.slice(0, 1) };
  const run = (part: Part | 'all', prices: readonly string[]): StudyRun => ({
    id: partRun(part),
    file: prices.reduce((file, price) => withPrice(file, price, 0), alone),
    points: 1,
  });
  const every = PARTS.flatMap((part) => PRICES_OF[part]);
  return [...PARTS.map((part) => run(part, PRICES_OF[part])), run('all', every)];
}

/**
 * All runs of a study of an answer with so many clients; none without the server's own run. `best`
 * is the place in the file of the system that the answer calls best.
 */
export function studyRuns(
  file: ExperimentFile,
  clients: number,
  description: Description,
  best?: number,
): readonly StudyRun[] {
  const named = best === undefined ? undefined : file.schemes[best];
  const base = shortened(file, clients, description, named);
  if (base.schemes.length < ROLES.length) return [];
  return [
    { id: BASE, file: base, points: base.schemes.length },
    ...changedRuns(base, file, description),
    ...partRuns(base),
  ];
}

/** The transactions of all points with warm-up, which determine the duration. */
export const transactionsOf = (runs: readonly StudyRun[]) =>
  runs.reduce(
    (sum, { file, points }) => sum + points * (file.transactions + (file.warmup ?? 0)),
    0,
  );
