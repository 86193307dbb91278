import type {
  CutRefusal,
  Description,
  Frame,
  Outlook,
  Scenario,
  ScenarioProblem,
  SchemeDescription,
  SessionInfo,
  Survive,
} from '../engine/protocol';
import type { PhaseTrace } from '../engine/stage_engine';
import type { Anchor } from '../model/anchor';
import type { LinkCut } from '../model/link_state';
import type { MarkStop } from '../model/marks';
import type { Plan } from '../model/plan';
import type { StepSize } from '../model/steps';
import type { Strip } from '../model/survival';
import type { Trace } from '../model/trace';

/** Where the open scenario came from: the library, perhaps with other parameters, or the reader. */
export type Origin =
  | { readonly kind: 'library'; readonly id: string; readonly base: Scenario }
  | { readonly kind: 'own' };

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
}

/** Something to tell once. */
export type Notice =
  | { readonly kind: 'anchor-moved' }
  | { readonly kind: 'link-broken'; readonly fields: readonly string[] }
  | { readonly kind: 'link-missing' }
  | { readonly kind: 'file-too-large'; readonly bytes: number }
  | { readonly kind: 'file-unreadable'; readonly name: string };

/** An answer to a mark's question, and what the engine says. */
export interface Answer {
  readonly guess: string;
  readonly truth: string;
  readonly right: boolean;
}

export interface StageState {
  readonly engine: 'starting' | 'ready' | 'failed';
  readonly engineError?: string;
  readonly description?: Description;
  readonly busy?: 'opening' | 'cutting' | undefined;
  readonly session?: Session;
  /** Position of the playhead. `frame` and `outlook` follow it and say which position they are of. */
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
  /** Runs a text and goes to the place. Branches of the `saved` plan that the run does not have join its plan. */
  open(text: string, origin: Origin, place?: Place, saved?: Plan): Promise<boolean>;
  goTo(position: number): void;
  step(direction: 1 | -1, size?: StepSize): void;
  cut(survive: Survive): Promise<CutRefusal | undefined>;
  selectBranch(id: number): Promise<void>;
  renameBranch(id: number, name: string): void;
  removeBranch(id: number): Promise<void>;
  /** Answers the question of a mark; the engine grades it. */
  answer(mark: number, guess: string): Promise<void>;
  set(patch: Partial<StageState>): void;
}

export type Stage = StageState & StageActions;
