import type { ExperimentProgress } from '../../engine/measure/client';
import type { LogInput } from '../../engine/measure/log_pieces';
import type { Description, ScenarioProblem } from '../../engine/protocol';
import type { Refusal } from '../../engine/protocol/errors';
import type {
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
  SampleSlice,
  Scale,
  WorkloadInputSummary,
} from '../../engine/protocol/experiment';
import type { ExperimentChanges } from '../../model/experiment/experiment_changes';
import type { LineProblem } from '../../model/experiment/point_lines';
import type { MeasureChoice } from '../../panels/model/measure_choice';
import type { LogFileProblem } from '../../store/browser/log_file';
import type { TextFileProblem } from '../../store/browser/text_file';
import type { LabLink } from '../model/link';
import type { ServerResult } from '../model/server/result_file';
import type { ServerAnswers } from '../model/server/server_answers';
import type { StudyResults } from '../model/study/study_answer';
import type { StudyRun } from '../model/study/study_runs';

/** The experiments that ship with the application. */
export interface ExperimentLibrary {
  load(id: string): Promise<string | undefined>;
}

/** The text that a workload runs, and what the engine found in it. */
export interface WorkloadLog {
  readonly name: string;
  readonly text: LogInput;
  readonly hash: string;
  readonly summary: WorkloadInputSummary;
}

/** What a proposal for a log is made of beside the log. */
export interface ProposalWish {
  readonly server: ServerAnswers;
  /** Every system, and not the nearest alone. */
  readonly all: boolean;
}

/** An experiment that cannot be judged before its workload has a text. */
export interface AwaitingLog {
  readonly source: OpenExperiment['source'];
  readonly text: string;
  readonly file: ExperimentFile;
  readonly link: LabLink;
}

/** An answer that is shown by itself, and the text that it came in. */
export interface ShownAnswer {
  readonly text: string;
  readonly result: ServerResult;
}

/** A text that was not taken as a log; everything else is as it was. */
export interface RefusedLog {
  readonly name: string;
  /** The line that the first problem is about. */
  readonly line?: string;
  readonly problems: readonly ScenarioProblem[];
  /** The text was read, but the experiment that is open does not go with it. */
  readonly unfit?: WorkloadLog;
  readonly file?: LogFileProblem;
}

/** An experiment that the engine has accepted. */
export interface OpenExperiment {
  readonly source:
    | { readonly kind: 'library'; readonly id: string }
    | { readonly kind: 'own'; readonly text: string };
  /** As in the file. */
  readonly whole: ExperimentFile;
  /** The numbers of one scale, before changes. */
  readonly base: ExperimentFile;
  readonly changes: ExperimentChanges;
  /** As it is measured. */
  readonly file: ExperimentFile;
  readonly text: string;
  readonly plan: ExperimentPlan;
  /** Short runs of the same points, in the same order, where they are measured first. */
  readonly look?: FirstLook | undefined;
  /** What its workload runs, where it runs a text. */
  readonly log?: WorkloadLog | undefined;
}

export interface FirstLook {
  /** Measured, of each point. */
  readonly transactions: number;
  readonly text: string;
  readonly plan: ExperimentPlan;
}

/** A file of measured points. */
export interface TakenPoints {
  readonly name: string;
  /** In the file, and of them in the experiment that is open. */
  readonly points: number;
  readonly here: number;
  /** Why nothing was taken: the file, or one line of it. */
  readonly problem?: TextFileProblem | (LineProblem & { readonly line: number });
}

/** Short runs beside an answer, which say what it hangs on. */
export interface LabStudy {
  /** The experiment that is studied. */
  readonly of: ExperimentFile;
  readonly runs: readonly StudyRun[];
  readonly results: StudyResults;
  readonly done: number;
  readonly running: boolean;
  readonly secondsLeft?: number;
  readonly failure?: Refusal;
}

/** An experiment that is being put together. */
export interface ExperimentDraft {
  readonly file: ExperimentFile;
  /** What the engine says of it; undefined while it is being asked. */
  readonly judged:
    | { readonly points: number; readonly problems: readonly ScenarioProblem[] }
    | undefined;
}

export interface LabState {
  readonly opening: boolean;
  /** Undefined: the list of all, or the scorecard. */
  readonly open: OpenExperiment | undefined;
  /** The scale at which the scorecard of all claims is shown. */
  readonly scorecard: Scale | undefined;
  /** What is in the form, and what the engine says of it where it refuses it. */
  readonly typed: ExperimentChanges;
  readonly problems: readonly ScenarioProblem[];
  /** A text that was not opened. */
  readonly refused:
    | { readonly text: string; readonly problems: readonly ScenarioProblem[] }
    | undefined;
  /** The log that was dropped last, for whatever needs one. */
  readonly log: WorkloadLog | undefined;
  /** A log that is being read, and how many bytes of its text have been. */
  readonly reading: { readonly name: string; readonly bytes: number } | undefined;
  readonly refusedLog: RefusedLog | undefined;
  readonly awaiting: AwaitingLog | undefined;
  /** In place of an experiment. */
  readonly answer: ShownAnswer | undefined;
  /** What the reader has said of the server whose logs are dropped. */
  readonly server: ServerAnswers;
  /** What became of the file of measured points that was dropped last. */
  readonly taken: TakenPoints | undefined;
  /** The link's experiment is not in this browser. */
  readonly missing: boolean;
  /** Of points of any experiment, by key. */
  readonly results: ReadonlyMap<string, PointResult>;
  readonly running: boolean;
  /** What runs is the first look. */
  readonly looking: boolean;
  readonly progress: ExperimentProgress | undefined;
  /** Why the last run ended early. */
  readonly failure: Refusal | undefined;
  /** What the open experiment's answer hangs on, as far as it has been studied. */
  readonly study: LabStudy | undefined;
  /** Seconds that a transaction of a point took last; undefined before anything was measured. */
  readonly pace: number | undefined;
  /** Shown in place of everything else. */
  readonly draft: ExperimentDraft | undefined;
  readonly metric: string | undefined;
  readonly claim: string | undefined;
  readonly point: number | undefined;
  /**
   * The point that was run again to see how it went: by its key, and what it said on its way once
   * it is known.
   */
  readonly followed: { readonly key: string; readonly samples?: SampleSlice } | undefined;
  /** Questions that come before what was measured. */
  readonly prediction: string | undefined;
  /** What is set where cost and wear are shown. */
  readonly measures: MeasureChoice;
}

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
  set(
    patch: Partial<
      Pick<
        LabState,
        | 'metric'
        | 'claim'
        | 'point'
        | 'prediction'
        | 'measures'
        | 'refused'
        | 'refusedLog'
        | 'taken'
        | 'failure'
      >
    >,
  ): void;
  /** What a link must say to come back. */
  /** What the Lab's engine has. */
  describe(): Promise<Description>;
  link(): LabLink | undefined;
  dispose(): void;
}

export type Lab = LabState & LabActions;
