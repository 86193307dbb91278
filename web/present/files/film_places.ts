import type { StepSize } from '../../model/trace/steps';
import type { Session } from '../../store/stage/stage_state';
import { stopsOf } from '../../store/stage/stops';

/** The most pictures of a film. */
export const MOST_PICTURES = 120;
/** The milliseconds that a picture stays, and that the last one does. */
export const STAY = 900;
export const LAST_STAY = 2500;

/** The positions of a film: both ends of the part, and each step between them. */
export function filmPositions(
  session: Pick<Session, 'trace' | 'marks'>,
  from: number,
  to: number,
  size: StepSize,
): number[] {
  const between = [...stopsOf(session, size)].filter((at) => at > from && at < to);
  return from === to ? [from] : [from, ...between, to];
}

/** The duration of so many pictures, in milliseconds. */
export const filmLength = (pictures: number): number =>
  pictures === 0 ? 0 : (pictures - 1) * STAY + LAST_STAY;
