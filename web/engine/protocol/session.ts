/** @file An open session, and what it tells while it runs. */
import type { Text } from './common';
import type { PromiseId, StructureDescription } from './description';

export interface ActorInfo {
  readonly id: number;
  readonly kind: 'client' | 'daemon' | 'recovery';
  readonly name: Text;
  /** Index into the scenario's `threads` for clients. */
  readonly thread?: number;
}

export interface TransactionInfo {
  /** The `txn` column of an event; 0 there means none. */
  readonly id: number;
  readonly name: string;
  /**
   * In a script, the thread that runs it. In a workload the clients take the transactions in turn.
   */
  readonly thread?: number;
  /** In a workload, the index of its program in `programs`. */
  readonly program?: number;
}

export interface StatementInfo {
  readonly text: string;
  /** Transaction that the statement belongs to, 0 outside of any. */
  readonly txn: number;
}

/** The program of every transaction of a kind; the `statement` column counts its lines. */
export interface ProgramInfo {
  readonly title: Text;
  readonly lines: readonly Text[];
}

export interface TableInfo {
  readonly id: string;
  readonly title: Text;
  /**
   * For each index, the widths in bits of the columns of its key but the first, which has the rest.
   */
  readonly columns: readonly (readonly number[])[];
}

export interface SessionInfo {
  readonly scheme: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  /** The user's program, where the system is one that takes a program. */
  readonly programText?: string;
  /** With it: the system's structures, those that the program declares behind the others. */
  readonly structures?: readonly StructureDescription[];
  readonly mutations: readonly string[];
  /** The promise with these parameters. */
  readonly promise: PromiseId;
  readonly machine: string;
  /** The machine keeps its caches when the power fails. */
  readonly cachesKept?: boolean;
  /**
   * The bytes of a disk's volatile cache, which takes writes first; undefined where disks have
   * none.
   */
  readonly diskCacheBytes?: number;
  readonly actors: readonly ActorInfo[];
  /** A workload's id, programs and tables; scripts have `statements` and one table. */
  readonly workload?: string;
  readonly programs?: readonly ProgramInfo[];
  readonly tables?: readonly TableInfo[];
  readonly transactions: readonly TransactionInfo[];
  readonly records: readonly { readonly name: string; readonly initial: number | null }[];
  /**
   * A list for each thread, in the order of the script; empty where the session runs a workload.
   */
  readonly statements: readonly (readonly StatementInfo[])[];
  /** Bytes of linear memory in use. */
  readonly memoryBytes: number;
}

/** Bytes of one event record in linear memory; little endian. See `readEvents` for the layout. */
export const EVENT_BYTES = 48;
/**
 * Bytes of one span record: start u64, end u64, actor u16, category u8, unused u8, txn u16, unused
 * u16.
 */
export const SPAN_BYTES = 24;

/** Bits of the `flags` column. */
export const FLAG_DEVICE = 1; // changes a persistent device's state: a distinct crash point
export const FLAG_ACK = 2; // a client is told something
export const FLAG_WAIT = 4; // the actor starts to wait
export const FLAG_BROKEN = 8; // a mutation changed what happens here

/** The value of the `statement` column for no statement. */
export const NO_STATEMENT = 0xffff;

/** Events as columns with one entry for each event. `time` is in virtual nanoseconds. */
export interface EventColumns {
  readonly length: number;
  readonly kind: Uint8Array;
  readonly tier: Uint8Array;
  readonly category: Uint8Array;
  readonly flags: Uint8Array;
  readonly time: Float64Array;
  readonly actor: Uint16Array;
  readonly txn: Uint16Array;
  /** Listing line, 0 for none. */
  readonly label: Uint16Array;
  /** The number of the device operation in that line, from 0. */
  readonly ordinal: Uint16Array;
  readonly address: Uint32Array;
  readonly size: Uint32Array;
  /** 1 + index into the scheme's structures, 0 for none. */
  readonly structure: Uint16Array;
  /** Index into the actor's statements, or NO_STATEMENT. */
  readonly statement: Uint16Array;
  /** The item of the structure: an LSN, a page id, ... */
  readonly key: Uint32Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
}

/**
 * A span of a thread's or a daemon's virtual time (`start` to `end`, ns) that was spent on one
 * category.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly actor: number;
  readonly category: number;
  readonly txn: number;
  /** True where the device, or what was asked for, was busy with somebody else's meanwhile. */
  readonly waits?: boolean;
}
