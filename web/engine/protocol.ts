/**
 * The shapes that cross the boundary between the engine and everything else.
 *
 * The engine describes itself (schemes, parameters, listings, structures, machines), so no
 * view knows a scheme by name. Positions count events from 0: position `n` is the state after
 * the first `n` events of a session, over all its phases (the run, then one recovery a power cut).
 */

/** A text in both languages of the interface. */
export interface Text {
  readonly en: string;
  readonly zh: string;
}

export type TierId = 'cache' | 'dram' | 'nvm' | 'disk';

/** Where a field's bytes stand now. `none`: the tier never survives (DRAM, cache). */
export type Durability = 'durable' | 'in-flight' | 'volatile' | 'none';

// ---------------------------------------------------------------------------------------------
// The engine's description of itself (`describe`)

export interface ParamDescription {
  readonly id: string;
  readonly title: Text;
  readonly help: Text;
  readonly type: 'choice' | 'integer' | 'boolean';
  readonly default: string | number | boolean;
  readonly choices?: readonly { readonly id: string; readonly title: Text }[];
  readonly min?: number;
  readonly max?: number;
  /** `ns`, `B`, `entries`, ...; empty for a pure number. */
  readonly unit?: string;
}

export interface ListingLine {
  /** The number that events carry in their `label` column; unique within the scheme. */
  readonly label: number;
  readonly indent: number;
  readonly text: Text;
  /** The rule that this line obeys, in one or two sentences. */
  readonly why: Text;
}

export interface Listing {
  readonly id: string;
  readonly title: Text;
  readonly lines: readonly ListingLine[];
}

export type Shape =
  | 'ring'
  | 'list'
  | 'chains'
  | 'tree'
  | 'table'
  | 'pages'
  | 'bitmap'
  | 'key-value';

export interface StructureDescription {
  /** Stable name, as scenario files use it (`log-object`). Its index is the `structure` column less one. */
  readonly id: string;
  readonly title: Text;
  readonly tier: TierId;
  readonly shape: Shape;
}

export interface MutationDescription {
  readonly id: string;
  readonly title: Text;
  /** The rule that the mutation breaks. */
  readonly rule: Text;
}

/** Every acknowledged transaction survives; all but the latest ones do; nothing is promised. */
export type PromiseId = 'durable' | 'prefix-consistent' | 'none';

export interface PresetDescription {
  readonly id: string;
  readonly title: Text;
  readonly params: Readonly<Record<string, string | number | boolean>>;
}

export interface SchemeDescription {
  readonly id: string;
  /** This module can run it; the whole one can run all. */
  readonly here: boolean;
  readonly family: string;
  readonly title: Text;
  readonly summary: Text;
  readonly paper: string;
  /** With the default parameters. */
  readonly promise: PromiseId;
  readonly params: readonly ParamDescription[];
  /** Values, other than the defaults, with which a small database of several tables runs well. */
  readonly forTables: Readonly<Record<string, string | number | boolean>>;
  /** Settings that go together under a name. */
  readonly presets: readonly PresetDescription[];
  readonly mutations: readonly MutationDescription[];
  readonly listings: readonly Listing[];
  readonly structures: readonly StructureDescription[];
}

export interface PriceDescription {
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  readonly title: Text;
  readonly source: string;
}

export interface MachineDescription {
  readonly id: string;
  readonly title: Text;
  readonly prices: readonly PriceDescription[];
}

export interface CategoryDescription {
  readonly id: string;
  readonly title: Text;
}

export interface WorkloadDescription {
  readonly id: string;
  /** This module can run it; the whole one can run all. */
  readonly here: boolean;
  readonly title: Text;
  readonly summary: Text;
  /** Specification or paper. */
  readonly source: string;
  /** What its check of a recovered database checks. */
  readonly conditions: Text;
  /** It runs a text that comes beside the experiment. */
  readonly readsText: boolean;
  /** False where clients ask nothing of a database. */
  readonly usesDatabase: boolean;
  readonly params: readonly ParamDescription[];
}

/** Something that experiments measure. */
export interface MetricDescription {
  readonly id: string;
  readonly unit: string;
  readonly title: Text;
}

export interface Description {
  readonly version: string;
  /** Index = the `kind` column of an event; '' where unused. */
  readonly eventKinds: readonly string[];
  /** Index = the `tier` column of an event; index 0 is '' (no tier). */
  readonly tiers: readonly ('' | TierId)[];
  /** Index = the `category` column of a span. */
  readonly categories: readonly CategoryDescription[];
  readonly schemes: readonly SchemeDescription[];
  readonly machines: readonly MachineDescription[];
  readonly workloads: readonly WorkloadDescription[];
  readonly metrics: readonly MetricDescription[];
}

// ---------------------------------------------------------------------------------------------
// Scenario files (scenarios/schema/scenario.schema.json decides)

/** An event by meaning, never by number: the `nth` (from 1) event of this kind, structure and transaction. */
export interface EventPattern {
  readonly event: string;
  readonly of?: string;
  readonly tx?: string;
  readonly nth?: number;
  /** Only events of this phase: 0 the run (default), 1 the first recovery, ... */
  readonly phase?: number;
}

export type SurvivePolicy = 'none' | 'all' | 'random';

export interface Survive {
  /** For every unit that `units` does not name. */
  readonly survive: SurvivePolicy;
  readonly seed?: number;
  /** Chosen by hand: what of each unpersisted line (or sector) reaches the device. */
  readonly units?: readonly UnitChoice[];
}

export interface UnitChoice {
  readonly tier: 'nvm' | 'disk';
  /** Address of the line or sector. */
  readonly address: number;
  /** Which of its pending stores, oldest first, persist. */
  readonly stores: readonly boolean[];
}

export interface Fault {
  readonly at: EventPattern;
  readonly crash: Survive;
}

export type Ask =
  | {
      readonly kind: 'value-after-crash';
      readonly record: string;
      readonly survive?: SurvivePolicy;
    }
  | { readonly kind: 'fate'; readonly tx: string };

export interface Mark {
  readonly when: EventPattern;
  readonly say: Text;
  /** Structures to look at: `tier.structure`. */
  readonly focus?: readonly string[];
  readonly ask?: Ask;
}

export type Fact =
  | { readonly after: 'run' | 'recovery'; readonly record: string; readonly is: number | null }
  | { readonly verdict: VerdictKind }
  | { readonly at: EventPattern; readonly tx: string; readonly fate: Fate };

export interface Scenario {
  readonly format: 1;
  readonly id: string;
  readonly kind: 'scenario';
  readonly title: Text;
  readonly about?: Text;
  readonly machine: { readonly id: string; readonly overrides?: Readonly<Record<string, number>> };
  readonly scheme: {
    readonly id: string;
    readonly params?: Readonly<Record<string, string | number | boolean>>;
    readonly mutations?: readonly string[];
  };
  readonly deadlock?: 'detect' | 'wait-die';
  readonly seed?: number;
  /** A script: with `threads`. */
  readonly records?: Readonly<Record<string, number>>;
  readonly threads?: readonly (readonly string[])[];
  /** A benchmark instead of a script: with `clients` and `transactions`. */
  readonly workload?: {
    readonly id: string;
    readonly params?: Readonly<Record<string, string | number | boolean>>;
  };
  readonly clients?: number;
  readonly transactions?: number;
  readonly faults?: readonly Fault[];
  readonly marks?: readonly Mark[];
  readonly facts?: readonly Fact[];
}

/** What is wrong with a file, and where: `threads[1][3]`. */
export interface ScenarioProblem {
  readonly path: string;
  readonly reason: Text;
  /** Position in the text for JSON syntax errors, from 1. */
  readonly line?: number;
  readonly column?: number;
}

// ---------------------------------------------------------------------------------------------
// An open session

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
  /** Of a script: the thread that runs it. In a workload the clients take the transactions in turn. */
  readonly thread?: number;
  /** Of a workload: index into `programs`. */
  readonly program?: number;
}

export interface StatementInfo {
  readonly text: string;
  /** Transaction that the statement belongs to, 0 outside of any. */
  readonly txn: number;
}

/** What every transaction of a kind does; the `statement` column counts its lines. */
export interface ProgramInfo {
  readonly title: Text;
  readonly lines: readonly Text[];
}

export interface TableInfo {
  readonly id: string;
  readonly title: Text;
  /** By index: widths in bits of the columns of its key behind the first, which has the rest. */
  readonly columns: readonly (readonly number[])[];
}

export interface SessionInfo {
  readonly scheme: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly mutations: readonly string[];
  /** What these parameters promise. */
  readonly promise: PromiseId;
  readonly machine: string;
  readonly actors: readonly ActorInfo[];
  /** A workload's id, programs and tables; scripts have `statements` and one table. */
  readonly workload?: string;
  readonly programs?: readonly ProgramInfo[];
  readonly tables?: readonly TableInfo[];
  readonly transactions: readonly TransactionInfo[];
  readonly records: readonly { readonly name: string; readonly initial: number | null }[];
  /** One list a thread, in the order of the script; none where the session runs a workload. */
  readonly statements: readonly (readonly StatementInfo[])[];
  /** Bytes of linear memory in use. */
  readonly memoryBytes: number;
}

/** Bytes of one event record in linear memory; little endian. See `readEvents` for the layout. */
export const EVENT_BYTES = 48;
/** Bytes of one span record: start u64, end u64, actor u16, category u8, unused u8, txn u16, unused u16. */
export const SPAN_BYTES = 24;

/** Bits of the `flags` column. */
export const FLAG_DEVICE = 1; // changes a persistent device's state: a distinct crash point
export const FLAG_ACK = 2; // a client is told something
export const FLAG_WAIT = 4; // the actor starts to wait
export const FLAG_BROKEN = 8; // a mutation changed what happens here

/** No value in the `statement` column. */
export const NO_STATEMENT = 0xffff;

/** Events as columns, one entry an event. `time` is virtual nanoseconds. */
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
  /** Which device operation of that line, from 0. */
  readonly ordinal: Uint16Array;
  readonly address: Uint32Array;
  readonly size: Uint32Array;
  /** 1 + index into the scheme's structures, 0 for none. */
  readonly structure: Uint16Array;
  /** Index into the actor's statements, or NO_STATEMENT. */
  readonly statement: Uint16Array;
  /** Which item of the structure: an LSN, a page id, ... */
  readonly key: Uint32Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
}

/** What each thread or daemon spent its virtual time on; the time-breakdown ledger's entries. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly actor: number;
  readonly category: number;
  readonly txn: number;
}

// ---------------------------------------------------------------------------------------------
// The state at a position (`inspect`)

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

// ---------------------------------------------------------------------------------------------
// Crashing

export type Fate = 'always' | 'sometimes' | 'never';

export type VerdictKind =
  | 'consistent'
  | 'lost' // acknowledged but lost
  | 'visible' // unacknowledged but visible, in whole or in part
  | 'never-existed' // a value that no transaction wrote
  | 'damaged' // a structure is damaged
  | 'recovery-failed'; // recovery does not end, or ends in an error

/** Why a transaction has the fate it has, for one sentence in the interface. */
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
  /** What its records become where it does not survive: `A` -> 100 (null: absent). */
  readonly rolledBackTo: readonly { readonly record: string; readonly value: number | null }[];
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
  /** How many of the images that were run gave it. */
  readonly runs: number;
  /** One choice that gives it, to open in the stage. */
  readonly example: Survive;
}

/** *If power failed now*: really crashed and recovered forks, over the legal crash images. */
export interface Outlook {
  readonly at: number;
  /** Legal crash images here, as a decimal string: the product can be huge. */
  readonly images: string;
  /** Crash-and-recover runs that stand for them: recovery cannot tell the others apart. */
  readonly runs: number;
  /** False where the images were sampled; then `policy` names how. */
  readonly exact: boolean;
  readonly policy?: Text;
  readonly transactions: readonly TransactionOutlook[];
  readonly records: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
  }[];
  readonly verdicts: readonly VerdictImage[];
  readonly units: readonly PendingUnit[];
}

/** What the oracle says of a finished recovery. */
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
  /** Of a workload: whether what must always hold does. */
  readonly conditions?: { readonly what: Text; readonly hold: boolean; readonly broken?: Text };
  readonly recovery: {
    readonly analysisNs: number;
    readonly redoNs: number;
    readonly undoNs: number;
    readonly totalNs: number;
  };
}

/** Why a power cut was refused: the index of the unit and the rule that forbids the choice. */
export interface CutRefusal {
  readonly unit: number;
  readonly rule: Text;
}
