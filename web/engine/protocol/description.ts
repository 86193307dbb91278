/**
 * @file The engine's description of itself (`describe`). Written by `lab -- formats` from the
 * engine's tables.
 */
import type { SweptValue, Text } from './common';
import type { TierId } from './replies/names';
import type { MetricDescription } from './results';

/**
 * A system's promise: every acknowledged transaction survives; all but the latest ones do; nothing
 * is promised.
 */
export type PromiseId = 'durable' | 'prefix-consistent' | 'none';

/** The drawing of a structure. */
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

/** A category of virtual time. */
export interface CategoryDescription {
  /** Its name in metrics. */
  readonly id: string;
  /** What charts call it. */
  readonly title: Text;
}

/** A value to choose for a parameter. */
export interface ChoiceDescription {
  /** Its name in files. */
  readonly id: string;
  /** What the page calls it. */
  readonly title: Text;
  /** False where only the whole module has it. */
  readonly here?: boolean;
}

/** A parameter of a system or of a workload. */
export interface ParamDescription {
  /** Its name in files. */
  readonly id: string;
  /** What the page calls it. */
  readonly title: Text;
  /** What it does. */
  readonly help: Text;
  /** Its form. */
  readonly type: 'choice' | 'integer' | 'boolean';
  /** Its value where a file has none. */
  readonly default: SweptValue;
  /** What there is to choose from, where it is a choice. */
  readonly choices?: readonly ChoiceDescription[];
  /** The least of an integer. */
  readonly min?: number;
  /** The largest of an integer. */
  readonly max?: number;
  /** `ns`, `B`, `entries`, ...; empty for a pure number. */
  readonly unit?: string;
}

/** Settings that go together under a name. */
export interface PresetDescription {
  /** Its name in files. */
  readonly id: string;
  /** What the page calls it. */
  readonly title: Text;
  /** The parameters that it sets. */
  readonly params: Readonly<Record<string, SweptValue>>;
}

/** A fault that can be put into a system. */
export interface MutationDescription {
  /** Its name in files. */
  readonly id: string;
  /** What the page calls it. */
  readonly title: Text;
  /** The rule that the mutation breaks. */
  readonly rule: Text;
}

/** A line of an algorithm. */
export interface ListingLine {
  /** The number that events carry in their `label` column; unique within the scheme. */
  readonly label: number;
  /** How far it is indented. */
  readonly indent: number;
  /** The line. */
  readonly text: Text;
  /** The rule that this line obeys, in one or two sentences. */
  readonly why: Text;
}

/** An algorithm of a system, such as its commit. */
export interface Listing {
  /** Its name. */
  readonly id: string;
  /** What the page calls it. */
  readonly title: Text;
  /** Its lines. */
  readonly lines: readonly ListingLine[];
}

/** A structure of a system on the stage. */
export interface StructureDescription {
  /**
   * Stable name, as scenario files use it (`log-object`). Its index is the `structure` column less
   * one.
   */
  readonly id: string;
  /** What the page calls it. */
  readonly title: Text;
  /** Where it is. */
  readonly tier: TierId;
  /** How it is drawn. */
  readonly shape: Shape;
  /**
   * The structure of the tier below that receives what is here. An item that is a copy of one
   * there has the same key.
   */
  readonly below?: string;
  /** The structure of whose file an operating system keeps pages in memory here. */
  readonly caches?: string;
}

/** A logging system. */
export interface SchemeDescription {
  /** Its name in files. */
  readonly id: string;
  /** This module can run it; the whole one can run all. */
  readonly here: boolean;
  /** The systems that it belongs to. */
  readonly family: string;
  /** What the page calls it. */
  readonly title: Text;
  /** What it does, in a sentence. */
  readonly summary: Text;
  /** Where it was published. */
  readonly paper: string;
  /** The id of the software whose instructions stand for its own. */
  readonly path: string;
  /** The promise with the default parameters. */
  readonly promise: PromiseId;
  /** Its parameters. */
  readonly params: readonly ParamDescription[];
  /**
   * Values that differ from the defaults, with which a small database of several tables runs well.
   */
  readonly forTables: Readonly<Record<string, SweptValue>>;
  /** Settings that go together under a name. */
  readonly presets: readonly PresetDescription[];
  /** The faults that can be put into it. */
  readonly mutations: readonly MutationDescription[];
  /** Its algorithms. Empty where it is not `here`. */
  readonly listings: readonly Listing[];
  /** Its structures. */
  readonly structures: readonly StructureDescription[];
}

/** The system whose algorithm a user writes: it is not one to choose from. */
export interface OwnSystem {
  /** Its description. */
  readonly scheme: SchemeDescription;
  /** Line n of a program is the listing line with this label + n. */
  readonly labelBefore: number;
  /** The program of a scenario that names none. */
  readonly standard: string;
}

/** A price of a machine. */
export interface PriceDescription {
  /** Its name in files. */
  readonly id: string;
  /** Its value on this machine. */
  readonly value: number;
  /** Its unit. */
  readonly unit: string;
  /** What is priced. */
  readonly title: Text;
  /** Where the value comes from. */
  readonly source: string;
}

/** A machine, which prices every operation. */
export interface MachineDescription {
  /** Its name in files. */
  readonly id: string;
  /** What the page calls it. */
  readonly title: Text;
  /** The id of its processor's caches. */
  readonly caches?: string;
  /** Its prices. */
  readonly prices: readonly PriceDescription[];
}

/** The instructions of a part of an operation. */
export interface PathPart {
  /** `path.begin`, ... */
  readonly price: string;
  /** How many there are. */
  readonly instructions: number;
  /** Counted in itself; the rest of an operation's count; or no such part. */
  readonly basis: 'counted' | 'rest' | 'none';
}

/** Software whose counted instructions stand for a system's, where a machine asks for them. */
export interface PathDescription {
  /** Its name. */
  readonly id: string;
  /** What the page calls it. */
  readonly title: Text;
  /** How it was counted. */
  readonly source: string;
  /** Its parts. */
  readonly parts: readonly PathPart[];
}

/** A level of a processor's caches. */
export interface CacheLevel {
  /** Its size. In KiB. */
  readonly kb: number;
  /** Its associativity. */
  readonly ways: number;
  /** Cores that share one. */
  readonly cores: number;
  /** The latency of a hit. In ps. */
  readonly ps: number;
  /** Where its shape is published. */
  readonly shapeSource: string;
  /** Where its latency is published. */
  readonly latencySource: string;
}

/** The caches of a processor, from the nearest one on. */
export interface CacheDescription {
  /** Its name. */
  readonly id: string;
  /** What the page calls it. */
  readonly title: Text;
  /** Its levels, the nearest first. */
  readonly levels: readonly CacheLevel[];
}

/** A benchmark. */
export interface WorkloadDescription {
  /** Its name in files. */
  readonly id: string;
  /** This module can run it; the whole one can run all. */
  readonly here: boolean;
  /** What the page calls it. */
  readonly title: Text;
  /** What it does, in a sentence. */
  readonly summary: Text;
  /** The specification or paper that it follows. */
  readonly source: string;
  /** The conditions that its check of a recovered database looks at. */
  readonly conditions: Text;
  /** It runs a text that comes beside the experiment. */
  readonly readsText: boolean;
  /** False where clients do not use the database at all. */
  readonly usesDatabase: boolean;
  /** Its parameters. */
  readonly params: readonly ParamDescription[];
}

/** The engine's description of itself: what it can run. */
export interface Description {
  /** The engine's version. */
  readonly version: string;
  /** Index = the `kind` column of an event; '' where unused. */
  readonly eventKinds: readonly string[];
  /** Index = the `tier` column of an event; index 0 is '' (no tier). */
  readonly tiers: readonly (TierId | '')[];
  /** Index = the `category` column of a span. */
  readonly categories: readonly CategoryDescription[];
  /** The systems. */
  readonly schemes: readonly SchemeDescription[];
  /** Absent from the module that cannot run it. */
  readonly own?: OwnSystem;
  /** The machines. */
  readonly machines: readonly MachineDescription[];
  /** In the order of the price `path.profile`, from 2 on. */
  readonly paths: readonly PathDescription[];
  /** In the order of the price `cache.processor`, from 2 on; absent from the small module. */
  readonly caches?: readonly CacheDescription[];
  /** The benchmarks. */
  readonly workloads: readonly WorkloadDescription[];
  /** The metrics of experiments. */
  readonly metrics: readonly MetricDescription[];
}
