/**
 * @file Power cuts: what they may leave, and what became of it. Written by `lab -- formats` from
 * the engine's tables.
 */
import type { Text } from './common';
import type { Fate, VerdictKind } from './replies/names';
import type { ProgramFault } from './results';
import type { Survive } from './scenario_file';

/** The reason of a transaction's fate, from which the interface makes one sentence. */
export type FateReason =
  | 'acknowledged' // told the client; the promise holds
  | 'acknowledged-but-lost' // told the client; some image loses it: broken
  | 'commit-durable' // not acknowledged yet, but every image has its commit record
  | 'commit-in-flight' // the commit record may or may not be in the image
  | 'not-committed' // no commit record could be in any image
  | 'aborted'
  | 'not-begun'
  | 'partly-visible'; // some image shows some of it: broken

/** A record that a lost transaction had changed. */
export interface RolledBackRecord {
  /** Its name. */
  readonly record: string;
  /** Its value; null: it is absent. */
  readonly value: number | null;
}

/** What becomes of a transaction, over all images. */
export interface TransactionOutlook {
  /** The `txn` column of its events. */
  readonly id: number;
  /** Whether it survives, over all images. */
  readonly fate: Fate;
  /** Why. */
  readonly reason: FateReason;
  /** Its client was told. */
  readonly acknowledged: boolean;
  /** The values of its records on an image that it does not survive: `A` -> 100 (null: absent). */
  readonly rolledBackTo: readonly RolledBackRecord[];
  /** A choice after which it survives; undefined where there is no such image. */
  readonly survives?: Survive;
  /** A choice after which it does not; undefined where there is no such image. */
  readonly lost?: Survive;
}

/** What becomes of a record, over all images. */
export interface RecordOutlook {
  /** Its name. */
  readonly name: string;
  /** The values that it may have; null: absent. */
  readonly values: readonly (number | null)[];
  /** A choice that leads to each of `values`. */
  readonly examples: readonly Survive[];
}

/** The images with a verdict. */
export interface VerdictImage {
  /** The verdict. */
  readonly verdict: VerdictKind;
  /** The number of images with this verdict, of those that were run. */
  readonly runs: number;
  /** One choice that gives it, to open in the stage. */
  readonly example: Survive;
}

/** A store that is not yet certain to survive. */
export interface UncertainStore {
  /** Its address. */
  readonly address: number;
  /** Its size. In bytes. */
  readonly size: number;
  /** It goes past the cache. */
  readonly nonTemporal: boolean;
  /** Its transaction, 0 for none. */
  readonly txn: number;
  /** The structure that it changes; empty for none. */
  readonly structure: string;
  /** The item of the structure. */
  readonly key: number;
  /** The field that it changes. */
  readonly field: Text;
  /** The value that it leaves. */
  readonly value: string;
}

/** One line or sector whose newest bytes are not yet certain to survive. */
export interface PendingUnit {
  /** The device. */
  readonly tier: 'nvm' | 'disk';
  /** The address of the line or sector. */
  readonly address: number;
  /** Its size. In bytes. */
  readonly size: number;
  /** Whether its newest bytes are on their way. */
  readonly state: 'volatile' | 'in-flight';
  /** Those of it that may survive or not, oldest first. */
  readonly stores: readonly UncertainStore[];
}

/**
 * The answer to *if power failed now*: it sums up forks that were really crashed and recovered,
 * over the legal crash images.
 */
export interface Outlook {
  /** The position. */
  readonly at: number;
  /** The number of legal crash images here, as a decimal string: the product can be huge. */
  readonly images: string;
  /**
   * The number of crash-and-recover runs that stand for them: recovery cannot tell the others
   * apart.
   */
  readonly runs: number;
  /** False where the images were sampled; then `policy` names how. */
  readonly exact: boolean;
  /** How they were sampled. */
  readonly policy?: Text;
  /** All transactions. */
  readonly transactions: readonly TransactionOutlook[];
  /** All records. */
  readonly records: readonly RecordOutlook[];
  /** The verdicts that there are. */
  readonly verdicts: readonly VerdictImage[];
  /** What is not certain to survive. */
  readonly units: readonly PendingUnit[];
}

/** What became of a transaction. */
export interface JudgedTransaction {
  /** The `txn` column of its events. */
  readonly id: number;
  /** Its client was told. */
  readonly acknowledged: boolean;
  /** Its changes are there. */
  readonly survived: boolean;
}

/** What became of a record. */
export interface JudgedRecord {
  /** Its name. */
  readonly name: string;
  /** Its value; null: it is absent. */
  readonly value: number | null;
  /** The values that it may have; null: absent. */
  readonly expected: readonly (number | null)[];
}

/** What is wrong. */
export interface VerdictFinding {
  /** What it makes it. */
  readonly verdict: VerdictKind;
  /** The transaction, 0 for none in particular. */
  readonly txn: number;
  /** The record, empty for none in particular. */
  readonly record: string;
  /** One sentence. */
  readonly text: Text;
}

/** The workload's conditions, and whether they hold. */
export interface VerdictConditions {
  /** The conditions. */
  readonly what: Text;
  /** All of them hold. */
  readonly hold: boolean;
  /** The one that does not. */
  readonly broken?: Text;
}

/** How much of a kind was looked at. */
export interface CheckedCount {
  /** What was counted. */
  readonly what: Text;
  /** How much. */
  readonly number: number;
}

/** The check of the system's structures, by their bytes. */
export interface VerdictStructures {
  /** All rules hold. */
  readonly hold: boolean;
  /** How much was looked at. */
  readonly counted: readonly CheckedCount[];
  /** The rule that does not hold. */
  readonly broken?: Text;
}

/** The passes of the recovery, by their time. */
export interface RecoveryTimes {
  /** Repairing what was torn. In ns. */
  readonly repairNs: number;
  /** Opening what was there. In ns. */
  readonly openNs: number;
  /** Analysis. In ns. */
  readonly analysisNs: number;
  /** Redo. In ns. */
  readonly redoNs: number;
  /** Undo. In ns. */
  readonly undoNs: number;
  /** Finishing. In ns. */
  readonly finishNs: number;
  /** Clearing the log. In ns. */
  readonly clearNs: number;
  /** Rebuilding what was in DRAM. In ns. */
  readonly rebuildNs: number;
  /** All of it. In ns. */
  readonly totalNs: number;
}

/** The oracle's verdict on a recovery that has ended. */
export interface Verdict {
  /** The worst finding. */
  readonly verdict: VerdictKind;
  /** All transactions. */
  readonly transactions: readonly JudgedTransaction[];
  /** The records of a script. */
  readonly records: readonly JudgedRecord[];
  /** One sentence a finding. */
  readonly findings: readonly VerdictFinding[];
  /** The workload's conditions, and whether they hold; undefined in a script. */
  readonly conditions?: VerdictConditions;
  /** The mistake of the user's program that stopped the recovery. */
  readonly programFault?: ProgramFault;
  /**
   * The check of the system's structures, by their bytes: how much was looked at, and the rule
   * that does not hold.
   */
  readonly structures?: VerdictStructures;
  /** The passes of the recovery. */
  readonly recovery: RecoveryTimes;
}

/** Why a power cut was refused: the index of the unit and the rule that forbids the choice. */
export interface CutRefusal {
  /** The index of the unit. */
  readonly unit: number;
  /** The rule that forbids the choice. */
  readonly rule: Text;
}
