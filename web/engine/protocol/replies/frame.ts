/**
 * @file The state at a position (`inspect`). Written by `lab -- formats` from the engine's tables.
 */
import type { Text } from '../common';
import type { Shape } from '../description';
import type { ProgramFault } from '../results';
import type { Durability, TierId } from './names';

/** Why data moves. */
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

/** A field of an item. */
export interface Field {
  /** What the page calls it. */
  readonly name: Text;
  /**
   * The value with everything that is on its way to the device: the tier will hold it if nothing
   * is lost.
   */
  readonly value: string;
  /** The value of the durable bytes alone, where that differs from `value`. */
  readonly durableValue?: string;
  /** The words for that, where the value has words. */
  readonly durableText?: Text;
  /** Where it is. */
  readonly tier: TierId;
  /** Its address in the tier. */
  readonly address: number;
  /** Its size. In bytes. */
  readonly size: number;
  /** The state of its bytes. */
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

/** A pointer to an item of this or another structure. */
export interface ItemLink {
  /** The structure of the other item. */
  readonly structure: string;
  /** Its key there. */
  readonly key: number;
  /** What the pointer is called. */
  readonly name: Text;
}

/** An item of a structure: a log record, a page, a slot. */
export interface Item {
  /** Unique within the structure: an LSN, a page id, a slot. */
  readonly key: number;
  /** Its short name. */
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
  /** Its fields. */
  readonly fields: readonly Field[];
  /** Pointers to items of this or another structure. */
  readonly links: readonly ItemLink[];
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

/** A named position of a structure, with its own durability. */
export interface Cursor {
  /** What the page calls it. */
  readonly name: Text;
  /**
   * The value with everything that is on its way to the device: the tier will hold it if nothing
   * is lost.
   */
  readonly value: string;
  /** The value of the durable bytes alone, where that differs from `value`. */
  readonly durableValue?: string;
  /** The words for that, where the value has words. */
  readonly durableText?: Text;
  /** Where it is. */
  readonly tier: TierId;
  /** Its address in the tier. */
  readonly address: number;
  /** Its size. In bytes. */
  readonly size: number;
  /** The state of its bytes. */
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
  /** The key that it is at. */
  readonly at: number;
  /** The key that the durable bytes name. */
  readonly durableAt?: number;
}

/** A structure as it is. */
export interface Structure {
  /** Its name, as the description has it. */
  readonly id: string;
  /** Where it is. */
  readonly tier: TierId;
  /** How it is drawn. */
  readonly shape: Shape;
  /** What the page calls it. */
  readonly title: Text;
  /** Slots in all, for rings and bitmaps. */
  readonly capacity?: number;
  /** Ring position of the first item drawn, for rings. */
  readonly first?: number;
  /** Its items. */
  readonly items: readonly Item[];
  /** The number of further items that are not given. */
  readonly more?: number;
  /** Named positions (head, tail): the key they are at, with their own durability. */
  readonly cursors: readonly Cursor[];
}

/**
 * All that a structure ever shows in a phase: each item, in the order of appearance, at its
 * largest.
 */
export interface ShownExtent {
  /** Its name, as the description has it. */
  readonly id: string;
  /** Where it is. */
  readonly tier: TierId;
  /** How it is drawn. */
  readonly shape: Shape;
  /** What the page calls it. */
  readonly title: Text;
  /** Slots in all, for rings and bitmaps. */
  readonly capacity?: number;
  /** Ring position of the first item drawn, for rings. */
  readonly first?: number;
  /** Its items. */
  readonly items: readonly Item[];
  /** The number of further items that are not given. */
  readonly more?: number;
  /** Named positions (head, tail): the key they are at, with their own durability. */
  readonly cursors: readonly Cursor[];
  /** The most items that are shown at one time. */
  readonly most: number;
}

/**
 * The part of an item, or of one inside of it, that a cache line has, as the structures name them.
 */
export interface HeldItem {
  /** The structure of the item. */
  readonly structure: string;
  /** Its key there. */
  readonly key: number;
  /** The key of the item inside of it. */
  readonly inner?: number;
  /**
   * The fields that pending stores of the line have changed, by their index; none where no field
   * shows these bytes.
   */
  readonly fields: readonly number[];
}

/** A line that is newer in the cache than in the NVM. */
export interface CacheLine {
  /** Its address in the NVM. */
  readonly address: number;
  /** The transaction of its newest store, 0 for none. */
  readonly txn: number;
  /** Durable where the machine keeps its caches when the power fails. */
  readonly state: 'volatile' | 'in-flight' | 'durable';
  /**
   * The items of which it has newer bytes than the NVM; of structures that show the same bytes,
   * first the one that was worked on.
   */
  readonly holds: readonly HeldItem[];
  /** Its stores that the NVM does not have. */
  readonly pendingStores: number;
  /** All its stores go past the cache: they are on their way, and in no cache. */
  readonly past?: boolean;
}

/** An end of a transfer. */
export interface TransferEnd {
  /** Where it is. */
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
  /** Why it moves. */
  readonly kind: TransferKind;
  /**
   * The transfer's number: the same at every position at which it is under way, and when it has
   * arrived.
   */
  readonly id: number;
  /** Its transaction, 0 for none. */
  readonly txn: number;
  /** Where it comes from. */
  readonly from: TransferEnd;
  /** Where it goes. */
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

/** What a thread waits for. */
export interface ThreadWait {
  /** The kind of what it waits for. */
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
  /** Which lock, signal or delay it is; else empty. */
  readonly name: string;
  /** The transaction that holds it. */
  readonly txn?: number;
}

/** A simulated thread as it is. */
export interface ThreadState {
  /** The `actor` column of its events. */
  readonly actor: number;
  /** What it does. */
  readonly state: 'idle' | 'running' | 'waiting' | 'done';
  /** It would run, but others have all cores. */
  readonly coreless?: boolean;
  /** The `statement` column of its events. */
  readonly statement: number;
  /** Its transaction now, 0 for none. */
  readonly txn: number;
  /** What it waits for. */
  readonly waitsFor?: ThreadWait;
}

/** A transaction as it is. */
export interface TransactionState {
  /** The `txn` column of its events. */
  readonly id: number;
  /** How far its client knows it to be. */
  readonly state: 'not-begun' | 'active' | 'committing' | 'acknowledged' | 'aborted';
  /** When the client was told of its commit. In ns. */
  readonly acknowledgedAt?: number;
}

/**
 * Writes by wear unit of the NVM, from address 0; where the device moves units, by their places on
 * it.
 */
export interface FrameWear {
  /** The bytes that wear together. */
  readonly unitBytes: number;
  /** The writes to each unit. */
  readonly counts: readonly number[];
  /** The most of them. */
  readonly max: number;
  /** The lines that the device wrote of its own, and its spare units, if it moves units. */
  readonly own?: number;
  /** The spare units that it has used. */
  readonly sparesUsed?: number;
  /** The spare units that it had. */
  readonly spares?: number;
  /** A write has found no unit that takes it: the machine has stopped. */
  readonly wornOut?: boolean;
}

/** The operations since the start of the run. */
export interface FrameCounters {
  /** Stores to the NVM. */
  readonly nvmStores: number;
  /** Write-backs of cache lines. */
  readonly nvmWriteBacks: number;
  /** Fences. */
  readonly nvmFences: number;
  /** Evictions of cache lines. */
  readonly nvmEvictions: number;
  /** Lines that the NVM has written. */
  readonly nvmLinesWritten: number;
  /** Reads of the disks. */
  readonly diskReads: number;
  /** Writes of the disks. */
  readonly diskWrites: number;
  /** Log records. */
  readonly logRecords: number;
}

/** The state at a position. */
export interface Frame {
  /** The position: the events before it. */
  readonly at: number;
  /** 0 the run, 1 the first recovery, ... */
  readonly phase: number;
  /** The virtual time. In ns. */
  readonly time: number;
  /** The system's structures. */
  readonly structures: readonly Structure[];
  /** The lines that are newer in the cache. */
  readonly cacheLines: readonly CacheLine[];
  /** Data on its way. */
  readonly transfers: readonly Transfer[];
  /** All threads. */
  readonly threads: readonly ThreadState[];
  /** All transactions. */
  readonly transactions: readonly TransactionState[];
  /**
   * In the run of a scenario with delays, what became of each so far; `missed`: what it waited for
   * cannot come.
   */
  readonly delays?: readonly ('ahead' | 'holding' | 'over' | 'missed')[];
  /** The wear of the NVM. */
  readonly wear: FrameWear;
  /**
   * By bank of the NVM: the requests that are not served yet, of which the first is being served,
   * each by the address of its line, -1 for what the device does of its own accord. Undefined
   * without a limit.
   */
  readonly banks?: readonly (readonly number[])[];
  /** The operations since the start of the run. */
  readonly counters: FrameCounters;
  /** The mistake of the user's program that has stopped it. */
  readonly programFault?: ProgramFault;
  /** The run has ended and its threads wait for each other. */
  readonly stuck?: boolean;
}

/**
 * The bytes of a tier around an address, as they are now and as the device alone would give them
 * back.
 */
export interface ByteView {
  /** Where they are. */
  readonly tier: TierId;
  /** The address of the first. */
  readonly address: number;
  /** The bytes as they are now. */
  readonly current: readonly number[];
  /** The bytes as the device alone would give them back; empty where the tier does not survive. */
  readonly durable: readonly number[];
  /** The state of each. */
  readonly state: readonly Durability[];
}
