/** @file The format of a file. Written by `lab -- formats` from the engine's tables. */
import type { SweptValue, Text } from './common';
import type { MachineChoice, WorkloadChoice } from './scenario_file';

export interface QuickMachine {
  readonly overrides?: Readonly<Record<string, number>>;
}

export interface QuickParams {
  readonly params?: Readonly<Record<string, SweptValue>>;
}

export interface QuickCrash {
  /** 1 to 100,000,000. */
  readonly after_transactions?: number;
}

/**
 * What differs at the quick scale from the rest of the file, which then is the published one:
 * objects are merged by member, schemes and workloads by position, anything else is replaced.
 */
export interface QuickScale {
  readonly machine?: QuickMachine;
  readonly workload?: QuickParams;
  readonly crash?: QuickCrash;
  readonly schemes?: readonly QuickParams[];
  readonly workloads?: readonly QuickParams[];
  /** Fewer of the swept values. */
  readonly sweep?: Readonly<Record<string, readonly SweptValue[]>>;
  /** 1 to 1,024. */
  readonly threads?: number;
  /** 1 to 100,000,000. */
  readonly transactions?: number;
  /** 0 to 100,000,000. */
  readonly warmup?: number;
  /** 0 to 2^53. */
  readonly seed?: number;
}

export interface PointCrash {
  /**
   * Committed since the warm-up; no fewer than are measured, which is the default. 1 to
   * 100,000,000.
   */
  readonly after_transactions?: number;
  /** Of the bytes that are not durable. */
  readonly survive?: 'none';
  /** Read the whole database afterwards and check the workload's conditions. True by default. */
  readonly check?: boolean;
}

/** A logging system and its parameters. */
export interface LabelledScheme {
  /** A system's name; `lab -- schemes` lists them. */
  readonly id: string;
  /** Settings that the system offers under a name. */
  readonly preset?: string;
  /** Parameters that differ from the preset or the defaults, by name. */
  readonly params?: Readonly<Record<string, SweptValue>>;
  /** The text of a program, of the system that takes one ([its language](own-systems.md)). */
  readonly program?: string;
  /** Its name in charts. */
  readonly label?: Text;
}

/** What is drawn. */
export interface ChartChoice {
  /** `scheme` or a swept name: a line or colour for each. */
  readonly series?: string;
  /** `scheme` or a swept name. */
  readonly facet?: string;
  /** `scheme`, a swept name, or `elapsed`: virtual time ([below](#charts-over-time)). */
  readonly x: string;
  /** A metric; over time, one that is sampled. */
  readonly y: string;
  /** Over time: metrics of the same unit that are added to `y`. */
  readonly plus?: readonly string[];
  /** Over time: how much there is per second, or how much so far. Rate by default. */
  readonly as?: 'rate' | 'total';
  /** Metrics of one unit, drawn as bars in place of `y`: side by side, or stacked. */
  readonly parts?: readonly string[];
  /**
   * Draws `y` as a multiple of what it is at the point that differs in these names, one value
   * each.
   */
  readonly over?: Readonly<Record<string, SweptValue | readonly SweptValue[]>>;
  /** False by default. */
  readonly stacked?: boolean;
}

/** A formula over the points: the metric at num, over that at den where there is one. */
export interface ClaimFormula {
  readonly id: string;
  /** The points of the numerator. */
  readonly num: Readonly<Record<string, SweptValue | readonly SweptValue[]>>;
  /** Names in which the denominator differs from the numerator, one value each. */
  readonly den?: Readonly<Record<string, SweptValue | readonly SweptValue[]>>;
  /** Each value is divided by that of the points which differ in these names. */
  readonly per?: Readonly<Record<string, SweptValue | readonly SweptValue[]>>;
  /** One metric, or several to add up. */
  readonly metric: string | readonly string[];
  /** The published claim that this formula is a part of; its own id where there is one formula. */
  readonly claim?: string;
  /**
   * `calibration`: a micro-cost that the machine profile may be set by; `expectation`: ours, of
   * which no paper has a number; `note`: shown, not judged. Prediction by default.
   */
  readonly kind?: 'prediction' | 'calibration' | 'expectation' | 'note';
  /** `growth`: num / den - 1; `saving`: 1 - num / den. Ratio by default. */
  readonly as?: 'ratio' | 'growth' | 'saving';
  /** Of the denominator, where it is another one. */
  readonly den_metric?: string | readonly string[];
  readonly note?: Text;
  /** Of the values at the points; `at`: there is one. */
  readonly reduce: 'range' | 'min' | 'max' | 'mean' | 'at';
  /** Lowest and highest; `null`: open to that side. */
  readonly expect: readonly [number | null, number | null];
}

/**
 * Systems that run a workload on a machine, with up to two swept names, and the claims that the
 * measured points answer.
 */
export interface ExperimentFile {
  /** The version of this file format. */
  readonly format: 1;
  readonly kind: 'experiment';
  /** Its name in links and results; also the name of the file. */
  readonly id: string;
  readonly title: Text;
  /** One paragraph for the library. */
  readonly about?: Text;
  /**
   * `published`: the numbers of a publication; `quick`: smaller, for tests and a first picture.
   * With `quick` below: at which of the two it opens.
   */
  readonly scale: 'quick' | 'published';
  /** The machine profile that prices every operation. */
  readonly machine: MachineChoice;
  /**
   * What becomes of transactions that wait in a circle, or would. A cycle is found, and its
   * youngest rolled back; or the younger of two starts again, soon or when the older one has
   * ended. Wait-die by default.
   */
  readonly deadlock?: 'detect' | 'wait-die' | 'wait-die-after-older';
  /** What the clients run. */
  readonly workload: WorkloadChoice;
  /** Others that `sweep` names. */
  readonly workloads?: readonly WorkloadChoice[];
  /** Clients. 1 to 1,024. */
  readonly threads: number;
  /**
   * How many commits are measured, or as many as the workload has, where it ends by itself; at
   * most 1,000,000,000 over all points. 1 to 100,000,000.
   */
  readonly transactions: number;
  /** How many commits come before. 0 to 100,000,000, 0 by default. */
  readonly warmup?: number;
  /**
   * These two, and `crash.after_transactions`, are so many for each thread. The threads take them
   * from one pool. False by default.
   */
  readonly per_thread?: boolean;
  /** Of everything random in the run. 0 to 2^53, 0 by default. */
  readonly seed?: number;
  /**
   * How often at most a point reports its state on its way, at equal steps of virtual time. 1 to
   * 256.
   */
  readonly samples?: number;
  /**
   * Ends the measured part at this virtual time, even before its transactions have been committed.
   * A power cut comes right there. 1,000 to 3,600,000,000,000 ns.
   */
  readonly until_ns?: number;
  /** Cuts the power at the end, recovers, and checks the database: see below. */
  readonly crash?: PointCrash;
  /** The systems that run it. */
  readonly schemes: readonly LabelledScheme[];
  /** Up to two names, each with its values; at most 4096 points. */
  readonly sweep?: Readonly<Record<string, readonly SweptValue[]>>;
  /**
   * Names of metrics, or of groups of them (`latency`), to show first. All are measured anyway.
   */
  readonly metrics?: readonly string[];
  /** What is drawn. */
  readonly chart?: ChartChoice;
  /** Formulas over the points; see below. */
  readonly claims?: readonly ClaimFormula[];
  /** What differs at the quick scale; see below. */
  readonly quick?: QuickScale;
}
