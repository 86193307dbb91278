import type { Description, ScenarioProblem } from '../../engine/protocol';
import type { Refusal } from '../../engine/protocol/errors';
import type { ExperimentFile, PointPlan, PointResult } from '../../engine/protocol/experiment';
import type { ExperimentChanges } from '../../model/experiment/experiment_changes';
import type { AtQuickScale, SchemeEntry } from '../model/experiment_draft';
import type { LabLink } from '../model/link';
import type { ServerAnswers } from '../model/server/server_answers';
import type { StudyRun } from '../model/study/study_runs';
import type { ProposalWish, RefusedLog, TakenPoints, WorkloadLog } from './lab_kinds';
import type { ExperimentView, Shown } from './lab_shown';

export type * from './lab_kinds';

export interface LabState {
  readonly shown: Shown;
  /** Something is being opened; the earlier view stays until it is. */
  readonly opening: boolean;
  /** The text that was not opened. */
  readonly refused:
    | { readonly text: string; readonly problems: readonly ScenarioProblem[] }
    | undefined;
  /** The log that was dropped last, for any experiment that needs one. */
  readonly log: WorkloadLog | undefined;
  /** The log that is being read, and the bytes of its text that have been read. */
  readonly reading: { readonly name: string; readonly bytes: number } | undefined;
  readonly refusedLog: RefusedLog | undefined;
  /** The reader's answers about the server whose logs are dropped. */
  readonly server: ServerAnswers;
  /** The result of reading the file of measured points that was dropped last. */
  readonly taken: TakenPoints | undefined;
  /** The results of points of any experiment, by key. */
  readonly results: ReadonlyMap<string, PointResult>;
  /** The reason why nothing was opened, or the last run ended early. */
  readonly failure: Refusal | undefined;
  /**
   * The seconds that a transaction of a point took last; undefined before anything was measured.
   */
  readonly pace: number | undefined;
  /** True if the reader wants nothing measured after the first look that is under way. */
  readonly looksOnly: boolean;
}

/** The messages that a reader can dismiss. */
export type Dismissed = 'refused' | 'refusedLog' | 'taken' | 'failure';

export interface LabActions {
  /** Opens the experiment that a link names; undefined means the list. */
  restore(link: LabLink | undefined): Promise<void>;
  /** Opens a text of the reader's own; a refusal of the engine changes nothing. */
  openText(text: string): Promise<boolean>;
  /**
   * Takes a file as a log: for the experiment that is open, waits or is being built, where it runs
   * one, else for a new experiment, which is run if wanted. A refusal of the engine changes
   * nothing.
   */
  takeLog(file: File, run?: boolean): Promise<void>;
  /** Takes a file of points that were measured elsewhere, all or none of them. */
  takePoints(file: File): Promise<void>;
  /** Opens a new experiment on a log that was read. */
  propose(log: WorkloadLog): Promise<void>;
  /** Takes the answers about the server, and opens and runs the log's experiment anew with them. */
  serve(wish: ProposalWish): Promise<void>;
  change(changes: ExperimentChanges): Promise<void>;
  /** Shows the draft, has it judged and keeps it; undefined discards it. */
  build(file: ExperimentFile | undefined): Promise<void>;
  /** Returns the problems that keep an experiment's text from being opened; nothing changes. */
  check(text: string): Promise<readonly ScenarioProblem[]>;
  /** Opens the draft; false where the engine refuses it. */
  openDraft(): Promise<boolean>;
  /** Puts another system at a place of the draft. */
  putSystem(index: number, entry: Promise<SchemeEntry>): Promise<void>;
  /** Gives a file with the numbers of its quick scale alone; as it is where no engine does. */
  atQuickScale: AtQuickScale;
  run(): Promise<void>;
  /** Runs a point of the plan again, or of the first look, to follow its course. */
  follow(point: PointPlan, looking: boolean): Promise<void>;
  cancel(): void;
  /** Keeps the run that is under way from going on after its first look. */
  lookOnly(): void;
  /** Measures the runs one after the other; those that the engine refuses are skipped. */
  startStudy(runs: readonly StudyRun[]): Promise<void>;
  /** Ends the study; its measurements stay. */
  stopStudy(): void;
  /** Shows something else of the open experiment. */
  look(patch: Partial<ExperimentView>): void;
  dismiss(what: Dismissed): void;
  /** Returns the description by the Lab's engine. */
  describe(): Promise<Description>;
  /** Returns the link that restores the view. */
  link(): LabLink | undefined;
  dispose(): void;
}

export type Lab = LabState & LabActions;
