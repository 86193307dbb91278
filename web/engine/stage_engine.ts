import type {
  ByteView,
  CutRefusal,
  Description,
  EventColumns,
  Fate,
  Frame,
  Outlook,
  ScenarioProblem,
  SessionInfo,
  Span,
  StructureExtent,
  Survive,
  TierId,
  Verdict,
} from './protocol';

/** The trace of one phase: the run, or the recovery after a power cut. */
export interface PhaseTrace {
  /** 0 the run, 1 the first recovery, ... */
  readonly phase: number;
  /** Position (events before it, over all phases) at which the phase starts. */
  readonly start: number;
  readonly events: EventColumns;
  readonly spans: readonly Span[];
  /** What structures ever show in it, to lay them out once; not of a phase that trapped. */
  readonly extents?: readonly StructureExtent[];
  /** Of recovery phases that ran to their end. */
  readonly verdict?: Verdict;
  /** Set where the engine trapped: the position it reached and the message. */
  readonly trap?: { readonly at: number; readonly message: string };
}

export interface Opened {
  readonly ok: true;
  readonly info: SessionInfo;
  readonly run: PhaseTrace;
}

export interface Refused {
  readonly ok: false;
  readonly problems: readonly ScenarioProblem[];
}

export type CutResult =
  | { readonly ok: true; readonly recovery: PhaseTrace }
  | { readonly ok: false; readonly refusal: CutRefusal };

/** What a power cut in a plan was: cut at position `at` (in the phases before it), with these survivors. */
export interface Cut {
  readonly at: number;
  readonly survive: Survive;
}

/**
 * The stage's engine: one session in one worker, its outlook in a second one. All calls may be
 * issued at any time; `seek` and `outlook` answer the newest request and reject overtaken ones
 * with `Overtaken`. A trap in the WebAssembly rejects with `EngineTrap` and the engine reopens
 * the session by itself for the next call.
 */
export interface StageEngine {
  describe(): Promise<Description>;
  /** Parses, checks, runs phase 0 to its end. A refused text leaves the open session as it was. */
  open(text: string): Promise<Opened | Refused>;
  /** What keeps a text from being opened; the open session goes on as it does. */
  check(text: string): Promise<readonly ScenarioProblem[]>;
  /** The state after the first `at` events of the current plan. */
  seek(at: number): Promise<Frame>;
  bytes(at: number, tier: TierId, address: number, size: number): Promise<ByteView>;
  /**
   * Cuts the power at `at` and runs recovery to its end. Drops phases that started after `at`:
   * a plan is a list of cuts, each later than the one before.
   */
  cut(at: number, survive: Survive): Promise<CutResult>;
  /** Drops the recoveries of all cuts after the first `count`; the phase before runs on as it did. */
  uncut(count: number): Promise<void>;
  outlook(at: number): Promise<Outlook>;
  /**
   * Fates of all transactions at each distinct crash point of the current plan's last phase, coarse
   * to fine; calls back with the positions done so far. Resolves when complete; abort to stop.
   */
  survival(onPart: (part: readonly SurvivalPoint[]) => void, signal: AbortSignal): Promise<void>;
  dispose(): void;
}

/** From position `at` to the next point's, these are the fates (index = transaction id - 1). */
export interface SurvivalPoint {
  readonly at: number;
  readonly fates: readonly Fate[];
  readonly exact: boolean;
}
