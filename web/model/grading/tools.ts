import type { VerifyService } from '../../engine/explore/pool';
import type { Outlook } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';

/** What grading asks. */
export interface GradingTools {
  /** Makes engines that leave the open session alone. */
  readonly spawn: () => StageEngine;
  /** Makes a crash explorer; whoever asks for it ends it. */
  readonly explore: () => Promise<VerifyService>;
  /** What the stage has already found out for this position. */
  readonly outlookAt: (position: number) => Outlook | undefined;
  /** Milliseconds that making a failure smaller is worth; 4,000 where it is not said. */
  readonly shrinkMs?: number;
  /** How far a long answer is. */
  readonly onProgress: (done: number, of: number) => void;
}
