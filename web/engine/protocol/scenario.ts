/** @file Scenario files (scenarios/schema/scenario.schema.json decides). */
import type { DeadlockPolicy, Fate, Text, VerdictKind } from './common';

/**
 * Names an event by its meaning, never by its number: the `nth` (from 1) event of this kind,
 * structure and transaction.
 */
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
  /** The policy for every unit that `units` does not name. */
  readonly survive: SurvivePolicy;
  readonly seed?: number;
  /** Choices by hand: which stores to an unpersisted line (or sector) reach the device. */
  readonly units?: readonly UnitChoice[];
}

export interface UnitChoice {
  readonly tier: 'nvm' | 'disk';
  /** Address of the line or sector. */
  readonly address: number;
  /** Says for each of its pending stores, oldest first, whether it persists. */
  readonly stores: readonly boolean[];
}

export interface Fault {
  readonly at: EventPattern;
  readonly crash: Survive;
}

/** What every question may have beside what it asks. */
interface AskTexts {
  /** The question in the author's own words; the interface has words for each kind. */
  readonly words?: Text;
  /**
   * A sentence for whoever chose an answer, by the answer as it is graded (`always`, `101`,
   * `absent`).
   */
  readonly because?: Readonly<Record<string, Text>>;
  /**
   * Phrases that must not be read before the question is closed; a contract test looks for them.
   */
  readonly gives_away?: { readonly en?: readonly string[]; readonly zh?: readonly string[] };
}

/** A question that the engine itself answers. */
export type Ask = AskTexts &
  (
    | {
        readonly kind: 'value-after-crash';
        readonly record: string;
        readonly survive?: SurvivePolicy;
      }
    | { readonly kind: 'fate'; readonly tx: string }
    /** In a recovery: which log record is undone next. */
    | { readonly kind: 'undone-next' }
    /**
     * Which line may be left out, and every power cut still leaves what was promised; the crash
     * explorer knows.
     */
    | { readonly kind: 'leave-out'; readonly lines: readonly AskLine[] }
    /** In which order these events come. */
    | { readonly kind: 'order'; readonly steps: readonly AskStep[] }
    /** On which system, or with which parameters, this script ends first; measured. */
    | { readonly kind: 'faster'; readonly sides: readonly AskSide[] }
    /** Cut the power, here or anywhere, so that this transaction is lost. */
    | { readonly kind: 'cut'; readonly tx: string }
  );

/**
 * A line that a question leaves out: a declared mutation or the name of a site
 * (`leave-out-commit-2-1`).
 */
export interface AskLine {
  readonly mutation: string;
  readonly text?: Text;
}

export interface AskStep {
  readonly when: EventPattern;
  readonly text: Text;
}

export interface AskSide {
  readonly title: Text;
  readonly scheme: Scenario['scheme'];
}

export interface Mark {
  readonly when: EventPattern;
  /** A few words for maps of the lecture. */
  readonly name?: Text;
  /** What is said on arriving here, before the question. */
  readonly say: Text;
  /** What is said once the question is closed. */
  readonly then?: Text;
  /** For the speaker alone. */
  readonly notes?: Text;
  /** The minutes that a speaker means to stay. */
  readonly minutes?: number;
  /** Seconds that playing waits here before it goes on by itself; without it, it ends here. */
  readonly pause?: number;
  /** Structures to look at: `tier.structure`. */
  readonly focus?: readonly string[];
  /**
   * What the sentence names: `tier.structure`, an item of it `:label`, a pointer of that `>name`,
   * `thread:1`, `bank:0`.
   */
  readonly subjects?: readonly string[];
  readonly ask?: Ask;
}

/** A scenario's description of itself as a lecture. */
export interface LectureAbout {
  readonly minutes?: number;
  readonly level?: 'first-steps' | 'further' | 'advanced';
  /** Lectures that it builds on. */
  readonly needs?: readonly string[];
  /** The structures that it is about, as `tier.structure`; others are folded. */
  readonly structures?: readonly string[];
  /** The one sentence to keep. */
  readonly keep?: Text;
}

export type Fact =
  | { readonly after: 'run' | 'recovery'; readonly record: string; readonly is: number | null }
  | { readonly verdict: VerdictKind }
  | { readonly at: EventPattern; readonly tx: string; readonly fate: Fate };

/**
 * Holds a thread before its `operation`-th shared operation until the thread `until` has ended
 * `next` more of its own. Threads are counted from 1: the clients, then the system's own.
 */
export interface ThreadDelay {
  readonly thread: number;
  readonly operation: number;
  readonly until: number;
  /** 1 where it is left out. */
  readonly next?: number;
}

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
    /** The text of a program, of the system that takes one. */
    readonly program?: string;
  };
  readonly deadlock?: DeadlockPolicy;
  readonly seed?: number;
  /** The run's schedule, where it is not that of virtual time alone. */
  readonly delays?: readonly ThreadDelay[];
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
  readonly lecture?: LectureAbout;
  readonly faults?: readonly Fault[];
  readonly marks?: readonly Mark[];
  readonly facts?: readonly Fact[];
}

/** A problem of a file: what is wrong, and where (`threads[1][3]`). */
export interface ScenarioProblem {
  readonly path: string;
  readonly reason: Text;
  /** Position in the text for JSON syntax errors, from 1. */
  readonly line?: number;
  readonly column?: number;
}
