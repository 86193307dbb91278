/**
 * @file An open session, and what it tells while it runs. Written by `lab -- formats` from the
 * engine's tables.
 */
import type { SweptValue, Text } from '../common';
import type { PromiseId, StructureDescription } from '../description';

/** A simulated thread: a client, a daemon or the recovery. */
export interface ActorInfo {
  /** The `actor` column of an event. */
  readonly id: number;
  /** What it does. */
  readonly kind: 'client' | 'daemon' | 'recovery';
  /** What the page calls it. */
  readonly name: Text;
  /** Index into the scenario's `threads` for clients. */
  readonly thread?: number;
}

/** The program of every transaction of a kind; the `statement` column counts its lines. */
export interface ProgramInfo {
  /** What the workload calls the kind. */
  readonly title: Text;
  /** Its lines. */
  readonly lines: readonly Text[];
}

/** A table of a workload. */
export interface TableInfo {
  /** Its name. */
  readonly id: string;
  /** What the page calls it. */
  readonly title: Text;
  /**
   * For each index, the widths in bits of the columns of its key but the first, which has the
   * rest.
   */
  readonly columns: readonly (readonly number[])[];
}

/** A transaction of the run. */
export interface TransactionInfo {
  /** The `txn` column of an event; 0 there means none. */
  readonly id: number;
  /** Its name. */
  readonly name: string;
  /**
   * In a script, the thread that runs it. In a workload the clients take the transactions in turn.
   */
  readonly thread?: number;
  /** In a workload, the index of its program in `programs`. */
  readonly program?: number;
}

/** A record of a script. */
export interface RecordInfo {
  /** Its name. */
  readonly name: string;
  /** Its value at the start; null: it is absent. */
  readonly initial: number | null;
}

/** A statement of a script. */
export interface StatementInfo {
  /** The statement. */
  readonly text: string;
  /** Transaction that the statement belongs to, 0 outside of any. */
  readonly txn: number;
}

/** An open session, and what it tells while it runs. */
export interface SessionInfo {
  /** The system's id. */
  readonly scheme: string;
  /** The values of all its parameters. */
  readonly params: Readonly<Record<string, SweptValue>>;
  /** The user's program, where the system is one that takes a program. */
  readonly programText?: string;
  /** With it: the system's structures, those that the program declares behind the others. */
  readonly structures?: readonly StructureDescription[];
  /** The faults that were put into it. */
  readonly mutations: readonly string[];
  /** The promise with these parameters. */
  readonly promise: PromiseId;
  /** The machine's id. */
  readonly machine: string;
  /** The machine keeps its caches when the power fails. */
  readonly cachesKept?: boolean;
  /**
   * The bytes of a disk's volatile cache, which takes writes first; undefined where disks have
   * none.
   */
  readonly diskCacheBytes?: number;
  /** All threads. */
  readonly actors: readonly ActorInfo[];
  /** A workload's id, programs and tables; scripts have `statements` and one table. */
  readonly workload?: string;
  /** The workload's kinds of transactions. */
  readonly programs?: readonly ProgramInfo[];
  /** The workload's tables. */
  readonly tables?: readonly TableInfo[];
  /** The transactions of the run. */
  readonly transactions: readonly TransactionInfo[];
  /** The records of a script. */
  readonly records: readonly RecordInfo[];
  /**
   * A list for each thread, in the order of the script; empty where the session runs a workload.
   */
  readonly statements: readonly (readonly StatementInfo[])[];
  /** Bytes of linear memory in use. */
  readonly memoryBytes: number;
}
