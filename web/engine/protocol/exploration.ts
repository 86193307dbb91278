// The answers of the crash explorer (engine-wasm/run/reply/verify_json.h): the shapes that cross
// the boundary.
import type { ProgramFault, ScenarioProblem, Survive, ThreadDelay, Verdict, VerdictKind } from '.';

/**
 * The verdict on an image; `allowed` means consistent only because the scheme promises less than
 * durability.
 */
export type VerifyVerdict = VerdictKind | 'allowed';

/** All verdicts, the worst first. */
export const VERDICTS: readonly VerifyVerdict[] = [
  'recovery-failed',
  'damaged',
  'never-existed',
  'lost',
  'visible',
  'allowed',
  'consistent',
];

export const isFailure = (verdict: VerifyVerdict): boolean =>
  verdict !== 'consistent' && verdict !== 'allowed';

/**
 * The failure models, which say what the hardware does with its caches. The index is the engine's
 * number.
 */
export const FAILURE_MODELS = ['adr', 'eadr', 'wsp'] as const;
export type FailureModelId = (typeof FAILURE_MODELS)[number];

/**
 * Numbers of (point, image) pairs by verdict: with one power cut, and with further ones in
 * recovery.
 */
export type VerdictPairs = Readonly<
  Partial<Record<VerifyVerdict, readonly [direct: number, inRecovery: number]>>
>;

/** A crash point of the run. */
export interface VerifyPoint {
  /** The number of events before it. The other fields describe the last of them. */
  readonly at: number;
  /** The life of the script in which it is, from 0. */
  readonly life?: number;
  readonly kind?: string;
  /** Listing line of that event, 0 for none. */
  readonly label?: number;
  readonly txn?: number;
  readonly actor?: number;
  readonly timeNs?: number;
  /** The number of legal crash images here. */
  readonly images: number;
  /** The number of pairs, with those of further power cuts in recovery. */
  readonly pairs: number;
  /** The number of recoveries that differ. */
  readonly ways: number;
  readonly verdicts: VerdictPairs;
}

/**
 * The limit that keeps an exploration from being exhaustive; `unrepeatable` means that recovery did
 * not always do the same.
 */
export type VerifyLimit = 'runs' | 'memory' | 'unrepeatable';

export interface VerifyCounts {
  /** The number of pairs explored, and that of the recoveries that were run for them. */
  readonly pairs: number;
  readonly runs: number;
  readonly states: number;
  readonly innerPoints: number;
  /** The images after which everything was read: all records, and the structures by their bytes. */
  readonly checked?: { readonly images: number; readonly broken: number };
  /** False where the search ended early; `limit` says why, unless the place had to be ended. */
  readonly exact: boolean;
  readonly limit?: VerifyLimit;
  /** The mistake of the user's program that stopped the run; or its threads wait for each other. */
  readonly programFault?: ProgramFault;
  readonly stuck?: boolean;
  /** With `stuck`: the threads that wait for a latch, and the line of the program of each. */
  readonly waits?: readonly { readonly actor: number; readonly line: number }[];
  /** False while there is more to explore. */
  readonly ended: boolean;
  readonly verdicts: VerdictPairs;
}

export interface VerifyProgress extends VerifyCounts {
  readonly failures: number;
  /** The points that were asked for. */
  readonly points: readonly VerifyPoint[];
}

/** The simplest failure of a verdict and a number of power cuts. */
export interface VerifyFailure {
  readonly verdict: VerdictKind;
  /** True where no client notices it: it was found by the bytes of the structures. */
  readonly byStructures?: boolean;
  /** The life of the script with the first power cut, from 0. */
  readonly life?: number;
  readonly pairs: number;
  /** True where an ordinary session, with these cuts, came to the same. */
  readonly replayed: boolean;
  /**
   * The power cuts as a session makes them: after how many events in all, with which survivors, and
   * in which line of the user's program the event before it is, if it is in any.
   */
  readonly cuts: readonly {
    readonly at: number;
    readonly survive: Survive;
    readonly line?: number;
  }[];
  /** The oracle's verdict on that session. */
  readonly result?: Verdict;
  /**
   * The delays that make its schedule, behind the scenario's own, if it needs another than the
   * scenario's.
   */
  readonly delays?: readonly ThreadDelay[];
  /** With `delays`: the crash point of its first power cut. */
  readonly point?: VerifyPoint;
}

/** The schedules of a scenario with up to `bound` delays. */
export interface ScheduleSet {
  /** Shared operations of the run without a delay. */
  readonly operations: number;
  /** The number of delays that were tried: fewer than asked for where the run is long. */
  readonly bound: number;
  /** The delays that were left out: they came to the order of another schedule, or to nothing. */
  readonly equal: number;
  /** False where there are more schedules than these. */
  readonly all: boolean;
  /** The first one has no delay. */
  readonly schedules: readonly (readonly ThreadDelay[])[];
}

export interface ScheduleCounts extends Omit<ScheduleSet, 'schedules'> {
  /** The number of delays that was asked for. */
  readonly asked: number;
  readonly of: number;
  readonly tried: number;
  /** Schedules under which a promise is broken. */
  readonly failing: number;
}

/**
 * An operation on a device by a line of a listing, which a mechanical mutation leaves out or
 * delays.
 */
export interface VerifySite {
  readonly label: number;
  /** The number of the operation in its line, from 1. */
  readonly ordinal: number;
  readonly kind: string;
  /** Names of its mutations. */
  readonly leaveOut: string;
  readonly delay?: string;
  /** The times that it was reached, and the times that it then had nothing to do. */
  readonly inRun: readonly [reached: number, idle: number];
  /**
   * The same in those recoveries that were run and might have lost power again; of others there are
   * no numbers.
   */
  readonly inRecovery: readonly [reached: number, idle: number];
}

/**
 * The words that a line of the user's program stored in a run without a power cut, by what became
 * of them.
 */
export interface StoreFate {
  readonly line: number;
  /** Written back or stored past the cache, with a fence behind that. */
  readonly durable: number;
  /** In the cache still at the end of the run; or on the way still, as no fence has waited. */
  readonly unwritten: number;
  readonly unfenced: number;
  /** Overwritten by line `by` where nobody can have needed them; or otherwise. */
  readonly overwritten: number;
  readonly other: number;
  readonly by?: number;
}

export interface VerifyReport extends VerifyCounts {
  readonly failures: readonly VerifyFailure[];
  readonly sites: readonly VerifySite[];
  /** The stores of a user's program, if the run comes to its end. */
  readonly stores?: readonly StoreFate[];
  readonly points: readonly VerifyPoint[];
  /** The counts of other schedules, if they were asked for. */
  readonly schedules?: ScheduleCounts;
}

/** One way that recovery takes from a point. */
export interface VerifyWay {
  readonly verdict: VerifyVerdict;
  /** The worst verdict of a further power cut in this recovery. */
  readonly inRecovery: VerifyVerdict;
  readonly images: number;
  readonly survive: Survive;
}

/** The task of one engine. */
export interface VerifyTask {
  readonly model: FailureModelId;
  /** The number of further power cuts in recovery. */
  readonly depth: number;
  /** Recoveries after which it gives up; 0: never. */
  readonly maxRuns: number;
  /** The MiB, about, that it may keep of recoveries before it gives up; 0: no limit. */
  readonly maxMb: number;
  /** It explores every shards-th point from number `shard` on. */
  readonly shard: number;
  readonly shards: number;
  /** True where it is to end with the first failure. */
  readonly first: boolean;
  /** The verdict soon after which it is to end. */
  readonly until?: VerdictKind;
  /**
   * The number of images of a point, drawn by `seed`, with some points of each recovery; 0 or
   * undefined for all.
   */
  readonly images?: number;
  readonly seed?: number;
}

/** An engine that explores: wasm_module.ts, or a stand-in for tests. */
export interface VerifyEngine {
  openVerification(text: string, task: VerifyTask): readonly ScenarioProblem[] | undefined;
  /** Goes on for about `runs` recoveries; the reply has the points from number `from` on. */
  advanceVerification(runs: number, from: number): { ended: boolean; progress: VerifyProgress };
  verificationReport(): VerifyReport;
  /** Returns the ways of the point with this index among those that were explored. */
  verificationWays(index: number): readonly VerifyWay[];
  dropVerification(): void;
  /** Returns the schedules with up to so many delays; throws FileRefused. */
  schedules(text: string, bound: number): ScheduleSet;
}
