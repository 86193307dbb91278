/** What crosses the boundary for experiments. */
import type {
  Description,
  MetricDescription,
  ProgramFault,
  ScenarioProblem,
  SweptValue,
  Text,
} from '.';
import type { ExperimentFile } from './experiment_file';
import type { RECOVERY_PASSES } from './result_limits';

export type { SweptValue } from './common';
export * from './experiment_file';

export type Scale = ExperimentFile['scale'];

export interface PointPlan {
  readonly index: number;
  /**
   * A digest of the configuration, the seed and the engine's version: equal keys mean equal
   * results.
   */
  readonly key: string;
  /** Index into the file's `schemes`. */
  readonly scheme: number;
  readonly schemeId: string;
  readonly params: Readonly<Record<string, SweptValue>>;
  readonly assignment: Readonly<Record<string, SweptValue>>;
  /** The transactions from start to end, warm-up included. */
  readonly transactions: number;
}

export interface ClaimPlan {
  readonly id: string;
  readonly ratio: boolean;
  /** The number of pairs at the published scale: a quick run may lack some. */
  readonly of: number;
  /** Numerator and denominator, by point. */
  readonly pairs: readonly (readonly [number, number])[];
  /** The pairs whose values these are divided by, one for each, where the formula says so. */
  readonly per?: readonly (readonly [number, number])[];
}

/** The reply of `ai_experiment_open`. */
export interface ExperimentPlan {
  readonly id: string;
  readonly version: string;
  readonly scale: Scale;
  readonly machine: string;
  /** The workload's id; all ids, with commas, where workloads are swept. */
  readonly workload: string;
  /** The summary of the text that the workload runs, if it runs one. */
  readonly input?: WorkloadInputSummary;
  readonly points: readonly PointPlan[];
  readonly claims: readonly ClaimPlan[];
  readonly metrics: readonly MetricDescription[];
  /** What the values of prices mean that are a choice. */
  readonly choices: readonly PriceChoice[];
}

export interface PriceChoice {
  /** `cache.processor`, ... */
  readonly price: string;
  readonly value: number;
  readonly title: Text;
}

/** The reply of `ai_input_end`: it sums up a text that comes beside an experiment. */
export interface WorkloadInputSummary {
  readonly lines: number;
  readonly records: number;
  readonly commits: number;
  readonly aborts: number;
  /** The transactions whose end is not in the text: they are rolled back. */
  readonly unfinished: number;
  /** The transactions that change nothing: they are left out. */
  readonly empty: number;
  readonly subTransactions: number;
  /** Sub-transactions that were rolled back within their transaction. */
  readonly savepoints: number;
  /** Those of `savepoints` of which the log does not say whose they are. */
  readonly guessedSavepoints: number;
  readonly locks: number;
  readonly inserts: number;
  readonly updates: number;
  readonly erases: number;
  readonly indexEntries: number;
  /** Reads of rows; a server's own log has none. */
  readonly reads: number;
  /** `locks`, by their strength. */
  readonly lockModes: {
    readonly keyShare: number;
    readonly share: number;
    readonly noKeyUpdate: number;
    readonly update: number;
  };
  /** Changes that savepoints took back. */
  readonly undone: number;
  /** Rows copied in of which the place was found out, and those of which it is not known. */
  readonly derivedRows: number;
  readonly hiddenRows: number;
  /** Databases whose relations the log names. */
  readonly databases: number;
  /** Different clients that the text names. */
  readonly clients: number;
  /** The operations that do not fit the rows as they are by then: they are dropped. */
  readonly dropped: number;
  /** Tuples cut to the longest record. */
  readonly clipped: number;
  /** Lines of the tool about itself. */
  readonly notes: number;
  /** Lines that are no records, or bad ones: they are left out. */
  readonly unread: number;
  readonly firstUnread?: {
    readonly line: number;
    readonly column: number;
    readonly reason: Text;
  };
  /** Records of a part of the log that the text holds twice: they are left out. */
  readonly repeated: number;
  /** Parts of the log that stand behind later ones. */
  readonly backwards: number;
  /** When transactions were committed, by the log's own clock. */
  readonly times: {
    readonly commits: number;
    /** From the first to the last. */
    readonly microseconds: number;
    readonly busiestSecond: number;
    readonly secondsWithCommits: number;
  };
  /** What the records take in the server's own log; 0 of a text that does not say it. */
  readonly volume: {
    readonly bytes: number;
    /** Records that hold images of whole pages, and the bytes of these: they are not done again. */
    readonly imageRecords: number;
    readonly imageBytes: number;
    /** Different pages that records change, up to a million. */
    readonly pages: number;
  };
  readonly tables: readonly {
    readonly id: string;
    readonly index: boolean;
    readonly rows: number;
    /** The number of these rows that were there before the text begins. */
    readonly rowsBefore: number;
    /** Bytes of the longest tuple that was seen. */
    readonly widest: number;
  }[];
  /** Records that are passed over, by resource manager and operation. */
  readonly skipped: readonly { readonly name: string; readonly count: number }[];
}

export interface PointProgress {
  readonly stage: 'warm-up' | 'measured' | 'until-crash' | 'recovery' | 'ended';
  /** The transactions committed so far, out of `of`. */
  readonly done: number;
  readonly of: number;
  /**
   * The samples taken since the last progress; undefined unless the experiment asks for samples.
   */
  readonly samples?: SampleSlice;
}

/** Samples of a measured part at equal steps of virtual time. Values count from its beginning. */
export interface SampleSlice {
  /** The number of earlier samples that are still valid. */
  readonly from: number;
  /** Columns by name of a metric, `elapsed` (ns) among them, with one number for each sample. */
  readonly columns: Readonly<Record<string, readonly number[]>>;
  readonly frames: readonly SampleFrame[];
}

/** A map of the writes to the NVM since the start of a run. */
export interface WearMap {
  /**
   * The writes to equal parts of its addresses: of all units together, and of the most worn unit.
   */
  readonly wear: readonly number[];
  readonly wearMax: readonly number[];
  /**
   * A histogram of units by their writes: [at most so many writes, units]. Unworn ones come first,
   * with 0.
   */
  readonly wearUnits: readonly (readonly [number, number])[];
}

/** The maps and latencies that come with some of the samples. */
export interface SampleFrame extends WearMap {
  /** Nanoseconds since the measured part began. */
  readonly time: number;
  /** A histogram of commits by latency: [largest latency of a cell, commits]. */
  readonly latency: readonly (readonly [number, number])[];
}

export interface LatencyResult {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** A pass of a recovery. */
export type RecoveryPassId = (typeof RECOVERY_PASSES)[number];

export interface RecoveryPass {
  readonly id: RecoveryPassId;
  readonly ns: number;
  /** The pass's time by category, ns; the sum is `ns`. */
  readonly spent: Readonly<Record<string, number>>;
}

/**
 * The states that a system plans by, such as how full a staging area is. Their lists are of equal
 * length.
 */
export interface Occupancy {
  readonly title: Text;
  /** What the number of a state says. */
  readonly state: Text;
  /** What happens where the system's model has no equilibrium. */
  readonly imbalance: Text;
  /** The plans made in the measured part, and those of them without an equilibrium. */
  readonly plans: number;
  readonly unbalanced: number;
  /**
   * The time of the measured part in each state, ns. The last state stands for all behind it, too.
   */
  readonly spent: readonly number[];
  /**
   * The probability of each state by the mean of the plans that have an equilibrium; undefined
   * where none has.
   */
  readonly planned?: readonly number[];
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
   * Which parameter gave a single transaction too little room, however much of it was free; the run
   * ends there.
   */
  readonly too_small?: { readonly param: string; readonly reason: Text };
  /** A mistake of the user's program, which stopped the machine. */
  readonly program_fault?: ProgramFault;
  /** True where it was because the NVM is worn out: a write has found no unit that takes it. */
  readonly worn_out?: boolean;
  /** The kernel steps from the start to the last transaction. */
  readonly steps: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly kinds: readonly {
    readonly title: Text;
    readonly commits: number;
    readonly aborts: { readonly user: number; readonly conflict: number };
    readonly latency: LatencyResult;
  }[];
  readonly samples?: SampleSlice;
  /**
   * The wear of the NVM in `time` ns from the start of the run; undefined where nothing was written
   * to it.
   */
  readonly worn?: WearMap & { readonly unitBytes: number; readonly time: number };
  /** Undefined for a system that plans by no states. */
  readonly occupancy?: Occupancy;
  /** True where the database was recovered; undefined without a power cut. */
  readonly recovered?: boolean;
  /**
   * The passes of its recovery that took time, in their order. They add up to the time of recovery.
   */
  readonly passes?: readonly RecoveryPass[];
  readonly check?: {
    readonly holds: boolean;
    readonly broken?: Text;
    readonly recordsRead: number;
  };
}

/** A selection of points: `scheme` (its index) or a swept name, with the value or values wanted. */
export type PointSelection = Readonly<Record<string, SweptValue | readonly SweptValue[]>>;

/** The experiment's part of a WasmModule. */
export interface ExperimentEngine {
  describe(): Description;
  /** Reads the text that the next experiments run, where their workload reads one. */
  openInput(text: string): { summary: WorkloadInputSummary } | { problems: ScenarioProblem[] };
  /** The same of a text that comes in pieces, as UTF-8. */
  beginInput(): void;
  feedInput(piece: Uint8Array): void;
  endInput(): { summary: WorkloadInputSummary } | { problems: ScenarioProblem[] };
  openExperiment(text: string): { plan: ExperimentPlan } | { problems: ScenarioProblem[] };
  /** Problems of a point that cannot be built. */
  startPoint(index: number): readonly ScenarioProblem[] | undefined;
  advancePoint(steps: number): { ended: boolean; progress: PointProgress };
  pointResult(): PointResult;
  dropPoint(): void;
  reservedBytes(): number;
}
