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

interface Trap {
  readonly at: number;
  readonly message: string;
}

/** A side that runs. */
export interface RunningSide {
  readonly is: 'running';
  readonly run: SideRun;
  /** The frame at the side's position, or at the position before while the engine works. */
  readonly frame?: Frame;
  readonly outlook?: Outlook;
  /** The place at which the engine broke off. */
  readonly trap?: Trap;
}

/** A side whose engine ran something, or broke off as it began to. */
export type StartedSide = RunningSide | { readonly is: 'broken'; readonly trap: Trap };

export type SideState =
  /** Nothing has been opened yet. */
  | { readonly is: 'waiting' }
  | StartedSide
  /** The engine refuses the choice; what was there before is still shown. */
  | {
      readonly is: 'refused';
      readonly problems: readonly ScenarioProblem[];
      readonly before: StartedSide | undefined;
    };

/** One side of a comparison. */
export interface CompareSide {
  /** The choice as it was made last; the state follows it. */
  readonly choice: SideChoice;
  readonly state: SideState;
}

export type Sides = readonly [CompareSide, CompareSide];

/** The clock stands still, runs, or waits for the reader to cut the power. */
export type ClockMode = 'still' | 'playing' | 'cutting';

const NONE: readonly never[] = [];

/** Returns what is shown on a side, also behind a refusal. */
export function startedOf({ state }: CompareSide): StartedSide | undefined {
  if (state.is === 'waiting') return undefined;
  return state.is === 'refused' ? state.before : state;
}

/** Returns the side as it runs; undefined where it does not. */
export function runningOf(side: CompareSide): RunningSide | undefined {
  const started = startedOf(side);
  return started?.is === 'running' ? started : undefined;
}

export const runOf = (side: CompareSide): SideRun | undefined => runningOf(side)?.run;

/** Returns the run of the left side, or else of the right one. */
export const firstRun = ({ sides }: { readonly sides: Sides }): SideRun | undefined =>
  runOf(sides[0]) ?? runOf(sides[1]);

/** Returns the engine's complaints about the choice. */
export const problemsOf = ({ state }: CompareSide): readonly ScenarioProblem[] =>
  state.is === 'refused' ? state.problems : NONE;

/** Returns the side with another run in the place of what runs. */
export const withRunning = (side: CompareSide, running: RunningSide): CompareSide => ({
  ...side,
  state: side.state.is === 'refused' ? { ...side.state, before: running } : running,
});

export interface CompareState {
  readonly description: Description;
  readonly base: Scenario;
  readonly sides: Sides;
  readonly at: Moment;
  readonly cuts: readonly CompareCut[];
  readonly busy: boolean;
  readonly mode: ClockMode;
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
  /** Lets the clock run, or stops it; nothing while the power is being cut. */
  play(playing: boolean): void;
  /** Opens or closes the panel that cuts the power; while it is open, nothing behind it moves. */
  showCut(shown: boolean): void;
  link(): CompareLink;
  /** The bytes of a side at its position. */
  bytes(side: SideIndex, tier: TierId, address: number, size: number): Promise<ByteView>;
  dispose(): void;
}

export type Compare = CompareState & CompareActions;
