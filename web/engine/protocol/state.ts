/** @file The state at a position (`inspect`). */
import type { Durability, Text, TierId } from './common';
import type { Shape } from './description';

export interface Field {
  readonly name: Text;
  readonly value: string;
  /** What the durable bytes alone would say, where that differs from `value`. */
  readonly durableValue?: string;
  readonly tier: TierId;
  readonly address: number;
  readonly size: number;
  readonly durability: Durability;
  /** True where the field is the item's state bit and shall be drawn as a dot. */
  readonly bit?: boolean;
}

export interface Item {
  /** Unique within the structure: an LSN, a page id, a slot. */
  readonly key: number;
  readonly label: string;
  /** Transaction to colour it by, 0 for none. */
  readonly txn: number;
  /** Worst durability of its fields; `none` for structures in DRAM. `empty`: allocated but unused. */
  readonly state: Durability | 'empty';
  readonly fields: readonly Field[];
  /** Pointers to items of this or another structure. */
  readonly links: readonly {
    readonly structure: string;
    readonly key: number;
    readonly name: Text;
  }[];
  /** Short remarks to show as tags: `dirty`, `waits T1`. */
  readonly tags: readonly Text[];
  /** Items inside (records of a page, slots of a bucket). */
  readonly items?: readonly Item[];
  /** So many more are inside and not given. */
  readonly more?: number;
}

export interface Structure {
  readonly id: string;
  readonly tier: TierId;
  readonly shape: Shape;
  readonly title: Text;
  /** Slots in all, for rings and bitmaps. */
  readonly capacity?: number;
  /** Ring position of the first item drawn, for rings. */
  readonly first?: number;
  readonly items: readonly Item[];
  /** So many more are there and not given. */
  readonly more?: number;
  /** Named positions (head, tail): the key they stand at, with their own durability. */
  readonly cursors: readonly (Field & { readonly at: number; readonly durableAt?: number })[];
}

/** A line that is newer in the cache than in the NVM. */
export interface CacheLine {
  readonly address: number;
  readonly txn: number;
  readonly state: 'volatile' | 'in-flight';
  /** What it holds, as the structures name it: `log-object 12`. */
  readonly holds: readonly { readonly structure: string; readonly key: number }[];
  readonly pendingStores: number;
}

export interface ThreadState {
  readonly actor: number;
  readonly state: 'idle' | 'running' | 'waiting' | 'done';
  readonly statement: number;
  /** Its transaction now, 0 for none. */
  readonly txn: number;
  readonly waitsFor?: {
    readonly what: 'lock' | 'latch' | 'signal' | 'device' | 'log-space' | 'persister';
    readonly name: string;
    readonly txn?: number;
  };
}

export interface TransactionState {
  readonly id: number;
  readonly state: 'not-begun' | 'active' | 'committing' | 'acknowledged' | 'aborted';
  readonly acknowledgedAt?: number;
}

export interface Frame {
  readonly at: number;
  readonly phase: number;
  readonly time: number;
  readonly structures: readonly Structure[];
  readonly cacheLines: readonly CacheLine[];
  readonly threads: readonly ThreadState[];
  readonly transactions: readonly TransactionState[];
  /** Writes by wear unit of the NVM, from address 0. */
  readonly wear: {
    readonly unitBytes: number;
    readonly counts: readonly number[];
    readonly max: number;
  };
  readonly counters: Readonly<Record<CounterId, number>>;
}

export type CounterId =
  | 'nvmStores'
  | 'nvmWriteBacks'
  | 'nvmFences'
  | 'nvmEvictions'
  | 'nvmLinesWritten'
  | 'diskReads'
  | 'diskWrites'
  | 'logRecords';

/** Bytes of a tier around an address, now and as the device alone would give them back. */
export interface ByteView {
  readonly tier: TierId;
  readonly address: number;
  readonly current: readonly number[];
  readonly durable: readonly number[];
  readonly state: readonly Durability[];
}
