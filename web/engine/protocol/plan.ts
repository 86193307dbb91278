import type { Fate } from './common';
import type { CutRefusal, Verdict } from './crash';
import type { ScenarioProblem, Survive } from './scenario';
import type { EventColumns, SessionInfo, Span } from './session';
import type { StructureExtent } from './state';

// A plan on the stage: a run, its power cuts, and what came of each.

/** The trace of one phase: the run, or the recovery after a power cut. */
export interface PhaseTrace {
  /** 0 the run, 1 the first recovery, ... */
  readonly phase: number;
  /** Position (events before it, over all phases) at which the phase starts. */
  readonly start: number;
  readonly events: EventColumns;
  readonly spans: readonly Span[];
  /**
   * All that structures ever show in it, to lay them out once; undefined for a phase that trapped.
   */
  readonly extents?: readonly StructureExtent[];
  /** The verdict on a recovery phase that ran to its end. */
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

/** A power cut of a plan: at position `at` (in the phases before it), with these survivors. */
export interface Cut {
  readonly at: number;
  readonly survive: Survive;
}

/**
 * The fates of transactions (index = transaction id - 1) from position `at` up to that of the next
 * point.
 */
export interface SurvivalPoint {
  readonly at: number;
  readonly fates: readonly Fate[];
  readonly exact: boolean;
}
