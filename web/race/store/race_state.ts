import type { Description, ScenarioProblem } from '../../engine/protocol';
import type { Refusal } from '../../engine/protocol/errors';
import type { ExperimentPlan, PointProgress, PointResult } from '../../engine/protocol/experiment';
import type { RaceSeries } from '../../model/experiment/race_series';
import type { MeasureChoice } from '../../panels/model/measure_choice';
import type { LogFileProblem } from '../../store/browser/log_file';
import type { RaceLink } from '../model/link';
import type { RaceLog, RaceSetup } from '../model/race';

/** One scheme's run, as far as it is known. */
export interface RacerRun {
  readonly series: RaceSeries;
  readonly stage: PointProgress['stage'];
  /** When it has ended. */
  readonly result?: PointResult;
}

/** What becomes of a text that a race is to run. */
export type RaceLogState =
  | { readonly is: 'none' }
  | { readonly is: 'reading'; readonly name: string; readonly bytes: number }
  | { readonly is: 'here'; readonly log: RaceLog }
  /** The link names one that is not in this browser. */
  | { readonly is: 'elsewhere' }
  | { readonly is: 'refused'; readonly name: string; readonly why: RaceLogProblem };

export type RaceLogProblem =
  | { readonly file: LogFileProblem }
  | { readonly problem: ScenarioProblem | undefined };

/** A race that has been begun. */
export interface OpenRace {
  readonly setup: RaceSetup;
  readonly plan: ExperimentPlan;
  /** In the order of the racers; undefined where one has not begun. */
  readonly runs: readonly (RacerRun | undefined)[];
}

/** A power cut in all at once. */
export interface RaceCut {
  /** Virtual nanoseconds. */
  readonly time: number;
  /** In the order of the racers. */
  readonly results: readonly (PointResult | undefined)[];
}

export interface RaceState {
  readonly description: Description;
  /** What is in the form. */
  readonly setup: RaceSetup;
  /** What the engine says of it. */
  readonly problems: readonly ScenarioProblem[];
  readonly race: OpenRace | undefined;
  readonly log: RaceLogState;
  /** A link is being restored. */
  readonly restoring: boolean;
  /** What the engine is at: one thing at a time. */
  readonly work: 'none' | 'measuring' | 'cutting';
  readonly failure: Refusal | undefined;
  /** The playhead; undefined: as far as all runs are known. */
  readonly at: number | undefined;
  readonly playing: boolean;
  readonly cut: RaceCut | undefined;
  /** The racer whose numbers are shown. */
  readonly shown: number | undefined;
  /** What is set where cost and wear are shown. */
  readonly measures: MeasureChoice;
}

export interface RaceActions {
  /** Sets up what a link says, and runs it if it says so, or is to be run `atOnce`. */
  restore(link: RaceLink | undefined, atOnce?: boolean): Promise<void>;
  change(setup: RaceSetup): Promise<void>;
  /** Takes a file as the log that is raced on; one that is refused changes nothing else. */
  takeLog(file: File): Promise<void>;
  run(): Promise<void>;
  cancel(): void;
  goTo(at: number | undefined): void;
  /** Cuts the power in all at the playhead. */
  cutAll(): Promise<void>;
  play(playing: boolean): void;
  /** Shows the numbers of a racer; undefined: of none. */
  show(racer: number | undefined): void;
  measure(measures: MeasureChoice): void;
  link(): RaceLink;
  dispose(): void;
}

export type Race = RaceState & RaceActions;
