/** @file Power cuts: what they may leave, and what became of it. */
import type { Fate, Text, VerdictKind } from './common';
import type { ProgramFault } from './results';
import type { Survive } from './scenario';

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

export interface TransactionOutlook {
  readonly id: number;
  readonly fate: Fate;
  readonly reason: FateReason;
  readonly acknowledged: boolean;
  /** The values of its records on an image that it does not survive: `A` -> 100 (null: absent). */
  readonly rolledBackTo: readonly { readonly record: string; readonly value: number | null }[];
  /**
   * A choice after which it survives, and one after which it does not; undefined where there is no
   * such image.
   */
  readonly survives?: Survive;
  readonly lost?: Survive;
}

/** One line or sector whose newest bytes are not yet certain to survive. */
export interface PendingUnit {
  readonly tier: 'nvm' | 'disk';
  readonly address: number;
  readonly size: number;
  readonly state: 'volatile' | 'in-flight';
  readonly stores: readonly {
    readonly address: number;
    readonly size: number;
    readonly nonTemporal: boolean;
    readonly txn: number;
    readonly structure: string;
    readonly key: number;
    readonly field: Text;
    readonly value: string;
  }[];
}

export interface VerdictImage {
  readonly verdict: VerdictKind;
  /** The number of images with this verdict, of those that were run. */
  readonly runs: number;
  /** One choice that gives it, to open in the stage. */
  readonly example: Survive;
}

/**
 * The answer to *if power failed now*: it sums up forks that were really crashed and recovered,
 * over the legal crash images.
 */
export interface Outlook {
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
  readonly policy?: Text;
  readonly transactions: readonly TransactionOutlook[];
  readonly records: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
    /** A choice that leads to each of `values`. */
    readonly examples: readonly Survive[];
  }[];
  readonly verdicts: readonly VerdictImage[];
  readonly units: readonly PendingUnit[];
}

/** The oracle's verdict on a recovery that has ended. */
export interface Verdict {
  readonly verdict: VerdictKind;
  readonly transactions: readonly {
    readonly id: number;
    readonly acknowledged: boolean;
    readonly survived: boolean;
  }[];
  readonly records: readonly {
    readonly name: string;
    readonly value: number | null;
    readonly expected: readonly (number | null)[];
  }[];
  /** One sentence a finding. */
  readonly findings: readonly {
    readonly verdict: VerdictKind;
    readonly txn: number;
    readonly record: string;
    readonly text: Text;
  }[];
  /** The workload's conditions, and whether they hold; undefined in a script. */
  readonly conditions?: { readonly what: Text; readonly hold: boolean; readonly broken?: Text };
  /** The mistake of the user's program that stopped the recovery. */
  readonly programFault?: ProgramFault;
  /**
   * The check of the system's structures, by their bytes: how much was looked at, and the rule that
   * does not hold.
   */
  readonly structures?: {
    readonly hold: boolean;
    readonly counted: readonly { readonly what: Text; readonly number: number }[];
    readonly broken?: Text;
  };
  readonly recovery: {
    readonly repairNs: number;
    readonly openNs: number;
    readonly analysisNs: number;
    readonly redoNs: number;
    readonly undoNs: number;
    readonly finishNs: number;
    readonly clearNs: number;
    readonly rebuildNs: number;
    readonly totalNs: number;
  };
}

/** Why a power cut was refused: the index of the unit and the rule that forbids the choice. */
export interface CutRefusal {
  readonly unit: number;
  readonly rule: Text;
}
