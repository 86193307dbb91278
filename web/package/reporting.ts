import type { FrameFollower } from '../embed/follow_frame';
import type { Visit } from './model/suspend';

/** Whom the answers in a package are reported to. */
export interface Reporting {
  /** A course system listens, or shows this for looking only, or there is none. */
  readonly heard: 'reported' | 'looking' | 'alone';
  /** What it has kept of earlier visits. */
  readonly visit: Visit;
  /** Where the answers go, as the reader is told; undefined: to the page around this one. */
  readonly host?: string;
  /** The reader's language as the course system knows it. */
  readonly language?: 'en' | 'zh';
  /**
   * Tells of answers and score from now on; `onTaken`: whether what was told last has been taken.
   */
  readonly follow?: (follower: FrameFollower, onTaken: (taken: boolean) => void) => void;
  /** Ends the visit and goes back to where the reader came from. */
  readonly leave?: () => Promise<void>;
}

/** Nobody listens. */
export const aloneReporting = (): Reporting => ({
  heard: 'alone',
  visit: { lecture: undefined, parts: [] },
});
