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

/** From where one went into a witness: a question's mark, on the branch of the lecture. */
export interface Visit {
  readonly mark: number;
  readonly at: number;
  readonly branch: number;
  /** Where it leads on that same branch, where it makes none of its own. */
  readonly to?: number;
}

/** What a press of Next came to, for whoever moves the focus or opens another lecture. */
export type Pressed = 'moved' | 'question' | 'aside-end' | 'next-lecture';

/** A lecture of the library. */
export interface LibraryOrigin {
  readonly kind: 'library';
  readonly id: string;
  /** The lecture as it ships, or as `edit` makes it. */
  readonly base: Scenario;
  /** What has been changed of the one that ships, as links carry it. */
  readonly edit?: string;
}

/** Where the open scenario came from: the library, perhaps with other parameters, or the reader. */
export type Origin = LibraryOrigin | { readonly kind: 'own' };

/** One scenario as it runs on the stage. */
export interface Session {
  /** Counts sessions, so that views know when to start anew. */
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

/** What an item of a structure was chosen by. */
export interface Selection {
  readonly structure: string;
  readonly key: number;
  /** Key of the item inside, where the item has items. */
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

/** Something to tell once. */
export type Notice =
  | { readonly kind: 'anchor-moved' }
  /** `newer`: it was made by a release that came after this one. */
  | { readonly kind: 'link-broken'; readonly fields: readonly string[]; readonly newer: boolean }
  | { readonly kind: 'link-missing' }
  | { readonly kind: 'link-unknown'; readonly what: LinkTarget; readonly name: string }
  | { readonly kind: 'file-too-large'; readonly bytes: number }
  | { readonly kind: 'file-unreadable'; readonly name: string }
  | { readonly kind: 'file-not-text'; readonly name: string; readonly at: BytePlace };

/** What a link can name that there may not be. */
export type LinkTarget = 'view' | 'lecture' | 'metric' | 'claim' | 'prediction' | 'tour' | 'system';

export type { Answer } from '../../model/questions/answer';

/**
 * A question that the engine is working on: how much of it, of what is to be done; 0 where that is
 * not known.
 */
export interface Grading {
  readonly mark: number;
  readonly done: number;
  readonly of: number;
}

/** What the engine is at; `events`: what is being opened takes long, and has so many so far. */
export type Busy =
  | { readonly is: 'opening'; readonly events?: number }
  | { readonly is: 'cutting' };

export interface StageState {
  /** Why it could not be started, where it has failed. */
  readonly engine: 'starting' | 'ready' | { readonly failed: string };
  readonly description?: Description;
  readonly busy?: Busy | undefined;
  readonly session?: Session;
  /**
   * Position of the playhead. `frame` and `outlook` follow it and say which position they are of.
   */
  readonly at: number;
  readonly frame?: Frame;
  readonly outlook?: Outlook | undefined;
  readonly strip: Strip;
  readonly stepSize: StepSize;
  readonly playing: boolean;
  readonly selection: Selection | undefined;
  readonly cutPanel: boolean;
  /** Survivors that the power-cut panel starts with. */
  readonly proposed: Survive | undefined;
  readonly narration: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly grading: Grading | undefined;
  /** The mark whose wrong answer is being explained, in place of the stage. */
  readonly witness: number | undefined;
  /** Set while one looks at what refutes an answer: how to come back to the question. */
  readonly visit: Visit | undefined;
  /** The lecture that is gone through; every move keeps to it. */
  readonly lecture: Lecture;
  /** In front of a class: lectures start unanswered there and keep no score. */
  readonly presenting: boolean;
  /** The stage is what is shown: what is asked ahead of its reader waits where it is not. */
  readonly inSight: boolean;
  /** A lecture's texts and questions are being changed at their place. */
  readonly editing?: boolean;
  /** The stage has begun with a script of the reader's own: its editor is to be opened, once. */
  readonly editorWanted?: boolean;
  readonly refused: RefusedText | undefined;
  readonly trap: { readonly at: number; readonly message: string } | undefined;
  readonly notice: Notice | undefined;
}

/** How to come back to a place: power cuts and a position, by meaning. */
export interface Place {
  readonly cuts: readonly LinkCut[];
  readonly at?: Anchor;
}

export interface StageActions {
  start(): Promise<void>;
  /**
   * Runs a text and goes to the place. Branches of the `saved` plan that the run does not have join
   * its plan.
   */
  open(text: string, origin: Origin, place?: Place, saved?: Plan): Promise<boolean>;
  /** Gives up what is being opened; what was open before still is. */
  cancelOpening(): void;
  /** What keeps a text from being opened; nothing changes. */
  check(text: string): Promise<readonly ScenarioProblem[]>;
  goTo(position: number): void;
  step(direction: 1 | -1, size?: StepSize): void;
  /** The lecture's way forward and back. */
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
  /** What refutes a wrong answer, also where the answer was kept without it. */
  explain(mark: number): Promise<Answer | undefined>;
  /** The power cut that refutes a wrong answer, retold; undefined where no power cut does. */
  account(mark: number): Promise<Account | undefined>;
}

export type Stage = StageState & StageActions;

/** The stage as everybody reads and moves it. */
export type StageStore = StoreApi<Stage>;
