import type { Description } from '../../../engine/protocol';
import type {
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
  RecoveryPassId,
} from '../../../engine/protocol/experiment';
import { RECOVERY_PASSES } from '../../../engine/protocol/recovery_passes';
import { halvesAgree } from '../halves';
import { type LogBytes, logBytesOf } from '../log_volume';
import { DEVICE, IDLE_WAKE, LOAD, SWITCH } from './calibrated_prices';
import {
  type OwnThreads,
  ownThreads,
  type ProcessCost,
  processCosts,
  type RunBesideOff,
} from './process_costs';
import { leaveNoCore, type Rates, ROUNDS, type ServerFacts } from './server_facts';
import { pathRate } from './server_prices';
import { hasOwnStore, type Role, roleOf } from './server_runs';

// The conclusions from measured points for the reader who runs the server: nothing here is assumed.

/** The parts of a point that the answer needs. */
export type MeasuredPoint = Pick<PointResult, 'complete' | 'metrics'>;

export type Results = ReadonlyMap<string, MeasuredPoint>;

export interface Measured {
  readonly file: ExperimentFile;
  readonly plan: Pick<ExperimentPlan, 'points'>;
  readonly results: Results;
}

/** Why a result cannot be what the system would do. */
export type Impossible = 'unlogged' | 'ratio' | 'unsteady' | 'incomplete';

/** Beyond this a ratio says that two things were measured that cannot be compared. */
const LARGEST_RATIO = 100;
/** Halves of a run that are further apart are no steady state. */
const HALVES = 1.5;
/**
 * The ratio of the rate without a log to that with one below which one of the two must be wrong.
 */
const TOLERANCE = 0.95;

const clientsOf = ({ assignment }: PointPlan) => Number(assignment.threads);

interface Run {
  readonly point: PointPlan;
  readonly role: Role;
  readonly result: MeasuredPoint;
  readonly tps: number;
}

function runsOf({ file, plan, results }: Measured): Run[] {
  return plan.points.flatMap((point) => {
    const entry = file.schemes[point.scheme];
    const result = results.get(point.key);
    const tps = result?.metrics.throughput;
    if (!entry || !result || tps === undefined) return [];
    return [{ point, role: roleOf(entry, file), result, tps }];
  });
}

/** Tells if both halves of a run go at about the same pace. */
export function hasSteadyHalves({ metrics: { halves } }: Pick<MeasuredPoint, 'metrics'>): boolean {
  return halves === undefined || (halves <= HALVES && halves >= 1 / HALVES);
}

function reasonOf(run: Run, all: readonly Run[], description: Description): Impossible | undefined {
  if (!run.result.complete) return 'incomplete';
  if (!hasSteadyHalves(run.result)) return 'unsteady';
  const beside = all.filter(({ point }) => clientsOf(point) === clientsOf(run.point));
  const yours = beside.find(({ role }) => role === 'yours');
  if (yours && run.tps > LARGEST_RATIO * yours.tps) return 'ratio';
  const scheme = description.schemes.find(({ id }) => id === run.point.schemeId);
  if (scheme?.promise !== 'none') return undefined;
  const fastest = beside.reduce(
    (most, { role, tps }) => (role === 'off' ? most : Math.max(most, tps)),
    0,
  );
  return run.tps < TOLERANCE * fastest ? 'unlogged' : undefined;
}

/** The points that cannot be, by key: they are not drawn. */
export function impossible(
  measured: Measured,
  description: Description,
): ReadonlyMap<string, { readonly point: PointPlan; readonly reason: Impossible }> {
  const all = runsOf(measured);
  return new Map(
    all.flatMap((run) => {
      const reason = reasonOf(run, all, description);
      return reason ? [[run.point.key, { point: run.point, reason }] as const] : [];
    }),
  );
}

/** A system's results that cannot be: with how many clients, and why. */
export interface Unfit {
  readonly point: PointPlan;
  /** Every number of clients that it has run with is among them. */
  readonly isWhole: boolean;
  readonly reasons: readonly { readonly reason: Impossible; readonly clients: readonly number[] }[];
}

/** The same by system, in the order of the experiment. */
export function unfitSystems(measured: Measured, description: Description): readonly Unfit[] {
  const bad = [...impossible(measured, description).values()];
  const schemes = [...new Set(bad.map(({ point }) => point.scheme))].sort((a, b) => a - b);
  return schemes.flatMap((scheme) => {
    const own = bad.filter(({ point }) => point.scheme === scheme);
    const [first] = own;
    if (!first) return [];
    const runs = measured.plan.points.filter(
      (point) => point.scheme === scheme && measured.results.has(point.key),
    );
    const reasons = [...new Set(own.map(({ reason }) => reason))].map((reason) => ({
      reason,
      clients: own.flatMap((each) => (each.reason === reason ? clientsOf(each.point) : [])),
    }));
    return [{ point: first.point, isWhole: runs.length === own.length, reasons }];
  });
}

/** A rate that was measured at the server beside the model's own. */
export interface Beside {
  readonly clients: number;
  readonly off: boolean;
  readonly measured?: number;
  readonly predicted: number;
  /** The model was made to give this one. */
  readonly calibrated: boolean;
  /** The share of the time that the model's cores are busy, where the run tells. */
  readonly busy?: number;
  /** The share of a transaction's time in which it waits for idle cores to wake. */
  readonly wakes?: number;
}

const RATES = [
  { name: 'one', off: false, one: true },
  { name: 'oneOff', off: true, one: true },
  { name: 'today', off: false, one: false },
  { name: 'todayOff', off: true, one: false },
] as const satisfies readonly { name: keyof Rates; off: boolean; one: boolean }[];

type Overrides = Readonly<Record<string, number>>;

/**
 * Calibration sets one price by each rate of one client: that of the device needs both. The path
 * may be by several clients. A rate that no price gives is a prediction.
 */
function isCalibrated(facts: ServerFacts, off: boolean, one: boolean, set: Overrides): boolean {
  const { rates, flush } = facts;
  const path = pathRate(facts, set);
  if (off && !one) return rates.todayOff !== undefined && path === rates.todayOff;
  if (!one || path === undefined || rates.oneOff === undefined) return false;
  // No value may give the rate: then the device is the one that was pasted, or the machine's.
  const device = set[DEVICE];
  const isSet = device !== undefined && device !== flush?.chosen.ns;
  return off || (rates.one !== undefined && isSet);
}

/** Tells if the rate under load has set its price: a rate that no price gives is a prediction. */
export const hasLoadPrice = (set: Overrides) =>
  set[LOAD] !== undefined || set[SWITCH] !== undefined;

/**
 * The measured rates, and the runs that gave them: those of the form, and those of more clients.
 */
function measuredRates(facts: ServerFacts, set: Overrides) {
  const checks = (facts.checks ?? []).map(({ clients, tps }) => {
    return { clients, off: false, measured: tps, calibrated: false };
  });
  return [...formRates(facts, set), ...checks].sort((a, b) => a.clients - b.clients);
}

/** Those of the form, and the one under load. */
function formRates(facts: ServerFacts, set: Overrides) {
  const { rates, clients, loaded } = facts;
  const asked = RATES.flatMap(({ name, off, one }) => {
    const count = one ? 1 : clients.value;
    if (!one && count === 1) return [];
    const isLoaded = loaded !== undefined && 'tps' in loaded && !off && count === loaded.clients;
    const calibrated = (isLoaded && hasLoadPrice(set)) || isCalibrated(facts, off, one, set);
    return [{ clients: count, off, measured: rates[name]?.tps, calibrated }];
  });
  if (!loaded || !('tps' in loaded)) return asked;
  const { clients: count, tps } = loaded;
  if (asked.some((each) => each.clients === count && !each.off && each.measured !== undefined))
    return asked;
  const others = asked.filter((each) => each.clients !== count || each.off);
  return [...others, { clients: count, off: false, measured: tps, calibrated: hasLoadPrice(set) }];
}

/** Predicted beside measured, where the model has run. */
export function besideMeasured(measured: Measured, facts: ServerFacts): Beside[] {
  const runs = runsOf(measured);
  const set = measured.file.machine.overrides ?? {};
  return measuredRates(facts, set).flatMap(({ clients, off, measured: tps, calibrated }) => {
    const run = runs.find(
      ({ role, point }) => role === (off ? 'off' : 'yours') && clientsOf(point) === clients,
    );
    if (!run) return [];
    const { 'cpu.busy': busy, 'cpu.idle_wakes': count = 0 } = run.result.metrics;
    const wakes = (count * (set[IDLE_WAKE] ?? 0) * run.tps) / 1e9 / clients;
    const beside = { clients, off, predicted: run.tps, calibrated };
    return [
      {
        ...beside,
        ...(tps !== undefined && { measured: tps }),
        ...(busy !== undefined && { busy }),
        ...(wakes > 0 && { wakes }),
      },
    ];
  });
}

/**
 * A rate of commits that wait for nothing that is more than the clients make at the rate of one,
 * though they leave cores idle. The path of a statement, which that rate sets, keeps a core busy
 * all the time: no model with this path makes as much.
 */
export function moreThanCores(facts: ServerFacts) {
  const { rates, cores, clients } = facts;
  const { oneOff, todayOff } = rates;
  if (!oneOff || !todayOff || cores.line === undefined || leaveNoCore(facts)) return undefined;
  const most = oneOff.tps * Math.min(cores.value, clients.value);
  if (todayOff.tps <= ROUNDS * most) return undefined;
  return { clients: clients.value, measured: todayOff.tps, most, cores: cores.value };
}

/** The largest part of the clients' time in the ledger: a category and its share. */
export interface LedgerBound {
  readonly category: string;
  readonly share: number;
}

/** A run's recovery after the log. */
export interface Recovery {
  readonly ns: number;
  /** The time of each pass, if the run reports it. */
  readonly passes: ReadonlyMap<RecoveryPassId, number>;
}

/** A system beside the server. */
export interface Offer {
  readonly point: PointPlan;
  readonly role: Role;
  readonly bound?: LedgerBound;
  /** Times the server's own rate. */
  readonly times: number;
  /** Transactions per second in the model. */
  readonly tps: number;
  readonly recovery?: Recovery;
  readonly ownStore: boolean;
  /** What threads of its own cost its clients, or spare them. */
  readonly threads: OwnThreads;
}

export interface Answer {
  readonly clients: number;
  /** Transactions per second: measured at the server, else of the model. */
  readonly rate: number;
  readonly isMeasured: boolean;
  /**
   * The thing that a client waits for most, and its share of a transaction's time; for the cores
   * the share that they are busy, and beside the log's, if it costs some of the time, `busy`.
   */
  readonly bound:
    | { readonly by: 'log' | 'cores' | 'rows'; readonly share: number }
    | { readonly by: 'both'; readonly share: number; readonly busy: number };
  /**
   * The gain of commits that wait for nothing: the server itself, with another device for its log
   * or another way to commit, gains no more. A system whose software costs less may.
   */
  readonly ceiling: number;
  readonly ceilingIsMeasured: boolean;
  /** The two rates whose ratio it is: with commits that wait for nothing, and as the server is. */
  readonly ceilingOf: { readonly off: number; readonly asIs: number };
  /** The model's rate with commits that wait for nothing: systems are compared with it. */
  readonly modelOff: number;
  /** Bytes of log for each commit, of the model and of the server, where they are far apart. */
  readonly logBytes?: LogBytes & { readonly model: number };
  /** Runs that the answer is built on, and whose halves go at paces that are not alike. */
  readonly unsteady: readonly { readonly point: PointPlan; readonly ratio: number }[];
  /** The costs of switches between processes and of idle cores, if they are considerable. */
  readonly processes: readonly ProcessCost[];
  readonly recovery?: Recovery;
  /** The server's own run, for a line beside what follows. */
  readonly yours: { readonly point: PointPlan; readonly bound?: LedgerBound };
  /** The best first. */
  readonly offers: readonly Offer[];
  /** Systems that promise durability and have not run: not asked for, or not there yet. */
  readonly others: number;
}

/** Two rates of the model that are closer are one: a price a little different turns them round. */
const ALIKE = 1.05;

/** The best system that keeps the reader's database. */
export const bestOf = ({ offers }: Answer) => offers.find(({ ownStore }) => !ownStore);

/**
 * Tells if a system does better than commits that wait for nothing: its records cost less to write,
 * too.
 */
export const passesCeiling = (answer: Answer) =>
  (bestOf(answer)?.times ?? 0) > ALIKE * answer.ceiling;

const LOG_BOUND = 0.5;
const CORES_BOUND = 0.9;
/** Below this the log's share is nothing that another log could give back. */
const LOG_COSTS = 0.1;

function boundOf(yours: Run, off: Run, rates: Rates): Answer['bound'] {
  const { today, todayOff } = rates;
  const measured = today && todayOff ? 1 - today.tps / todayOff.tps : undefined;
  const share = Math.max(0, measured ?? 1 - yours.tps / off.tps);
  if (share > LOG_BOUND) return { by: 'log', share };
  const busy = yours.result.metrics['cpu.busy'] ?? 0;
  if (busy <= CORES_BOUND) return { by: 'rows', share };
  return share > LOG_COSTS ? { by: 'both', share, busy } : { by: 'cores', share: busy };
}

const SHARE = 'share.';

function ledgerBound({ metrics }: MeasuredPoint): LedgerBound | undefined {
  return Object.entries(metrics)
    .flatMap(([name, share]) =>
      name.startsWith(SHARE) ? [{ category: name.slice(SHARE.length), share }] : [],
    )
    .sort((a, b) => b.share - a.share)
    .at(0);
}

function recoveryOf({ metrics }: MeasuredPoint): Recovery | undefined {
  const ns = metrics['recovery.total'];
  const passes = RECOVERY_PASSES.flatMap((pass) => {
    const took = metrics[`recovery.${pass}`];
    return took === undefined ? [] : [[pass, took] as const];
  });
  return ns === undefined ? undefined : { ns, passes: new Map(passes) };
}

/** The pass for which one recovery takes most longer than another; undefined where it does not. */
export function slowerPass(one: Recovery, other: Recovery): RecoveryPassId | undefined {
  if (one.ns <= ALIKE * other.ns) return undefined;
  const more = (pass: RecoveryPassId) =>
    (one.passes.get(pass) ?? 0) - (other.passes.get(pass) ?? 0);
  const [pass] = [...one.passes.keys()].sort((a, b) => more(b) - more(a));
  return pass;
}

/** The pass that takes most of a recovery. */
export const longestPass = ({ passes }: Recovery): RecoveryPassId | undefined =>
  [...passes].sort((a, b) => b[1] - a[1])[0]?.[0];

/** A run of a system with each number of clients, beside the server's whose commits do not wait. */
const besideOff = (all: readonly Run[], { point: { scheme } }: Run): readonly RunBesideOff[] =>
  all.flatMap(({ point, result: { metrics } }) => {
    const clients = clientsOf(point);
    const off = all.find((run) => run.role === 'off' && clientsOf(run.point) === clients);
    return point.scheme === scheme && off ? [{ clients, metrics, off: off.result.metrics }] : [];
  });

/**
 * Relates the gain of a system to that of commits that wait for nothing: to the model's if only
 * that has run, to the server's if it was measured.
 */
function offerOf(
  run: Run,
  off: Run,
  ceiling: number,
  threads: OwnThreads,
  description: Description,
): Offer {
  const scheme = description.schemes.find(({ id }) => id === run.point.schemeId);
  const recovery = recoveryOf(run.result);
  const bound = ledgerBound(run.result);
  const times = (run.tps / off.tps) * ceiling;
  return {
    ...(bound && { bound }),
    point: run.point,
    role: run.role,
    tps: run.tps,
    times: times > ceiling && times <= ALIKE * ceiling ? ceiling : times,
    ownStore: scheme !== undefined && hasOwnStore(scheme),
    threads,
    ...(recovery && { recovery }),
  };
}

/** Systems that promise that what was acknowledged survives. */
const isDurable = ({ point, role }: Run, { schemes }: Description) =>
  role !== 'off' && schemes.find(({ id }) => id === point.schemeId)?.promise === 'durable';

/** The server's own clients, or those that the experiment has in their place. */
function ownClients({ file }: Measured, wanted: number): number {
  const swept = (file.sweep?.threads ?? []).map(Number);
  return swept.includes(wanted) ? wanted : (swept[1] ?? wanted);
}

/** The rates, where they are of so many clients. */
const ratesWith = ({ rates, clients }: ServerFacts, count: number): Rates =>
  clients.value === count ? rates : {};

/** Logs whose bytes are further apart are not alike. */
const LOGS_APART = 0.25;

/** The model's log and the server's, where recovery, wear and bytes are not those of the server. */
function logsApart(
  { metrics }: MeasuredPoint,
  { log }: ServerFacts,
  { warmup, transactions }: ExperimentFile,
): Answer['logBytes'] {
  const model = metrics['log.bytes_per_txn'];
  const told = log && logBytesOf(log, warmup, transactions);
  if (!model || !told) return undefined;
  return Math.abs(model / told.all - 1) > LOGS_APART ? { model, ...told } : undefined;
}

const unsteadyOf = (runs: readonly Run[]): Answer['unsteady'] =>
  runs.flatMap(({ point, result: { metrics } }) =>
    metrics.halves === undefined || halvesAgree(metrics.halves)
      ? []
      : [{ point, ratio: metrics.halves }],
  );

/** Counts the systems that promise durability and are in none of these runs. */
function othersThan(runs: readonly Run[], { schemes }: Description): number {
  const known = new Set(
    runs.flatMap(({ role, point }) => (role === 'other' ? point.schemeId : [])),
  );
  return schemes.filter(({ id, promise }) => promise === 'durable' && !known.has(id)).length;
}

/** The answer with the server's own clients; undefined before the server's runs are measured. */
export function answerOf(
  measured: Measured,
  facts: ServerFacts,
  description: Description,
): Answer | undefined {
  const clients = ownClients(measured, facts.clients.value);
  const rates = ratesWith(facts, clients);
  const bad = impossible(measured, description);
  const every = runsOf(measured);
  const all = every.filter(({ point }) => clientsOf(point) === clients);
  const runs = all.filter(({ point }) => !bad.has(point.key));
  const yours = runs.find(({ role }) => role === 'yours');
  const off = runs.find(({ role }) => role === 'off');
  if (!yours || !off) return undefined;
  const { today, todayOff } = rates;
  const recovery = recoveryOf(yours.result);
  const bound = ledgerBound(yours.result);
  const logBytes = logsApart(yours.result, facts, measured.file);
  const ceilingOf =
    today && todayOff ? { off: todayOff.tps, asIs: today.tps } : { off: off.tps, asIs: yours.tps };
  const ceiling = ceilingOf.off / ceilingOf.asIs;
  const offers = runs
    .filter((run) => run.role !== 'yours' && isDurable(run, description))
    .map((run) => {
      const threads = ownThreads(clients, besideOff(every, run), measured.file, description);
      return offerOf(run, off, ceiling, threads, description);
    })
    .sort((a, b) => b.times - a.times);
  const best = offers.find(({ ownStore }) => !ownStore);
  const builtOn = runs.filter((run) => run === yours || run === off || run.point === best?.point);
  return {
    clients,
    rate: today?.tps ?? yours.tps,
    isMeasured: today !== undefined,
    bound: boundOf(yours, off, rates),
    // Rounds of one rate differ: a ceiling below what the server makes is none.
    ceiling: Math.max(1, ceiling),
    ceilingIsMeasured: today !== undefined && todayOff !== undefined,
    ceilingOf,
    modelOff: off.tps,
    processes: processCosts(
      yours.result.metrics,
      off.result.metrics,
      clients,
      measured.file,
      description,
    ),
    ...(recovery && { recovery }),
    ...(logBytes && { logBytes }),
    unsteady: unsteadyOf(builtOn),
    yours: { point: yours.point, ...(bound && { bound }) },
    offers,
    others: othersThan(all, description),
  };
}
