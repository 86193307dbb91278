/**
 * @file What the engine answers to an experiment. Written by `lab -- formats` from the engine's
 * tables.
 */
import type { SweptValue, Text } from './common';
import type { ExperimentFile } from './experiment_file';
import type { WorkloadInputSummary } from './input_summary';

/** A metric. */
export interface MetricDescription {
  /** Its name in results and charts. */
  readonly id: string;
  /** Its unit. */
  readonly unit: string;
  /** What charts call it. */
  readonly title: Text;
}

/** A mistake of a user's program, which stopped the machine. */
export interface ProgramFault {
  /** The line of the program. */
  readonly line: number;
  /** What is wrong. */
  readonly reason: Text;
}

/** A point of an experiment. */
export interface PointPlan {
  /** Its place among the points, from 0. */
  readonly index: number;
  /**
   * A digest of the configuration, the seed and the engine's version: equal keys mean equal
   * results.
   */
  readonly key: string;
  /** Index into the file's `schemes`. */
  readonly scheme: number;
  /** The system's id. */
  readonly schemeId: string;
  /** The system's parameters. */
  readonly params: Readonly<Record<string, SweptValue>>;
  /** The values of what is swept. */
  readonly assignment: Readonly<Record<string, SweptValue>>;
  /** The transactions from start to end, warm-up included. */
  readonly transactions: number;
}

/** The points that decide a claim. */
export interface ClaimPlan {
  /** The claim's id. */
  readonly id: string;
  /** True where two points are compared. */
  readonly ratio: boolean;
  /** The number of pairs at the published scale: a quick run may lack some. */
  readonly of: number;
  /** Numerator and denominator, by point. */
  readonly pairs: readonly (readonly [number, number])[];
  /** The pairs whose values these are divided by, one for each, where the formula says so. */
  readonly per?: readonly (readonly [number, number])[];
}

/** The meaning of a price's value, where it is a choice. */
export interface PriceChoice {
  /** `cache.processor`, ... */
  readonly price: string;
  /** The value that means it. */
  readonly value: number;
  /** What the value means. */
  readonly title: Text;
}

/** The reply of `ai_experiment_open`. */
export interface ExperimentPlan {
  /** The experiment's id. */
  readonly id: string;
  /** The engine's version. */
  readonly version: string;
  /** The scale that it is planned at. */
  readonly scale: 'quick' | 'published';
  /** The machine's id. */
  readonly machine: string;
  /** The workload's id; all ids, with commas, where workloads are swept. */
  readonly workload: string;
  /** The file with the numbers of its scale alone. */
  readonly file: ExperimentFile;
  /** The summary of the text that the workload runs, if it runs one. */
  readonly input?: WorkloadInputSummary;
  /** What is measured. */
  readonly points: readonly PointPlan[];
  /** The claims and their points. */
  readonly claims: readonly ClaimPlan[];
  /** All metrics that there are. */
  readonly metrics: readonly MetricDescription[];
  /** What the values of prices mean that are a choice. */
  readonly choices: readonly PriceChoice[];
}

/** The maps and latencies that come with some of the samples. */
export interface SampleFrame {
  /** The writes to equal parts of its addresses: of all units together. */
  readonly wear: readonly number[];
  /** The same of the most worn unit of each part. */
  readonly wearMax: readonly number[];
  /**
   * A histogram of units by their writes: [at most so many writes, units]. Unworn ones come first,
   * with 0.
   */
  readonly wearUnits: readonly (readonly [number, number])[];
  /** Since the measured part began. In ns. */
  readonly time: number;
  /** A histogram of commits by latency: [largest latency of a cell, commits]. */
  readonly latency: readonly (readonly [number, number])[];
}

/** Samples of a measured part at equal steps of virtual time. Values count from its beginning. */
export interface SampleSlice {
  /** The number of earlier samples that are still valid. */
  readonly from: number;
  /** Columns by name of a metric, `elapsed` (ns) among them, with one number for each sample. */
  readonly columns: Readonly<Record<string, readonly number[]>>;
  /** What some of the samples bring besides. */
  readonly frames: readonly SampleFrame[];
}

/** How far a point is. */
export interface PointProgress {
  /** What the point is at. */
  readonly stage: 'warm-up' | 'measured' | 'until-crash' | 'recovery' | 'ended';
  /** The transactions committed so far. */
  readonly done: number;
  /** The transactions that there will be. */
  readonly of: number;
  /** The samples taken since the last progress, where the experiment asks for samples. */
  readonly samples?: SampleSlice;
}

/** A parameter that gives a transaction too little room. */
export interface TooSmall {
  /** The parameter. */
  readonly param: string;
  /** Why it is too small. */
  readonly reason: Text;
}

/** A map of the writes to the NVM since the start of a run. */
export interface WearMap {
  /** The writes to equal parts of its addresses: of all units together. */
  readonly wear: readonly number[];
  /** The same of the most worn unit of each part. */
  readonly wearMax: readonly number[];
  /**
   * A histogram of units by their writes: [at most so many writes, units]. Unworn ones come first,
   * with 0.
   */
  readonly wearUnits: readonly (readonly [number, number])[];
}

/** The wear of the NVM in a time from the start of the run. */
export interface WornMap {
  /** The writes to equal parts of its addresses: of all units together. */
  readonly wear: readonly number[];
  /** The same of the most worn unit of each part. */
  readonly wearMax: readonly number[];
  /**
   * A histogram of units by their writes: [at most so many writes, units]. Unworn ones come first,
   * with 0.
   */
  readonly wearUnits: readonly (readonly [number, number])[];
  /** The bytes that wear together. In bytes. */
  readonly unitBytes: number;
  /** Since the start of the run. In ns. */
  readonly time: number;
}

/**
 * The states that a system plans by, such as how full a staging area is. Their lists are of equal
 * length.
 */
export interface Occupancy {
  /** What the states are of. */
  readonly title: Text;
  /** What the number of a state says. */
  readonly state: Text;
  /** What happens where the system's model has no equilibrium. */
  readonly imbalance: Text;
  /** The plans made in the measured part. */
  readonly plans: number;
  /** Those of them without an equilibrium. */
  readonly unbalanced: number;
  /**
   * The time of the measured part in each state. The last state stands for all behind it, too. In
   * ns.
   */
  readonly spent: readonly number[];
  /**
   * The probability of each state by the mean of the plans that have an equilibrium, where one
   * has.
   */
  readonly planned?: readonly number[];
}

/** Transactions that were rolled back. */
export interface Aborts {
  /** Rolled back by the client. */
  readonly user: number;
  /** Rolled back by the system, and tried again. */
  readonly conflict: number;
}

/** Latencies of commits. */
export interface LatencyResult {
  /** The mean. In ns. */
  readonly mean: number;
  /** The median. In ns. */
  readonly p50: number;
  /** Of ten, nine took no longer. In ns. */
  readonly p90: number;
  /** Of a hundred, 99 took no longer. In ns. */
  readonly p99: number;
  /** The longest. In ns. */
  readonly max: number;
}

/** The transactions of one kind. */
export interface KindResult {
  /** What the workload calls them. */
  readonly title: Text;
  /** Those that committed. */
  readonly commits: number;
  /** Those that did not. */
  readonly aborts: Aborts;
  /** From begin to acknowledgement. */
  readonly latency: LatencyResult;
}

/** A pass of a recovery. */
export interface RecoveryPass {
  /** Which pass. */
  readonly id: 'repair' | 'open' | 'analysis' | 'redo' | 'undo' | 'finish' | 'clear' | 'rebuild';
  /** Its time. In ns. */
  readonly ns: number;
  /** The pass's time by category; the sum is `ns`. In ns. */
  readonly spent: Readonly<Record<string, number>>;
}

/** The consistency check of the database that was recovered. */
export interface CheckResult {
  /** True where all conditions hold. */
  readonly holds: boolean;
  /** The condition that does not hold. */
  readonly broken?: Text;
  /** How much was looked at. */
  readonly recordsRead: number;
}

/** The reply of `ai_point_result`: the same natively and in WebAssembly. */
export interface PointResult {
  /** False where the clients stopped before the last transaction. */
  readonly complete: boolean;
  /**
   * True where that was because transaction after transaction was given up: no log or database had
   * room for them.
   */
  readonly gave_up?: boolean;
  /**
   * Which parameter gave a single transaction too little room, however much of it was free; the
   * run ends there.
   */
  readonly too_small?: TooSmall;
  /** What stopped the machine. */
  readonly program_fault?: ProgramFault;
  /** True where it was because the NVM is worn out: a write has found no unit that takes it. */
  readonly worn_out?: boolean;
  /** The kernel steps from the start to the last transaction. */
  readonly steps: number;
  /** Metrics by name; those that do not apply are left out. */
  readonly metrics: Readonly<Record<string, number>>;
  /** The wear of the NVM, where something was written to it. */
  readonly worn?: WornMap;
  /** The states of a system that plans by them. */
  readonly occupancy?: Occupancy;
  /** The workload's kinds of transactions. */
  readonly kinds: readonly KindResult[];
  /** True where the database was recovered; left out without a power cut. */
  readonly recovered?: boolean;
  /**
   * The passes of its recovery that took time, in their order. They add up to the time of
   * recovery.
   */
  readonly passes?: readonly RecoveryPass[];
  /** The check of what was recovered. */
  readonly check?: CheckResult;
  /** The samples, where the experiment asks for some. */
  readonly samples?: SampleSlice;
}
