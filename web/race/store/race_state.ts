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
  /** The result, once it has ended. */
  readonly result?: PointResult;
}

/** The state of the text that a race is to run. */
export type RaceLogState =
  | { readonly is: 'none' }
  | { readonly is: 'reading'; readonly name: string; readonly bytes: number }
  | { readonly is: 'here'; readonly log: RaceLog }
  /** The link names a text that is not in this browser. */
  | { readonly is: 'elsewhere' }
  | { readonly is: 'refused'; readonly name: string; readonly why: RaceLogProblem };

export type RaceLogProblem =
  | { readonly file: LogFileProblem }
  | { readonly problem: ScenarioProblem | undefined };

/** A race that has been begun. */
export interface OpenRace {
  readonly setup: RaceSetup;
  readonly plan: ExperimentPlan;
  /** The runs in the order of the racers; undefined for one that has not begun. */
  readonly runs: readonly (RacerRun | undefined)[];
  /** The power cut in its runs. */
  readonly cut?: RaceCut | undefined;
}

/** A power cut in all racers at once. */
export interface RaceCut {
  /** Virtual nanoseconds. */
  readonly time: number;
  /** The results in the order of the racers. */
  readonly results: readonly (PointResult | undefined)[];
}

export interface RaceState {
  readonly description: Description;
  /** The values in the form. */
  readonly setup: RaceSetup;
  /** The engine's complaints about them. */
  readonly problems: readonly ScenarioProblem[];
  readonly race: OpenRace | undefined;
  readonly log: RaceLogState;
  /** True while a link is being restored. */
  readonly restoring: boolean;
  /** The work of the engine: one thing at a time. */
  readonly work: 'none' | 'measuring' | 'cutting';
  readonly failure: Refusal | undefined;
  /** The playhead; undefined means as far as all runs are known. */
  readonly at: number | undefined;
  readonly playing: boolean;
  /** The racer whose numbers are shown. */
  readonly shown: number | undefined;
  /** The settings for cost and wear. */
  readonly measures: MeasureChoice;
}

export interface RaceActions {
  /** Sets up the race of a link, and runs it if the link says so, or `atOnce`. */
  restore(link: RaceLink | undefined, atOnce?: boolean): Promise<void>;
  change(setup: RaceSetup): Promise<void>;
  /** Takes a file as the log of the race; a refused one changes nothing else. */
  takeLog(file: File): Promise<void>;
  run(): Promise<void>;
  cancel(): void;
  goTo(at: number | undefined): void;
  /** Cuts the power in all racers at the playhead. */
  cutAll(): Promise<void>;
  play(playing: boolean): void;
  /** Shows the numbers of a racer; undefined closes them. */
  show(racer: number | undefined): void;
  measure(measures: MeasureChoice): void;
  link(): RaceLink;
  dispose(): void;
}

export type Race = RaceState & RaceActions;
