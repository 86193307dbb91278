import type { VerifyOutcome, VerifyTotals } from '../../engine/explore/client';
import type { MatrixRow } from '../../engine/explore/matrix';
import type { Smallest } from '../../engine/explore/shrink';
import type { Scenario, ScenarioProblem, SchemeDescription } from '../../engine/protocol';
import type {
  FailureModelId,
  VerifyFailure,
  VerifySite,
  VerifyWay,
} from '../../engine/protocol/exploration';
import type { BreakLink } from '../model/link';
import type { Guess, Tour } from '../model/tour';

export { failureKey } from '../../engine/explore/merge';

/** The origin of the scenario. */
export type BreakSource =
  | { readonly kind: 'library'; readonly id: string }
  | { readonly kind: 'own'; readonly text: string };

/** The scenario that is to be broken. */
export interface BreakSubject {
  readonly source: BreakSource;
  /** The scenario as it was loaded; `scenario` may run on another system. */
  readonly base: Scenario;
  readonly scenario: Scenario;
  readonly scheme: SchemeDescription;
  /** The sites of its run, and those that recoveries have reached since. */
  readonly sites: readonly VerifySite[];
}

export interface BreakSettings {
  readonly mutations: readonly string[];
  readonly model: FailureModelId;
  readonly depth: number;
  /** The number of images of each point that are drawn; 0 means all. */
  readonly images: number;
  /** The most delays of a schedule: 0, 1 or 2. */
  readonly schedules: number;
}

/** A failure on its way to the smallest one of its kind. */
export interface Shrinking {
  readonly running: boolean;
  /** The number of explorations so far. */
  readonly tried: number;
  /** The result, once the exploration has ended. */
  readonly smallest?: Smallest;
}

export interface BreakMatrix {
  readonly rows: readonly MatrixRow[];
  readonly of: number;
  readonly running: boolean;
  /** The matrix tries sites as well as the mutations that the scheme declares. */
  readonly everyLine: boolean;
}

/** The scenario that is to be broken, and the state of its opening. */
export type Opened =
  | { readonly is: 'nothing' }
  /** A link names a scenario that is not here. */
  | { readonly is: 'missing' }
  /** The scenario that was open before is shown until the new one is there. */
  | { readonly is: 'opening'; readonly subject: BreakSubject | undefined }
  | { readonly is: 'open'; readonly subject: BreakSubject };

/** The state of the exploration of these settings. */
export type Exploration =
  | { readonly is: 'none' }
  | { readonly is: 'running'; readonly totals?: VerifyTotals }
  /** The exploration failed, or has given way to the matrix: these are its counts until then. */
  | { readonly is: 'stopped'; readonly totals: VerifyTotals | undefined }
  | { readonly is: 'done'; readonly outcome: VerifyOutcome };

/** The crash point that is shown. */
export interface ShownPoint {
  /** The number of events before it. */
  readonly at: number;
  /** The images, once they are there. */
  readonly ways?: readonly VerifyWay[];
}

/** A tour that is being taken. */
export interface OpenTour {
  readonly tour: Tour;
  readonly step: number;
  /** The guesses by step. */
  readonly guesses: Readonly<Record<number, Guess>>;
}

/** The message of the engine or a worker that gave up. */
export interface BreakFailure {
  readonly message: string;
  /** No engine could be started. */
  readonly unstarted: boolean;
}

export interface BreakState extends BreakSettings {
  readonly opened: Opened;
  readonly refused: readonly ScenarioProblem[];
  readonly failure: BreakFailure | undefined;
  readonly exploration: Exploration;
  /** The shrinking failures by `failureKey`; the first failure shrinks by itself. */
  readonly shrinks: Readonly<Record<string, Shrinking>>;
  readonly point: ShownPoint | undefined;
  readonly matrix: BreakMatrix | undefined;
  readonly tab: 'map' | 'matrix';
  readonly tour: OpenTour | undefined;
}

/** The scenario that is shown; undefined before one is opened. */
export const subjectIn = ({ opened }: BreakState): BreakSubject | undefined =>
  'subject' in opened ? opened.subject : undefined;

/** The result of the exploration of these settings. */
export const outcomeIn = ({ exploration }: Pick<BreakState, 'exploration'>) =>
  exploration.is === 'done' ? exploration.outcome : undefined;

/** The counts so far, also while the exploration runs. */
export function totalsIn({ exploration }: Pick<BreakState, 'exploration'>) {
  if (exploration.is === 'done') return exploration.outcome;
  return exploration.is === 'none' ? undefined : exploration.totals;
}

export interface BreakActions {
  /** Opens what a link describes, or without a link the first tour. */
  restore(link: BreakLink | undefined): Promise<void>;
  choose(source: BreakSource): Promise<void>;
  /** Puts the same script on another system. */
  chooseScheme(id: string): Promise<void>;
  change(settings: Partial<BreakSettings>): void;
  explore(): Promise<void>;
  cancel(): void;
  /** Looks for the smallest case of a failure of the outcome; only one search runs at a time. */
  shrink(failure: VerifyFailure): Promise<void>;
  stopShrinking(): void;
  /**
   * The failure, or the smallest of its kind, as a scenario with faults; undefined where its power
   * cuts cannot be named by events.
   */
  saved(failure: VerifyFailure): Promise<Scenario | undefined>;
  show(at: number | undefined): void;
  runMatrix(everyLine: boolean): Promise<void>;
  startTour(id: string | undefined): Promise<void>;
  goToStep(step: number): void;
  guess(guess: Guess): Promise<void>;
  showTab(tab: BreakState['tab']): void;
  link(): BreakLink | undefined;
  dispose(): void;
}

export type Break = BreakState & BreakActions;
