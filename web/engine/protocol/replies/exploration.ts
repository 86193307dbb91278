/**
 * @file The answers of the crash explorer. Written by `lab -- formats` from the engine's tables.
 */
import type { Verdict } from '../crash';
import type { ProgramFault } from '../results';
import type { Survive, ThreadDelay } from '../scenario_file';
import type { VerdictKind } from './names';

/**
 * The limit that keeps an exploration from being exhaustive; `unrepeatable` means that recovery
 * did not always do the same.
 */
export type VerifyLimit = 'runs' | 'memory' | 'unrepeatable';

/**
 * The verdict on an image; `allowed` means consistent only because the scheme promises less than
 * durability.
 */
export type VerifyVerdict = VerdictKind | 'allowed';

/** Images after which everything was read. */
export interface CheckedImages {
  /** How many there were. */
  readonly images: number;
  /** Those with a broken rule. */
  readonly broken: number;
}

/** A thread that waits for a latch of the user's program. */
export interface WaitingThread {
  /** The thread. */
  readonly actor: number;
  /** The line of the program. */
  readonly line: number;
}

/** A crash point of the run. */
export interface VerifyPoint {
  /** The number of events before it. The other fields describe the last of them. */
  readonly at: number;
  /** The life of the script in which it is, from 0. */
  readonly life?: number;
  /** The kind of that event. */
  readonly kind?: string;
  /** Listing line of that event, 0 for none. */
  readonly label?: number;
  /** Its transaction, 0 for none. */
  readonly txn?: number;
  /** Its thread. */
  readonly actor?: number;
  /** Its virtual time. In ns. */
  readonly timeNs?: number;
  /** The number of legal crash images here. */
  readonly images: number;
  /** The number of pairs, with those of further power cuts in recovery. */
  readonly pairs: number;
  /** The number of recoveries that differ. */
  readonly ways: number;
  /**
   * Numbers of (point, image) pairs by verdict: with one power cut, and with further ones in
   * recovery.
   */
  readonly verdicts: Readonly<Partial<Record<VerifyVerdict, readonly [number, number]>>>;
}

/** How far an exploration is. */
export interface VerifyProgress {
  /** The number of pairs explored. */
  readonly pairs: number;
  /** The recoveries that were run for them. */
  readonly runs: number;
  /** The states of memory that were met. */
  readonly states: number;
  /** The crash points in recoveries. */
  readonly innerPoints: number;
  /**
   * The images after which everything was read: all records, and the structures by their bytes.
   */
  readonly checked?: CheckedImages;
  /** False where the search ended early; `limit` says why, unless the place had to be ended. */
  readonly exact: boolean;
  /** Why it is not exact. */
  readonly limit?: VerifyLimit;
  /** The mistake of the user's program that stopped the run. */
  readonly programFault?: ProgramFault;
  /** Its threads wait for each other. */
  readonly stuck?: boolean;
  /** With `stuck`: the threads that wait for a latch, and the line of the program of each. */
  readonly waits?: readonly WaitingThread[];
  /** False while there is more to explore. */
  readonly ended: boolean;
  /**
   * Numbers of (point, image) pairs by verdict: with one power cut, and with further ones in
   * recovery.
   */
  readonly verdicts: Readonly<Partial<Record<VerifyVerdict, readonly [number, number]>>>;
  /** The failures that were found. */
  readonly failures: number;
  /** The points that were asked for. */
  readonly points: readonly VerifyPoint[];
}

/** A power cut as a session makes it. */
export interface SessionCut {
  /** After how many events in all. */
  readonly at: number;
  /** With which survivors. */
  readonly survive: Survive;
  /** In which line of the user's program the event before it is, if it is in any. */
  readonly line?: number;
}

/** The simplest failure of a verdict and a number of power cuts. */
export interface ExploredFailure {
  /** The verdict. */
  readonly verdict: VerdictKind;
  /** True where no client notices it: it was found by the bytes of the structures. */
  readonly byStructures?: boolean;
  /** The life of the script with the first power cut, from 0. */
  readonly life?: number;
  /** The pairs that come to it. */
  readonly pairs: number;
  /** True where an ordinary session, with these cuts, came to the same. */
  readonly replayed: boolean;
  /**
   * The power cuts as a session makes them: after how many events in all, with which survivors,
   * and in which line of the user's program the event before it is, if it is in any.
   */
  readonly cuts: readonly SessionCut[];
  /** The oracle's verdict on that session. */
  readonly result?: Verdict;
  /**
   * The delays that make its schedule, behind the scenario's own, if it needs another than the
   * scenario's.
   */
  readonly delays?: readonly ThreadDelay[];
}

/**
 * An operation on a device by a line of a listing, which a mechanical mutation leaves out or
 * delays.
 */
export interface VerifySite {
  /** The line. */
  readonly label: number;
  /** The number of the operation in its line, from 1. */
  readonly ordinal: number;
  /** What it does. */
  readonly kind: 'store' | 'nt-store' | 'write-back' | 'fence' | 'page-write' | 'sync' | 'check';
  /** The name of the mutation that leaves it out. */
  readonly leaveOut: string;
  /** The name of the mutation that delays it. */
  readonly delay?: string;
  /** The times that it was reached, and the times that it then had nothing to do. */
  readonly inRun: readonly [number, number];
  /**
   * The same in those recoveries that were run and might have lost power again; of others there
   * are no numbers.
   */
  readonly inRecovery: readonly [number, number];
}

/**
 * The words that a line of the user's program stored in a run without a power cut, by what became
 * of them.
 */
export interface StoreFate {
  /** The line. */
  readonly line: number;
  /** Written back or stored past the cache, with a fence behind that. */
  readonly durable: number;
  /** In the cache still at the end of the run. */
  readonly unwritten: number;
  /** On the way still, as no fence has waited. */
  readonly unfenced: number;
  /** Overwritten by line `by` where nobody can have needed them. */
  readonly overwritten: number;
  /** Overwritten otherwise. */
  readonly other: number;
  /** The line that overwrites them. */
  readonly by?: number;
}

/** What an exploration has found so far. */
export interface ExplorationReport {
  /** The number of pairs explored. */
  readonly pairs: number;
  /** The recoveries that were run for them. */
  readonly runs: number;
  /** The states of memory that were met. */
  readonly states: number;
  /** The crash points in recoveries. */
  readonly innerPoints: number;
  /**
   * The images after which everything was read: all records, and the structures by their bytes.
   */
  readonly checked?: CheckedImages;
  /** False where the search ended early; `limit` says why, unless the place had to be ended. */
  readonly exact: boolean;
  /** Why it is not exact. */
  readonly limit?: VerifyLimit;
  /** The mistake of the user's program that stopped the run. */
  readonly programFault?: ProgramFault;
  /** Its threads wait for each other. */
  readonly stuck?: boolean;
  /** With `stuck`: the threads that wait for a latch, and the line of the program of each. */
  readonly waits?: readonly WaitingThread[];
  /** False while there is more to explore. */
  readonly ended: boolean;
  /**
   * Numbers of (point, image) pairs by verdict: with one power cut, and with further ones in
   * recovery.
   */
  readonly verdicts: Readonly<Partial<Record<VerifyVerdict, readonly [number, number]>>>;
  /** The failures that were found. */
  readonly failures: readonly ExploredFailure[];
  /** The operations that were met. */
  readonly sites: readonly VerifySite[];
  /** The stores of a user's program, if the run comes to its end. */
  readonly stores?: readonly StoreFate[];
  /** The crash points. */
  readonly points: readonly VerifyPoint[];
}

/** One way that recovery takes from a point. */
export interface VerifyWay {
  /** The verdict. */
  readonly verdict: VerifyVerdict;
  /** The worst verdict of a further power cut in this recovery. */
  readonly inRecovery: VerifyVerdict;
  /** The images that take it. */
  readonly images: number;
  /** One of them. */
  readonly survive: Survive;
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

/** How many schedules were explored. */
export interface TriedSchedules {
  /** Shared operations of the run without a delay. */
  readonly operations: number;
  /** The number of delays that were tried: fewer than asked for where the run is long. */
  readonly bound: number;
  /** The delays that were left out: they came to the order of another schedule, or to nothing. */
  readonly equal: number;
  /** False where there are more schedules than these. */
  readonly all: boolean;
  /** The schedules that there are. */
  readonly of: number;
  /** Those that were explored. */
  readonly tried: number;
  /** Schedules under which a promise is broken. */
  readonly failing: number;
}
