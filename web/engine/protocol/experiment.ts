/**
 * What crosses the boundary for experiments. The file's format is decided by
 * scenarios/schema/experiment.schema.json and by the engine.
 */
import type { MetricDescription, ScenarioProblem, Text } from '.';

export type SweptValue = string | number | boolean;

export type Scale = 'quick' | 'published';

export interface PointPlan {
  readonly index: number;
  /** Over the configuration, the seed and the engine's version: equal keys, equal results. */
  readonly key: string;
  /** Index into the file's `schemes`. */
  readonly scheme: number;
  readonly schemeId: string;
  readonly params: Readonly<Record<string, SweptValue>>;
  readonly assignment: Readonly<Record<string, SweptValue>>;
  /** From start to end, warm-up included. */
  readonly transactions: number;
}

export interface ClaimPlan {
  readonly id: string;
  readonly ratio: boolean;
  /** How many pairs it has at the published scale: a quick run may lack some. */
  readonly of: number;
  /** Numerator and denominator, by point. */
  readonly pairs: readonly (readonly [number, number])[];
}

/** The reply of `ai_experiment_open`. */
export interface ExperimentPlan {
  readonly id: string;
  readonly version: string;
  readonly scale: Scale;
  readonly machine: string;
  /** All of them, with commas, where they are swept. */
  readonly workload: string;
  /** Where the workload runs a text. */
  readonly input?: WorkloadInputSummary;
  readonly points: readonly PointPlan[];
  readonly claims: readonly ClaimPlan[];
  readonly metrics: readonly MetricDescription[];
}

/** The reply of `ai_input_open`: what was found in a text that comes beside an experiment. */
export interface WorkloadInputSummary {
  readonly lines: number;
  readonly records: number;
  readonly commits: number;
  readonly aborts: number;
  /** Transactions whose end is not in the text: rolled back. */
  readonly unfinished: number;
  /** Transactions that change nothing: left out. */
  readonly empty: number;
  readonly subTransactions: number;
  readonly locks: number;
  readonly inserts: number;
  readonly updates: number;
  readonly erases: number;
  readonly indexEntries: number;
  /** Operations that do not fit what stands there by then. */
  readonly dropped: number;
  /** Tuples cut to the longest record. */
  readonly clipped: number;
  /** Lines of the tool about itself. */
  readonly notes: number;
  readonly tables: readonly {
    readonly id: string;
    readonly index: boolean;
    readonly rows: number;
    /** Of them, before the text begins. */
    readonly rowsBefore: number;
    /** Bytes of the longest tuple that was seen. */
    readonly widest: number;
  }[];
  /** Records that are passed over, by resource manager and operation. */
  readonly skipped: readonly { readonly name: string; readonly count: number }[];
}

export interface PointProgress {
  readonly stage: 'warm-up' | 'measured' | 'until-crash' | 'recovery' | 'ended';
  /** Transactions committed, of all. */
  readonly done: number;
  readonly of: number;
  /** Taken since the progress before; only of an experiment that asks for samples. */
  readonly samples?: SampleSlice;
}

/** Where a measured part stood at equal steps of virtual time; counted from its beginning. */
export interface SampleSlice {
  /** How many of the samples that came before still stand. */
  readonly from: number;
  /** By name of a metric, `elapsed` (ns) among them: a number a sample. */
  readonly columns: Readonly<Record<string, readonly number[]>>;
  readonly frames: readonly SampleFrame[];
}

/** Where the NVM has been written to since the start of a run. */
export interface WearMap {
  /** Writes to equal parts of its addresses: all, and of the most worn unit. */
  readonly wear: readonly number[];
  readonly wearMax: readonly number[];
  /** Units by their writes: at most so many, and how many units; unworn ones are the first, with 0. */
  readonly wearUnits: readonly (readonly [number, number])[];
}

/** What comes with some of the samples. */
export interface SampleFrame extends WearMap {
  /** Nanoseconds since the measured part began. */
  readonly time: number;
  /** Commits by latency: the largest latency of a cell, and how many. */
  readonly latency: readonly (readonly [number, number])[];
}

export interface LatencyResult {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** What a recovery does one after the other. */
export const RECOVERY_PASSES = [
  ...(['repair', 'open', 'analysis', 'redo', 'undo', 'finish', 'rebuild'] as const),
] as const;

export type RecoveryPassId = (typeof RECOVERY_PASSES)[number];

export interface RecoveryPass {
  readonly id: RecoveryPassId;
  readonly ns: number;
  /** By category of time; adds up to `ns`. */
  readonly spent: Readonly<Record<string, number>>;
}

/** The reply of `ai_point_result`: the same natively and in WebAssembly. */
export interface PointResult {
  /** False where the clients stopped before the last transaction. */
  readonly complete: boolean;
  /** Because transaction after transaction was given up: no log or database had room for it. */
  readonly gave_up?: boolean;
  /** Kernel steps to the last transaction. */
  readonly steps: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly kinds: readonly {
    readonly title: Text;
    readonly commits: number;
    readonly aborts: { readonly user: number; readonly conflict: number };
    readonly latency: LatencyResult;
  }[];
  readonly samples?: SampleSlice;
  /** Where anything was written to the NVM, in `time` ns from the start of the run. */
  readonly worn?: WearMap & { readonly unitBytes: number; readonly time: number };
  /** With a power cut only. */
  readonly recovered?: boolean;
  /** Of its recovery, in the order in which it went through them: those that took time. They add up to it. */
  readonly passes?: readonly RecoveryPass[];
  readonly check?: {
    readonly holds: boolean;
    readonly broken?: Text;
    readonly recordsRead: number;
  };
}

/** Some of the points: `scheme` (its index) or a swept name, with the value or values wanted. */
export type PointSelection = Readonly<Record<string, SweptValue | readonly SweptValue[]>>;

export interface ClaimFormula {
  readonly id: string;
  /** The published claim that it is a part of; its own id where it is all of it. */
  readonly claim?: string;
  /** A calibration may have set the machine profile; a note is shown and not judged. */
  readonly kind?: 'prediction' | 'calibration' | 'note';
  readonly num?: PointSelection;
  readonly den?: PointSelection;
  readonly metric: string | readonly string[];
  /** Of the denominator, where it is another one. */
  readonly den_metric?: string | readonly string[];
  /** What a ratio is turned into: itself, num / den - 1, or 1 - num / den. */
  readonly as?: 'ratio' | 'growth' | 'saving';
  readonly reduce: 'range' | 'min' | 'max' | 'mean' | 'at';
  readonly expect: readonly [number | null, number | null];
  readonly note?: Text;
}

export interface ChartChoice {
  /** `scheme`, or a swept name; so are `series` and `facet`. */
  readonly x: string;
  /** A metric. */
  readonly y: string;
  readonly series?: string;
  readonly facet?: string;
  /** Metrics of one unit that are drawn together in place of `y`, as bars side by side or stacked. */
  readonly parts?: readonly string[];
  readonly stacked?: boolean;
  /** `y` is drawn as a multiple of what it is at the point that differs in these names. */
  readonly over?: Readonly<Record<string, SweptValue>>;
}

/** What the coordinator and the interface read of an experiment file, once the engine has accepted it. */
export interface ExperimentFile {
  readonly format?: 1;
  readonly id: string;
  readonly kind?: 'experiment';
  readonly title: Text;
  readonly about?: Text;
  readonly scale: Scale;
  readonly machine: { readonly id: string; readonly overrides?: Readonly<Record<string, number>> };
  readonly workload: {
    readonly id: string;
    readonly params?: Readonly<Record<string, SweptValue>>;
  };
  /** Others, which are swept by their names. */
  readonly workloads?: readonly ExperimentFile['workload'][];
  readonly threads: number;
  readonly transactions: number;
  readonly warmup?: number;
  readonly seed?: number;
  readonly deadlock?: 'detect' | 'wait-die';
  readonly schemes: readonly {
    readonly id: string;
    readonly params?: Readonly<Record<string, SweptValue>>;
    readonly label?: Text;
  }[];
  readonly sweep?: Readonly<Record<string, readonly SweptValue[]>>;
  readonly metrics?: readonly string[];
  readonly chart?: ChartChoice;
  readonly claims?: readonly ClaimFormula[];
  /** Virtual time of the measured part, ns, where it ends by that. */
  readonly until_ns?: number;
  readonly samples?: number;
  readonly crash?: { readonly after_transactions?: number; readonly check?: boolean };
  /** What differs at the quick scale from the rest, which then is the published one. */
  readonly quick?: Readonly<Record<string, unknown>>;
}

/** The experiment's part of a WasmModule. */
export interface ExperimentEngine {
  /** Reads the text that the next experiments run, where their workload reads one. */
  openInput(text: string): { summary: WorkloadInputSummary } | { problems: ScenarioProblem[] };
  openExperiment(text: string): { plan: ExperimentPlan } | { problems: ScenarioProblem[] };
  /** Problems of a point that cannot be built. */
  startPoint(index: number): readonly ScenarioProblem[] | undefined;
  advancePoint(steps: number): { ended: boolean; progress: PointProgress };
  pointResult(): PointResult;
  dropPoint(): void;
  reservedBytes(): number;
}
