/** @file The format of a file. Written by `lab -- formats` from the engine's tables. */
import type { SweptValue, Text } from './common';

/** The machine profile that prices every operation. */
export interface MachineChoice {
  /** A profile's name; `lab -- schemes` lists them. */
  readonly id: string;
  /** Prices that differ from the profile, by name, such as `nvm.slowdown`. */
  readonly overrides?: Readonly<Record<string, number>>;
}

/** A logging system and its parameters. */
export interface SchemeChoice {
  /** A system's name; `lab -- schemes` lists them. */
  readonly id: string;
  /** Settings that the system offers under a name. */
  readonly preset?: string;
  /** Parameters that differ from the preset or the defaults, by name. */
  readonly params?: Readonly<Record<string, SweptValue>>;
}

/** The logging system under study. */
export interface ScenarioScheme {
  /** A system's name; `lab -- schemes` lists them. */
  readonly id: string;
  /** Settings that the system offers under a name. */
  readonly preset?: string;
  /** Parameters that differ from the preset or the defaults, by name. */
  readonly params?: Readonly<Record<string, SweptValue>>;
  /** The text of a program, of the system that takes one ([its language](own-systems.md)). */
  readonly program?: string;
  /**
   * Rules of the system that this scenario breaks on purpose, or operations that it leaves out or
   * delays ([by line](#verification)).
   */
  readonly mutations?: readonly string[];
}

export interface ThreadDelay {
  /** The thread that is held, counted from 1: the clients, then the system's own. 1 to 128. */
  readonly thread: number;
  /** It is held before this shared operation of its own, counted from 1. 1 to 1,000,000. */
  readonly operation: number;
  /** The thread that it waits for. 1 to 128. */
  readonly until: number;
  /** How many more shared operations that thread ends first. 1 to 1,000,000, 1 by default. */
  readonly next?: number;
}

/** A benchmark and its parameters. */
export interface WorkloadChoice {
  /** A workload's name; `lab -- schemes` lists them. */
  readonly id: string;
  /** Parameters that differ from the defaults, by name. */
  readonly params?: Readonly<Record<string, SweptValue>>;
}

/** What the scenario says of itself as a lecture. */
export interface LectureAbout {
  /** How long it takes. 1 to 180 min. */
  readonly minutes?: number;
  readonly level?: 'first-steps' | 'further' | 'advanced';
  /** The lectures that it builds on. */
  readonly needs?: readonly string[];
  /** What it is about, as `tier.structure`; other structures are folded to a name. */
  readonly structures?: readonly string[];
  /** The one sentence to keep. */
  readonly keep?: Text;
}

/** An event by its meaning: the nth of its kind, structure and transaction within its phase. */
export interface EventPattern {
  /** The kind of the event, such as `write-back`. */
  readonly event: string;
  /** A structure of the system, such as `log-object`. */
  readonly of?: string;
  /** Its transaction. */
  readonly tx?: string;
  /** Which of these events, counted from 1. 1 to 100,000,000, 1 by default. */
  readonly nth?: number;
  /** 0 is the run, 1 the first recovery, and so on. 0 to 100, 0 by default. */
  readonly phase?: number;
}

export interface UnitChoice {
  /** The device. */
  readonly tier: 'nvm' | 'disk';
  /** The address of the line or sector. 0 to 4,294,967,295. */
  readonly address: number;
  /** Whether each pending store persists, oldest first. */
  readonly stores: readonly boolean[];
}

/** What survives a power cut. */
export interface Survive {
  /**
   * Which of the stores that are not durable reach the device, of all units that `units` does not
   * name.
   */
  readonly survive: 'none' | 'all' | 'random';
  /** The seed of `random`. 0 to 2^53, 0 by default. */
  readonly seed?: number;
  /** Lines and sectors chosen by hand. */
  readonly units?: readonly UnitChoice[];
}

export interface Fault {
  /** The power fails just after this event. */
  readonly at: EventPattern;
  /** What survives. */
  readonly crash: Survive;
}

export interface Phrases {
  readonly en?: readonly string[];
  readonly zh?: readonly string[];
}

/** What a record holds after a power cut here and its recovery. */
export interface AskValue {
  /** The question in the author's own words. */
  readonly words?: Text;
  /** A sentence for whoever chose an answer, by the answer. */
  readonly because?: Readonly<Record<string, Text>>;
  /** Phrases that must not be read before the question is closed. */
  readonly gives_away?: Phrases;
  readonly kind: 'value-after-crash';
  readonly record: string;
  /** What survives the power cut. None by default. */
  readonly survive?: 'none' | 'all' | 'random';
}

/** Whether a transaction always, sometimes or never survives a power cut here. */
export interface AskFate {
  /** The question in the author's own words. */
  readonly words?: Text;
  /** A sentence for whoever chose an answer, by the answer. */
  readonly because?: Readonly<Record<string, Text>>;
  /** Phrases that must not be read before the question is closed. */
  readonly gives_away?: Phrases;
  readonly kind: 'fate';
  readonly tx: string;
}

/** In a recovery: which log record is undone next. */
export interface AskUndone {
  /** The question in the author's own words. */
  readonly words?: Text;
  /** A sentence for whoever chose an answer, by the answer. */
  readonly because?: Readonly<Record<string, Text>>;
  /** Phrases that must not be read before the question is closed. */
  readonly gives_away?: Phrases;
  readonly kind: 'undone-next';
}

export interface AskLine {
  /** Its words, where they are not the line's. */
  readonly text?: Text;
  /** A declared one, or a site such as `leave-out-commit-2-1`. */
  readonly mutation: string;
}

/** Which line may be left out and every power cut still leaves what was promised. */
export interface AskLeaveOut {
  /** The question in the author's own words. */
  readonly words?: Text;
  /** A sentence for whoever chose an answer, by the answer. */
  readonly because?: Readonly<Record<string, Text>>;
  /** Phrases that must not be read before the question is closed. */
  readonly gives_away?: Phrases;
  readonly kind: 'leave-out';
  readonly lines: readonly AskLine[];
}

export interface AskStep {
  readonly when: EventPattern;
  readonly text: Text;
}

/** In which order these events come. */
export interface AskOrder {
  /** The question in the author's own words. */
  readonly words?: Text;
  /** A sentence for whoever chose an answer, by the answer. */
  readonly because?: Readonly<Record<string, Text>>;
  /** Phrases that must not be read before the question is closed. */
  readonly gives_away?: Phrases;
  readonly kind: 'order';
  readonly steps: readonly AskStep[];
}

export interface AskSide {
  readonly title: Text;
  /** The system that runs the script. */
  readonly scheme: SchemeChoice;
}

/** On which system, or with which parameters, this script ends first. */
export interface AskFaster {
  /** The question in the author's own words. */
  readonly words?: Text;
  /** A sentence for whoever chose an answer, by the answer. */
  readonly because?: Readonly<Record<string, Text>>;
  /** Phrases that must not be read before the question is closed. */
  readonly gives_away?: Phrases;
  readonly kind: 'faster';
  readonly sides: readonly AskSide[];
}

/** Cut the power so that this transaction is lost. */
export interface AskCut {
  /** The question in the author's own words. */
  readonly words?: Text;
  /** A sentence for whoever chose an answer, by the answer. */
  readonly because?: Readonly<Record<string, Text>>;
  /** Phrases that must not be read before the question is closed. */
  readonly gives_away?: Phrases;
  readonly kind: 'cut';
  readonly tx: string;
}

/** Narration tied to an event. */
export interface Mark {
  /** A few words for maps of the lecture. */
  readonly name?: Text;
  /** What is said once the question is closed. */
  readonly then?: Text;
  /** For the speaker alone: what to ask and to point at. */
  readonly notes?: Text;
  /** How long a speaker means to stay. 0 to 180 min. */
  readonly minutes?: number;
  /**
   * How long playing waits here before it goes on to the next mark by itself. Without it, playing
   * ends at a mark. It goes on past no question, not in a speaker's presentation, and not where
   * the reader wants less motion. 1 to 600 s.
   */
  readonly pause?: number;
  /** The event after which the clicker stops. */
  readonly when: EventPattern;
  /** What is said on arriving here, before the question. */
  readonly say: Text;
  /** Structures to look at, as `tier.structure`. */
  readonly focus?: readonly string[];
  /** What `say` names, and the stage has in sight; see below. */
  readonly subjects?: readonly string[];
  /**
   * A question, answered by the student, then by the engine, which really crashes a fork there.
   */
  readonly ask?: Ask;
}

/** The value of a record after the run or after the last recovery. */
export interface RecordFact {
  readonly after: 'run' | 'recovery';
  readonly record: string;
  /** `null`: the record is absent. */
  readonly is: number | null;
}

/** The oracle's verdict on the last recovery. */
export interface VerdictFact {
  readonly verdict:
    | 'consistent'
    | 'lost'
    | 'visible'
    | 'never-existed'
    | 'damaged'
    | 'recovery-failed';
}

/** Whether this transaction would survive a power cut here. */
export interface FateFact {
  readonly fate: 'always' | 'sometimes' | 'never';
  readonly at: EventPattern;
  readonly tx: string;
}

/**
 * A script of transactions on a few simulated threads, or a benchmark's workload, run by one
 * system on one machine.
 */
export interface Scenario {
  /** The version of this file format. */
  readonly format: 1;
  readonly kind: 'scenario';
  /** A lecture's file is named after it, and so are links to it. */
  readonly id: string;
  readonly title: Text;
  /** One paragraph for the library. */
  readonly about?: Text;
  /**
   * What a workload asks for is drawn from it; in a script nothing is random. 0 to 2^53, 0 by
   * default.
   */
  readonly seed?: number;
  /**
   * What becomes of transactions that wait in a circle, or would. A cycle is found, and its
   * youngest rolled back; or the younger of two starts again, soon or when the older one has
   * ended. Detect by default.
   */
  readonly deadlock?: 'detect' | 'wait-die' | 'wait-die-after-older';
  /** The machine profile that prices every operation. */
  readonly machine: MachineChoice;
  /** The logging system under study. */
  readonly scheme: ScenarioScheme;
  /** The run's schedule, where it is not that of virtual time alone ([below](#delays)). */
  readonly delays?: readonly ThreadDelay[];
  /** Records before the run and their values, at most 1,000 with those inserted. */
  readonly records?: Readonly<Record<string, number>>;
  /**
   * Lists of statements, one for each simulated thread; 20,000 statements of up to 200 bytes and
   * 10,000 transactions in all.
   */
  readonly threads?: readonly (readonly string[])[];
  /** A benchmark in place of `records` and `threads`. */
  readonly workload?: WorkloadChoice;
  /** Simulated threads that run its transactions in turn. 1 to 16. */
  readonly clients?: number;
  /**
   * How many begin in all. They are `T1`, `T2`, ... in the order in which they begin. 1 to 1,000.
   */
  readonly transactions?: number;
  /** What the library says of it as a lecture. */
  readonly lecture?: LectureAbout;
  /** Power cuts in order: the first in the run, the second in the first recovery, and so on. */
  readonly faults?: readonly Fault[];
  /** Narration tied to events: the clicker's stops. */
  readonly marks?: readonly Mark[];
  /** What must be true; `lab run` and the contract tests check each one. */
  readonly facts?: readonly Fact[];
}

export type Ask = AskValue | AskFate | AskUndone | AskLeaveOut | AskOrder | AskFaster | AskCut;

export type Fact = RecordFact | VerdictFact | FateFact;
