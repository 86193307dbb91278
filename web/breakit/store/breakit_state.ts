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

/** Where the scenario came from. */
export type BreakSource =
  | { readonly kind: 'library'; readonly id: string }
  | { readonly kind: 'own'; readonly text: string };

/** The scenario that is to be broken. */
export interface BreakSubject {
  readonly source: BreakSource;
  /** As it was loaded; `scenario` may run on another system. */
  readonly base: Scenario;
  readonly scenario: Scenario;
  readonly scheme: SchemeDescription;
  /** Of its run, and of what recoveries have come to since. */
  readonly sites: readonly VerifySite[];
}

export interface BreakSettings {
  readonly mutations: readonly string[];
  readonly model: FailureModelId;
  readonly depth: number;
  /** Of each point, drawn; 0: all. */
  readonly images: number;
  /** The delays of a schedule, at most: 0, 1 or 2. */
  readonly schedules: number;
}

/** A failure on its way to the smallest one of its kind. */
export interface Shrinking {
  readonly running: boolean;
  /** Explorations so far. */
  readonly tried: number;
  /** Once it has come to an end. */
  readonly smallest?: Smallest;
}

export interface BreakMatrix {
  readonly rows: readonly MatrixRow[];
  readonly of: number;
  readonly running: boolean;
  /** Sites as well as what the scheme declares. */
  readonly everyLine: boolean;
}

export interface BreakState extends BreakSettings {
  readonly subject: BreakSubject | undefined;
  readonly opening: boolean;
  /** A link names a scenario that is not here. */
  readonly missing: boolean;
  readonly refused: readonly ScenarioProblem[];
  /** What the engine or a worker said when it gave up. */
  readonly failure: string | undefined;
  /** What failed is that no engine could be started. */
  readonly unstarted: boolean;
  readonly running: boolean;
  readonly totals: VerifyTotals | undefined;
  /** Of these settings; undefined until they have been explored. */
  readonly outcome: VerifyOutcome | undefined;
  /** By `failureKey`; the first failure shrinks by itself. */
  readonly shrinks: Readonly<Record<string, Shrinking>>;
  /** The crash point that is shown: events before it. */
  readonly point: number | undefined;
  /** Its ways, once they are there. */
  readonly ways: readonly VerifyWay[] | undefined;
  readonly matrix: BreakMatrix | undefined;
  readonly tab: 'map' | 'matrix';
  readonly tour: Tour | undefined;
  readonly step: number;
  /** By step of the tour. */
  readonly guesses: Readonly<Record<number, Guess>>;
}

export interface BreakActions {
  /** Opens what a link says; nothing: the first tour. */
  restore(link: BreakLink | undefined): Promise<void>;
  choose(source: BreakSource): Promise<void>;
  /** The same script on another system. */
  chooseScheme(id: string): Promise<void>;
  change(settings: Partial<BreakSettings>): void;
  explore(): Promise<void>;
  cancel(): void;
  /** Looks for the smallest case of a failure of the outcome; one at a time. */
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
