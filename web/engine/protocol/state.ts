/** @file The state at a position (`inspect`). */
import type { Durability, Text, TierId } from './common';
import type { Shape } from './description';
import type { ProgramFault } from './results';

export interface Field {
  readonly name: Text;
  /**
   * The value with everything that is on its way to the device: the tier will hold it if nothing is
   * lost.
   */
  readonly value: string;
  /** The value of the durable bytes alone, where that differs from `value`. */
  readonly durableValue?: string;
  /** The words for that, where the value has words. */
  readonly durableText?: Text;
  readonly tier: TierId;
  readonly address: number;
  readonly size: number;
  readonly durability: Durability;
  /** True where the field is the item's state bit and shall be drawn as a dot. */
  readonly bit?: boolean;
  /** The words for a value of a few, such as the kind of a log record. */
  readonly text?: Text;
  /**
   * The field's role in its item: its kind, the record or word that it is about, a past or future
   * value of that (the first of two is the older), a pointer to another item of its structure, or
   * an address.
   */
  readonly role?: 'kind' | 'subject' | 'image' | 'pointer' | 'address';
}

export interface Item {
  /** Unique within the structure: an LSN, a page id, a slot. */
  readonly key: number;
  readonly label: string;
  /** Transaction to colour it by, 0 for none. */
  readonly txn: number;
  /**
   * Worst durability of its fields; `none` for structures in DRAM. `empty`: allocated but unused.
   */
  readonly state: Durability | 'empty';
  /** True while it is the source of a transfer that is under way. */
  readonly leaving?: boolean;
  /** True where all that the device has of it is zero: what makes it an item is still above. */
  readonly fresh?: boolean;
  /** True where the item commits its transaction once it is durable. */
  readonly commits?: boolean;
  readonly fields: readonly Field[];
  /** Pointers to items of this or another structure. */
  readonly links: readonly {
    readonly structure: string;
    readonly key: number;
    readonly name: Text;
  }[];
  /** Short remarks to show as tags: `dirty`, `waits T1`. */
  readonly tags: readonly Text[];
  /**
   * The tags, by place, that say what the system makes of its bytes, and that no device or table
   * holds.
   */
  readonly judged?: readonly number[];
  /** The items inside it (records of a page, slots of a bucket). */
  readonly items?: readonly Item[];
  /** The number of further items inside that are not given. */
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
  /** The number of further items that are not given. */
  readonly more?: number;
  /** Named positions (head, tail): the key they are at, with their own durability. */
  readonly cursors: readonly (Field & { readonly at: number; readonly durableAt?: number })[];
}

/**
 * All that a structure ever shows in a phase: each item, in the order of appearance, at its
 * largest.
 */
export interface StructureExtent extends Structure {
  /** The most items that are shown at one time. */
  readonly most: number;
  /**
   * The numbers of items, in all and at one time, for which the stage was laid out before a branch
   * brought more.
   */
  readonly planned?: { readonly items: number; readonly most: number };
}

/**
 * The part of an item, or of one inside of it, that a cache line has, as the structures name them.
 */
export interface HeldItem {
  readonly structure: string;
  readonly key: number;
  readonly inner?: number;
  /**
   * The fields that pending stores of the line have changed, by their index; none where no field
   * shows these bytes.
   */
  readonly fields: readonly number[];
}

/** A line that is newer in the cache than in the NVM. */
export interface CacheLine {
  readonly address: number;
  readonly txn: number;
  /** Durable where the machine keeps its caches when the power fails. */
  readonly state: 'volatile' | 'in-flight' | 'durable';
  /**
   * The items of which it has newer bytes than the NVM; of structures that show the same bytes,
   * first the one that was worked on.
   */
  readonly holds: readonly HeldItem[];
  readonly pendingStores: number;
  /** All its stores go past the cache: they are on their way, and in no cache. */
  readonly past?: boolean;
}

export type TransferKind =
  | 'store' // into the cache
  | 'write-back' // a cache line, asked for
  | 'evict' // a cache line, by itself
  | 'nt-store' // past the cache
  | 'log-write' // log buffer to log
  | 'page-write' // a page to its home, or a copy of it kept against tearing
  | 'page-read' // a page, or a piece of the log, from its home
  | 'drain' // a disk's volatile cache to its medium
  | 'destage' // NVM to disk: archive, backup
  | 'acknowledge'; // the client is told; from the commit record, where one is shown

/** An end of a transfer. */
export interface TransferEnd {
  readonly tier: TierId | 'client';
  /**
   * Undefined where no structure shows it. At an end in the cache it is what the line holds: a
   * structure of the NVM.
   */
  readonly structure?: string;
  /** Its items in the structure; empty where they cannot be told, or are not shown. */
  readonly keys: readonly number[];
  /**
   * For each of these, the items inside of it whose bytes alone they are; empty where they are its
   * own, or all of it.
   */
  readonly inner?: readonly (readonly number[])[];
  /** The address in the tier; 0 where it is not known. */
  readonly address: number;
  /** True at a disk's volatile cache. */
  readonly cached?: boolean;
}

/**
 * Data on its way. While it is under way it is in flight at both ends: the source's items are
 * `leaving`, those of the destination already show what comes, with the old bytes as
 * `durableValue`. A cached write has arrived when the disk's volatile cache has it; it then drains
 * to the medium, of which no event tells.
 */
export interface Transfer {
  readonly kind: TransferKind;
  /**
   * The transfer's number: the same at every position at which it is under way, and when it has
   * arrived.
   */
  readonly id: number;
  readonly txn: number;
  readonly from: TransferEnd;
  readonly to: TransferEnd;
  /** The size in bytes. */
  readonly size: number;
  /** `arrived`: with the very event that led to this position. */
  readonly state: 'under-way' | 'arrived';
  /**
   * The fields at its end on the device, with the values that it leaves there; undefined where no
   * item shows them.
   */
  readonly brings?: readonly Field[];
}

export interface ThreadState {
  readonly actor: number;
  readonly state: 'idle' | 'running' | 'waiting' | 'done';
  /** It would run, but others have all cores. */
  readonly coreless?: true;
  readonly statement: number;
  /** Its transaction now, 0 for none. */
  readonly txn: number;
  readonly waitsFor?: {
    readonly what:
      | 'lock'
      | 'latch'
      | 'signal'
      | 'device'
      | 'log-space'
      | 'persister'
      | 'room'
      | 'transaction'
      | 'schedule';
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
  readonly transfers: readonly Transfer[];
  readonly threads: readonly ThreadState[];
  readonly transactions: readonly TransactionState[];
  /**
   * In the run of a scenario with delays, what became of each so far; `missed`: what it waited for
   * cannot come.
   */
  readonly delays?: readonly ('ahead' | 'holding' | 'over' | 'missed')[];
  /**
   * Writes by wear unit of the NVM, from address 0; where the device moves units, by their places
   * on it.
   */
  readonly wear: {
    readonly unitBytes: number;
    readonly counts: readonly number[];
    readonly max: number;
    /** The lines that the device wrote of its own, and its spare units, if it moves units. */
    readonly own?: number;
    readonly sparesUsed?: number;
    readonly spares?: number;
    /** A write has found no unit that takes it: the machine has stopped. */
    readonly wornOut?: boolean;
  };
  /**
   * By bank of the NVM: the requests that are not served yet, of which the first is being served,
   * each by the address of its line, -1 for what the device does of its own accord. Undefined
   * without a limit.
   */
  readonly banks?: readonly (readonly number[])[];
  readonly counters: Readonly<Record<CounterId, number>>;
  /** The mistake of the user's program that has stopped it. */
  readonly programFault?: ProgramFault;
  /** The run has ended and its threads wait for each other. */
  readonly stuck?: true;
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

/**
 * The bytes of a tier around an address, as they are now and as the device alone would give them
 * back.
 */
export interface ByteView {
  readonly tier: TierId;
  readonly address: number;
  readonly current: readonly number[];
  readonly durable: readonly number[];
  readonly state: readonly Durability[];
}
