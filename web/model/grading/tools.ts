import type { VerifyService } from '../../engine/explore/pool';
import type { Outlook } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';

/** The services that grading needs. */
export interface GradingTools {
  /** Makes engines that leave the open session alone. */
  readonly spawn: () => StageEngine;
  /** Makes a crash explorer; the caller ends it. */
  readonly explore: () => Promise<VerifyService>;
  /** Returns the outlook that the stage has already found for this position. */
  readonly outlookAt: (position: number) => Outlook | undefined;
  /** The milliseconds that making a failure smaller may take; 4,000 by default. */
  readonly shrinkMs?: number;
  /** Receives the progress of a long answer. */
  readonly onProgress: (done: number, of: number) => void;
}
