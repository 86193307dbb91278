import type { PhaseTrace, Scenario, SessionInfo } from '../../engine/protocol';
import type { Plan } from '../trace/plan';
import type { Trace } from '../trace/trace';

/** The run that a question is about, as far as it has been made. */
export interface GradedRun {
  /** The scenario's text as it was opened. */
  readonly text: string;
  readonly scenario: Scenario;
  readonly info: SessionInfo;
  /** The phases of the active branch. */
  readonly parts: readonly PhaseTrace[];
  readonly trace: Trace;
  readonly plan: Plan;
}
