import type { LogInput } from '../../engine/measure/log_pieces';
import type { ScenarioProblem } from '../../engine/protocol';
import type { Refusal } from '../../engine/protocol/errors';
import type {
  ExperimentFile,
  ExperimentPlan,
  WorkloadInputSummary,
} from '../../engine/protocol/experiment';
import type { ExperimentChanges } from '../../model/experiment/experiment_changes';
import type { LineProblem } from '../../model/experiment/point_lines';
import type { LogFileProblem } from '../../store/browser/log_file';
import type { TextFileProblem } from '../../store/browser/text_file';
import type { LabLink } from '../model/link';
import type { ServerResult } from '../model/server/result_file';
import type { ServerAnswers } from '../model/server/server_answers';
import type { StudyResults } from '../model/study/study_answer';
import type { StudyRun } from '../model/study/study_runs';

// What the Lab's state is made of.

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
