import type {
  ByteView,
  Description,
  Frame,
  Outlook,
  PhaseTrace,
  Scenario,
  ScenarioProblem,
  SchemeDescription,
  SessionInfo,
  SurvivePolicy,
  TierId,
} from '../../engine/protocol';
import type { SideChoice } from '../../model/scenario/side_choice';
import type { StepSize } from '../../model/trace/steps';
import type { Trace } from '../../model/trace/trace';
import type { Moment } from '../model/clock';
import type { CompareCut, CompareLink } from '../model/link';
import type { TransactionTimes } from '../model/transaction_times';

export type SideIndex = 0 | 1;

/** One side as it runs. */
export interface SideRun {
  readonly choice: SideChoice;
  readonly info: SessionInfo;
  /** The description by the engine that runs it: it knows the listings of this system. */
  readonly description: Description;
  readonly scheme: SchemeDescription;
  readonly parts: readonly PhaseTrace[];
  readonly trace: Trace;
  readonly times: readonly TransactionTimes[];
}

/** One side of a comparison. */
export interface CompareSide {
  /** The choice; if the engine refuses it, `run` is still the earlier run. */
  readonly choice: SideChoice;
  readonly problems: readonly ScenarioProblem[];
  readonly run?: SideRun;
  /** The frame at the side's position, or at the position before while the engine works. */
  readonly frame?: Frame | undefined;
  readonly outlook?: Outlook | undefined;
  readonly trap?: { readonly at: number; readonly message: string } | undefined;
}

export type Sides = readonly [CompareSide, CompareSide];

export interface CompareState {
  readonly description: Description;
  readonly base: Scenario;
  readonly sides: Sides;
  readonly at: Moment;
  readonly cuts: readonly CompareCut[];
  readonly busy: boolean;
  readonly playing: boolean;
  readonly cutPanel: boolean;
}

export interface CompareActions {
  /** Goes to the place that a link describes; the rest is chosen anew. */
  restore(base: Scenario, link: CompareLink | undefined): Promise<void>;
  choose(side: SideIndex, choice: SideChoice): Promise<void>;
  goTo(moment: Moment): void;
  step(direction: 1 | -1, size: StepSize): void;
  /** Cuts the power on both sides at the clock's moment. */
  cut(survive: SurvivePolicy, seed?: number): Promise<void>;
  /** Takes the last power cut back. */
  uncut(): Promise<void>;
  play(playing: boolean): void;
  /** Opens or closes the panel that cuts the power; while it is open, nothing behind it moves. */
  showCut(shown: boolean): void;
  link(): CompareLink;
  /** The bytes of a side at its position. */
  bytes(side: SideIndex, tier: TierId, address: number, size: number): Promise<ByteView>;
  dispose(): void;
}

export type Compare = CompareState & CompareActions;
