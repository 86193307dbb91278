/** @file Scenario files (scenarios/schema/scenario.schema.json decides). */
import type { Fate, Text, VerdictKind } from './common';

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
