/** @file The engine's description of itself (`describe`). */
import type { Text, TierId } from './common';
import type { MetricDescription } from './results';

export type { MetricDescription } from './results';

export interface ChoiceDescription {
  readonly id: string;
  readonly title: Text;
  /** False where only the whole module has it. */
  readonly here?: boolean;
}

export interface ParamDescription {
  readonly id: string;
  readonly title: Text;
  readonly help: Text;
  readonly type: 'choice' | 'integer' | 'boolean';
  readonly default: string | number | boolean;
  readonly choices?: readonly ChoiceDescription[];
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
  | 'key-value'
  | 'states'
  | 'places';

export interface StructureDescription {
  /**
   * Stable name, as scenario files use it (`log-object`). Its index is the `structure` column less
   * one.
   */
  readonly id: string;
  readonly title: Text;
  readonly tier: TierId;
  readonly shape: Shape;
  /**
   * The structure of the tier below that receives what is here. An item that is a copy of one there
   * has the same key.
   */
  readonly below?: string;
  /** The structure of whose file an operating system keeps pages in memory here. */
  readonly caches?: string;
}

export interface MutationDescription {
  readonly id: string;
  readonly title: Text;
  /** The rule that the mutation breaks. */
  readonly rule: Text;
}

/**
 * A system's promise: every acknowledged transaction survives; all but the latest ones do; nothing
 * is promised.
 */
export type PromiseId = 'durable' | 'prefix-consistent' | 'none';

export interface PresetDescription {
  readonly id: string;
  readonly title: Text;
  readonly params: Readonly<Record<string, string | number | boolean>>;
}

/** Software whose counted instructions stand for a system's, where a machine asks for them. */
export interface PathDescription {
  readonly id: string;
  readonly title: Text;
  readonly source: string;
  readonly parts: readonly {
    /** `path.begin`, ... */
    readonly price: string;
    readonly instructions: number;
    /** Counted in itself; the rest of an operation's count; or no such part. */
    readonly basis: 'counted' | 'rest' | 'none';
  }[];
}

/** The caches of a processor, from the nearest one on. */
export interface CacheDescription {
  readonly id: string;
  readonly title: Text;
  readonly levels: readonly {
    readonly kb: number;
    readonly ways: number;
    /** Cores that share one. */
    readonly cores: number;
    readonly ps: number;
    readonly shapeSource: string;
    readonly latencySource: string;
  }[];
}

export interface SchemeDescription {
  readonly id: string;
  /** This module can run it; the whole one can run all. */
  readonly here: boolean;
  readonly family: string;
  readonly title: Text;
  readonly summary: Text;
  readonly paper: string;
  /** The id of the software whose instructions stand for its own. */
  readonly path: string;
  /** The promise with the default parameters. */
  readonly promise: PromiseId;
  readonly params: readonly ParamDescription[];
  /**
   * Values that differ from the defaults, with which a small database of several tables runs well.
   */
  readonly forTables: Readonly<Record<string, string | number | boolean>>;
  /** Settings that go together under a name. */
  readonly presets: readonly PresetDescription[];
  readonly mutations: readonly MutationDescription[];
  /** Empty where it is not `here`. */
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
  /** The id of its processor's caches. */
  readonly caches?: string;
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
  /** The specification or paper that it follows. */
  readonly source: string;
  /** The conditions that its check of a recovered database looks at. */
  readonly conditions: Text;
  /** It runs a text that comes beside the experiment. */
  readonly readsText: boolean;
  /** False where clients do not use the database at all. */
  readonly usesDatabase: boolean;
  readonly params: readonly ParamDescription[];
}

/** A metric of experiments. */
/** The system whose algorithm a user writes: it is not one to choose from. */
export interface OwnSystem {
  readonly scheme: SchemeDescription;
  /** Line n of a program is the listing line with this label + n. */
  readonly labelBefore: number;
  /** The program of a scenario that names none. */
  readonly standard: string;
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
  /** Absent from the module that cannot run it. */
  readonly own?: OwnSystem;
  readonly machines: readonly MachineDescription[];
  /** In the order of the price `path.profile`, from 2 on. */
  readonly paths: readonly PathDescription[];
  /** In the order of the price `cache.processor`, from 2 on; absent from the small module. */
  readonly caches?: readonly CacheDescription[];
  readonly workloads: readonly WorkloadDescription[];
  readonly metrics: readonly MetricDescription[];
}
