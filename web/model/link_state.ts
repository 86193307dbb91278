import type { SurvivePolicy } from '../engine/protocol';
import type { FailureModelId } from '../engine/protocol/exploration';
import type { Anchor } from './anchor';
import type { Moment } from './clock';
import type { ExperimentChanges } from './experiment_changes';
import type { MeasureChoice } from './measure_choice';
import type { ParamValue, RacerChoice, SideChoice } from './side_choice';
import type { StepSize } from './steps';

export type { ParamValue } from './side_choice';

/** A unit chosen by hand: the line or sector at `event`'s address plus `delta` bytes. */
export interface LinkUnit {
  readonly tier: 'nvm' | 'disk';
  /** The newest event before the cut that touches the unit; undefined: `delta` is the address. */
  readonly event?: Anchor;
  readonly delta: number;
  readonly stores: readonly boolean[];
}

export interface LinkCut {
  readonly at: Anchor;
  readonly survive: SurvivePolicy;
  readonly seed?: number;
  readonly units: readonly LinkUnit[];
}

/** A power cut on both sides of a comparison at once. */
export interface CompareCut {
  /** Virtual nanoseconds since the start of the phase that it ends. */
  readonly time: number;
  readonly survive: SurvivePolicy;
  readonly seed?: number;
}

/** Two systems on the link's script, on one clock. A side that is not there is chosen anew. */
export interface CompareLink {
  readonly left?: SideChoice;
  readonly right?: SideChoice;
  readonly at?: Moment;
  readonly cuts: readonly CompareCut[];
}

/** An experiment and what is shown of it; without `experiment` and `own` the list of all. */
export interface LabLink {
  /** One that ships with the application, or `~` and the hash of an own one. */
  readonly experiment?: string;
  /** The text of an own experiment instead. */
  readonly own?: string;
  readonly changes: ExperimentChanges;
  /** Hash of the text that its workload runs, where it runs one. */
  readonly log?: string;
  /** The chart's y, where it is not the file's. */
  readonly metric?: string;
  /** The claim that is drawn, where it is not the first; `none`. */
  readonly claim?: string;
  /** The point whose numbers are shown, in the order of the plan. */
  readonly point?: number;
  /** The questions that are asked before anything is shown. */
  readonly prediction?: string;
  readonly measures?: MeasureChoice;
}

/** What runs in a race; what is not there is chosen anew. */
export interface RaceLink {
  readonly racers: readonly RacerChoice[];
  readonly workload?: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly machine?: string;
  readonly threads?: number;
  /** Virtual nanoseconds. */
  readonly duration?: number;
  readonly seed?: number;
  /** It has been run, and shall be again. */
  readonly run?: boolean;
  /** The playhead, where it is not at the end. */
  readonly at?: number;
  /** When the power was cut in all. */
  readonly cut?: number;
  /** The racer whose numbers are shown. */
  readonly shown?: number;
  readonly measures?: MeasureChoice;
}

/** What the crash explorer is set to; without `scenario` and `own` the first of its tours. */
export interface BreakLink {
  /** One that ships with the application. */
  readonly scenario?: string;
  /** The text of an own scenario instead. */
  readonly own?: string;
  /** Where they are not the scenario's. */
  readonly scheme?: string;
  readonly mutations?: readonly string[];
  readonly model?: FailureModelId;
  readonly depth?: number;
  /** Images of a point that are drawn, where they are not all tried. */
  readonly images?: number;
  /** It has been explored, and shall be again. */
  readonly explored?: boolean;
  /** The crash point that is shown: events before it. */
  readonly point?: number;
  readonly tab?: 'matrix';
  readonly tour?: string;
  readonly step?: number;
}

/** What the library is narrowed to. */
export interface LibraryLink {
  /** A path through the course. */
  readonly path?: string;
  /** Lectures that use NVM; those that were begun and not ended. */
  readonly only?: 'nvm' | 'begun';
  /** Words that are looked for. */
  readonly find?: string;
}

/** Everything that a link restores. What is not there is as the scenario has it. */
export interface LinkState {
  /** The part of the application: `stage`, `lectures`, ... */
  readonly view?: string;
  /** A scenario that ships with the application. */
  readonly scenario?: string;
  /** The text of an own scenario instead. */
  readonly own?: string;
  /** Differences from the scenario. */
  readonly scheme?: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly mutations?: readonly string[];
  readonly machine?: string;
  readonly overrides: Readonly<Record<string, number>>;
  readonly seed?: number;
  readonly at?: Anchor;
  readonly cuts: readonly LinkCut[];
  readonly lang?: 'en' | 'zh';
  readonly layout?: 'desk' | 'projection';
  readonly step?: StepSize;
  readonly panels?: readonly string[];
  readonly compare?: CompareLink;
  readonly lab?: LabLink;
  readonly breakit?: BreakLink;
  readonly race?: RaceLink;
  readonly library?: LibraryLink;
}

/** A part of a link that could not be read; the rest still holds. */
export interface LinkProblem {
  /** The parameter: `at`, `cut`, ... */
  readonly field: string;
  readonly kind: 'unreadable' | 'newer-version' | 'too-large';
  readonly text: string;
}

export interface DecodedLink {
  readonly state: LinkState;
  readonly problems: readonly LinkProblem[];
}

/** One `name=value` of a query, decoded. */
export interface LinkField {
  readonly name: string;
  readonly value: string;
}
