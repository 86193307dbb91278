import type { StoreApi } from 'zustand/vanilla';
import type {
  CutRefusal,
  Description,
  Frame,
  Outlook,
  PhaseTrace,
  Scenario,
  ScenarioProblem,
  SchemeDescription,
  SessionInfo,
  Survive,
} from '../../engine/protocol';
import type { LinkCut } from '../../link/link_state';
import type { Lecture } from '../../model/lecture/lecture_state';
import type { MarkStop } from '../../model/lecture/marks';
import type { Account } from '../../model/questions/account';
import type { Answer } from '../../model/questions/answer';
import type { BytePlace } from '../../model/scenario/utf8';
import type { Anchor } from '../../model/trace/anchor';
import type { Plan } from '../../model/trace/plan';
import type { StepSize } from '../../model/trace/steps';
import type { Strip } from '../../model/trace/survival';
import type { Trace } from '../../model/trace/trace';

/** The origin of a visit to a witness: a question's mark, on the branch of the lecture. */
export interface Visit {
  readonly mark: number;
  readonly at: number;
  readonly branch: number;
  /** The target on that same branch, where the visit makes no branch of its own. */
  readonly to?: number;
}

/** The effect of a press of Next, for callers that move the focus or open another lecture. */
export type Pressed = 'moved' | 'question' | 'aside-end' | 'next-lecture';

/** A lecture of the library. */
export interface LibraryOrigin {
  readonly kind: 'library';
  readonly id: string;
  /** The shipped lecture, or the one that `edit` makes of it. */
  readonly base: Scenario;
  /** The changes of the shipped lecture, as links carry them. */
  readonly edit?: string;
}

/** The origin of the open scenario: the library, perhaps with other parameters, or the reader. */
export type Origin = LibraryOrigin | { readonly kind: 'own' };

/** One scenario as it runs on the stage. */
export interface Session {
  /** The number of the session, by which views know when to start anew. */
  readonly number: number;
  readonly origin: Origin;
  readonly text: string;
  readonly scenario: Scenario;
  readonly info: SessionInfo;
  readonly scheme: SchemeDescription;
  /** The phases of the active branch, as the engine gave them. */
  readonly parts: readonly PhaseTrace[];
  readonly trace: Trace;
  readonly marks: readonly MarkStop[];
  readonly plan: Plan;
}

/** The identity of the selected item of a structure. */
export interface Selection {
  readonly structure: string;
  readonly key: number;
  /** The key of the item inside, where the item has items. */
  readonly inner?: number;
  readonly field?: number;
}

/** A text that the engine refused, kept as it was typed. */
export interface RefusedText {
  readonly text: string;
  readonly problems: readonly ScenarioProblem[];
  /** Nothing was open before: something else was opened in its place. */
  readonly instead?: boolean;
}

/** A message to the reader, shown once. */
export type Notice =
  | { readonly kind: 'anchor-moved' }
  /** `newer`: it was made by a later release than this one. */
  | { readonly kind: 'link-broken'; readonly fields: readonly string[]; readonly newer: boolean }
  | { readonly kind: 'link-missing' }
  | { readonly kind: 'link-unknown'; readonly what: LinkTarget; readonly name: string }
  | { readonly kind: 'file-too-large'; readonly bytes: number }
  | { readonly kind: 'file-unreadable'; readonly name: string }
  | { readonly kind: 'file-not-text'; readonly name: string; readonly at: BytePlace };

/** The targets of links that may not exist. */
export type LinkTarget = 'view' | 'lecture' | 'metric' | 'claim' | 'prediction' | 'tour' | 'system';

export type { Answer } from '../../model/questions/answer';

/**
 * A question that the engine is working on: the finished part, of the total; 0 where that is
 * unknown.
 */
export interface Grading {
  readonly mark: number;
  readonly done: number;
  readonly of: number;
}

/** The work of the engine; `events`: a text takes long to open, and has so many events so far. */
export type Busy =
  | { readonly is: 'opening'; readonly events?: number }
  | { readonly is: 'cutting' };

/** The choice of what a power cut leaves, in its panel. */
export interface Cutting {
  /** The survivors with which the panel starts. */
  readonly proposed?: Survive;
}

/**
 * The open scenario, and everything that exists only while it is open. Opening another scenario
 * makes a new value.
 */
export interface OnStage {
  readonly session: Session;
  /** The position of the playhead. `frame` and `outlook` follow it and give their own positions. */
  readonly at: number;
  /** The last frame; it is the earlier scenario's until the first one of this scenario arrives. */
  readonly frame?: Frame | undefined;
  readonly outlook?: Outlook | undefined;
  readonly strip: Strip;
  readonly playing: boolean;
  readonly selection?: Selection | undefined;
  /** Set while the panel that cuts the power is open. */
  readonly cutting?: Cutting | undefined;
  readonly narration: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly grading?: Grading | undefined;
  /** The mark whose wrong answer is being explained, in place of the stage. */
  readonly witness?: number | undefined;
  /** Set during a visit to what refutes an answer: the way back to the question. */
  readonly visit?: Visit | undefined;
  /** The lecture that is gone through; every move keeps to it. */
  readonly lecture: Lecture;
  /** True while a lecture's texts and questions are being edited at their place. */
  readonly editing?: boolean;
}

/** The messages about what was opened or done last; opening something discards them. */
export interface Messages {
  readonly refused?: RefusedText | undefined;
  readonly trap?: { readonly at: number; readonly message: string } | undefined;
  readonly notice?: Notice | undefined;
}

export interface StageState {
  /** The reason why it could not be started. */
  readonly engine: 'starting' | 'ready' | { readonly failed: string };
  readonly description?: Description;
  readonly busy?: Busy | undefined;
  /** Undefined until something is open. */
  readonly onStage?: OnStage;
  readonly messages: Messages;
  readonly stepSize: StepSize;
  /** True in front of a class: lectures start unanswered there and keep no score. */
  readonly presenting: boolean;
  /** True while the stage is visible: computations ahead of the reader wait otherwise. */
  readonly inSight: boolean;
  /**
   * True if the stage has begun with a script of the reader's own: its editor is to be opened,
   * once.
   */
  readonly editorWanted?: boolean;
}

/** A place to return to: power cuts and a position, by meaning. */
export interface Place {
  readonly cuts: readonly LinkCut[];
  readonly at?: Anchor;
}

export interface StageActions {
  start(): Promise<void>;
  /**
   * Runs a text and goes to the place. Branches of the `saved` plan that are missing in the run's
   * plan are added.
   */
  open(text: string, origin: Origin, place?: Place, saved?: Plan): Promise<boolean>;
  /** Gives up the text that is being opened; what was open before still is. */
  cancelOpening(): void;
  /** Returns the problems that keep a text from being opened; nothing changes. */
  check(text: string): Promise<readonly ScenarioProblem[]>;
  goTo(position: number): void;
  step(direction: 1 | -1, size?: StepSize): void;
  /** Go forward and back in the lecture. */
  next(): Pressed;
  back(): Pressed;
  cut(survive: Survive): Promise<CutRefusal | undefined>;
  selectBranch(id: number): Promise<void>;
  renameBranch(id: number, name: string): void;
  removeBranch(id: number): Promise<void>;
  /** Answers the question of a mark; the engine grades it. */
  answer(mark: number, guess: string): Promise<void>;
  /** Forgets an answer: the question is open again. */
  askAgain(mark: number): void;
  /** Returns what refutes a wrong answer, also where the answer was kept without it. */
  explain(mark: number): Promise<Answer | undefined>;
  /**
   * Returns an account of the power cut that refutes a wrong answer; undefined where no power cut
   * does.
   */
  account(mark: number): Promise<Account | undefined>;
}

export type Stage = StageState & StageActions;

/** The stage's store, which every part reads and moves. */
export type StageStore = StoreApi<Stage>;
