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

// The types of the Lab's state.

/** The experiments that ship with the application. */
export interface ExperimentLibrary {
  load(id: string): Promise<string | undefined>;
}

/** The text that a workload runs, and its summary by the engine. */
export interface WorkloadLog {
  readonly name: string;
  readonly text: LogInput;
  readonly hash: string;
  readonly summary: WorkloadInputSummary;
}

/** The choices of a proposal for a log, beside the log. */
export interface ProposalWish {
  readonly server: ServerAnswers;
  /** True for every system, and not the nearest alone. */
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

/** A text that was refused as a log; nothing else has changed. */
export interface RefusedLog {
  readonly name: string;
  /** The line that the first problem is about. */
  readonly line?: string;
  readonly problems: readonly ScenarioProblem[];
  /** The text was read, but it does not fit the open experiment. */
  readonly unfit?: WorkloadLog;
  readonly file?: LogFileProblem;
}

/** An experiment that the engine has accepted. */
export interface OpenExperiment {
  readonly source:
    | { readonly kind: 'library'; readonly id: string }
    | { readonly kind: 'own'; readonly text: string };
  /** The file as it is, with both scales. */
  readonly whole: ExperimentFile;
  /** The numbers of one scale, before changes. */
  readonly base: ExperimentFile;
  readonly changes: ExperimentChanges;
  /** The file as it is measured. */
  readonly file: ExperimentFile;
  readonly text: string;
  readonly plan: ExperimentPlan;
  /** Short runs of the same points, in the same order, where they are measured first. */
  readonly look?: FirstLook | undefined;
  /** The text that its workload runs, if it runs one. */
  readonly log?: WorkloadLog | undefined;
}

export interface FirstLook {
  /** The metrics that are measured at each point. */
  readonly transactions: number;
  readonly text: string;
  readonly plan: ExperimentPlan;
}

/** A file of measured points. */
export interface TakenPoints {
  readonly name: string;
  /** The number of points in the file, and of those in the open experiment. */
  readonly points: number;
  readonly here: number;
  /** The reason why nothing was taken: the file, or one line of it. */
  readonly problem?: TextFileProblem | (LineProblem & { readonly line: number });
}

/** Short runs beside an answer, which show what it depends on. */
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

/** An experiment that is being built. */
export interface ExperimentDraft {
  readonly file: ExperimentFile;
  /** The engine's judgement of it; undefined while the engine is being asked. */
  readonly judged:
    | { readonly points: number; readonly problems: readonly ScenarioProblem[] }
    | undefined;
}
