import type { FrameFollower } from '../embed/follow_frame';
import type { Visit } from './model/suspend';

/** The receiver of the answers in a package. */
export interface Reporting {
  /**
   * The kind of receiver: a course system that accepts answers, one that shows this for viewing
   * only, or none.
   */
  readonly heard: 'reported' | 'looking' | 'alone';
  /** The state that it has kept of earlier visits. */
  readonly visit: Visit;
  /** The name of the receiver for the reader; undefined for the page around this one. */
  readonly host?: string;
  /** The reader's language, as the course system knows it. */
  readonly language?: 'en' | 'zh';
  /**
   * Reports answers and score from now on; `onTaken` is told whether the latest report has been
   * taken.
   */
  readonly follow?: (follower: FrameFollower, onTaken: (taken: boolean) => void) => void;
  /** Ends the visit and returns to the page from which the reader came. */
  readonly leave?: () => Promise<void>;
}

/** The receiver where there is none. */
export const aloneReporting = (): Reporting => ({
  heard: 'alone',
  visit: { lecture: undefined, parts: [] },
});
