import type { Description, ScenarioProblem } from '../../engine/protocol';
import type { Refusal } from '../../engine/protocol/errors';
import type { ExperimentFile, PointPlan, PointResult } from '../../engine/protocol/experiment';
import type { ExperimentChanges } from '../../model/experiment/experiment_changes';
import type { LabLink } from '../model/link';
import type { ServerAnswers } from '../model/server/server_answers';
import type { StudyRun } from '../model/study/study_runs';
import type { ProposalWish, RefusedLog, TakenPoints, WorkloadLog } from './lab_kinds';
import type { ExperimentView, Shown } from './lab_shown';

export type * from './lab_kinds';

export interface LabState {
  readonly shown: Shown;
  /** Something is being opened; what is shown stays until it is. */
  readonly opening: boolean;
  /** A text that was not opened. */
  readonly refused:
    | { readonly text: string; readonly problems: readonly ScenarioProblem[] }
    | undefined;
  /** The log that was dropped last, for whatever needs one. */
  readonly log: WorkloadLog | undefined;
  /** A log that is being read, and how many bytes of its text have been. */
  readonly reading: { readonly name: string; readonly bytes: number } | undefined;
  readonly refusedLog: RefusedLog | undefined;
  /** What the reader has said of the server whose logs are dropped. */
  readonly server: ServerAnswers;
  /** What became of the file of measured points that was dropped last. */
  readonly taken: TakenPoints | undefined;
  /** Of points of any experiment, by key. */
  readonly results: ReadonlyMap<string, PointResult>;
  /** Why nothing was opened, or the last run ended early. */
  readonly failure: Refusal | undefined;
  /** Seconds that a transaction of a point took last; undefined before anything was measured. */
  readonly pace: number | undefined;
}

/** What a reader can put away once it is read. */
export type Dismissed = 'refused' | 'refusedLog' | 'taken' | 'failure';

export interface LabActions {
  /** Opens what a link names; undefined: the list. */
  restore(link: LabLink | undefined): Promise<void>;
  /** Opens a text of the reader's own; what the engine refuses leaves everything as it was. */
  openText(text: string): Promise<boolean>;
  /**
   * Takes a file as a log: for the experiment that is open, waits or is being put together, where
   * it runs one, else for a new experiment, which is run where that is wanted. What the engine
   * refuses leaves everything as it was.
   */
  takeLog(file: File, run?: boolean): Promise<void>;
  /** Takes a file of points that were measured elsewhere, all or none of them. */
  takePoints(file: File): Promise<void>;
  /** Opens a new experiment on a log that was read. */
  propose(log: WorkloadLog): Promise<void>;
  /** Takes what is said of the server, and opens and runs the log's experiment anew by it. */
  serve(wish: ProposalWish): Promise<void>;
  change(changes: ExperimentChanges): Promise<void>;
  /** Shows what is put together, has it judged and keeps it; undefined: puts it away. */
  build(file: ExperimentFile | undefined): Promise<void>;
  /** What keeps an experiment's text from being opened; nothing changes. */
  check(text: string): Promise<readonly ScenarioProblem[]>;
  /** Opens what has been put together; false where the engine refuses it. */
  openDraft(): Promise<boolean>;
  run(): Promise<void>;
  /** Runs a point of the plan again, or of the first look, to see how it goes. */
  follow(point: PointPlan, looking: boolean): Promise<void>;
  cancel(): void;
  /** Measures the runs one after the other; what the engine refuses of them is passed over. */
  startStudy(runs: readonly StudyRun[]): Promise<void>;
  /** Ends that; what is measured stays. */
  stopStudy(): void;
  /** Shows something else of the open experiment. */
  look(patch: Partial<ExperimentView>): void;
  dismiss(what: Dismissed): void;
  /** What the Lab's engine has. */
  describe(): Promise<Description>;
  /** What a link must say to come back. */
  link(): LabLink | undefined;
  dispose(): void;
}

export type Lab = LabState & LabActions;
