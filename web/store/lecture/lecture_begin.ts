import { clampJump } from '../../model/lecture/lecture_course';
import { attemptOf, FRESH_ATTEMPT, type Lecture, OFF } from '../../model/lecture/lecture_state';
import { resolveAnchor } from '../../model/trace/anchor';
import { activeBranch } from '../../model/trace/plan';
import type { OnStage, Session, StageState } from '../stage/stage_state';
import type { KeptLecture } from './lecture_progress';
import { closedIn, courseNow, isLecture } from './lecture_view';

/** The services that a lecture needs from outside the stage. */
export interface LectureHost {
  /** Returns the kept state of this exact text of a lecture. */
  find(session: Session): KeptLecture | undefined;
  /** Called when the reader is through with the lecture of this name and goes on. */
  goOn(id: string): void;
}

type Begun = Pick<OnStage, 'lecture' | 'answers' | 'at' | 'narration'>;

/** The branch that is open, if it is the lecture's own course. */
const homeOf = (session: Session): number | undefined =>
  courseNow(session).left === undefined ? activeBranch(session.plan).id : undefined;

/**
 * The state in which a session that has just been opened begins at `at`. One that `goesOn` with the
 * text that was open before keeps the attempt: its questions remain, and no link leads past them.
 * Any other begins with its kept state, exactly at the requested place.
 */
export function beginLecture(
  before: Pick<StageState, 'onStage' | 'presenting'>,
  session: Session,
  at: number,
  goesOn: boolean,
  host: Pick<LectureHost, 'find'> | undefined,
): Begun {
  if (!isLecture(session)) return { lecture: OFF, answers: {}, at, narration: true };
  const home = homeOf(session);
  const { onStage } = before;
  if (goesOn && onStage?.session.text === session.text) {
    const attempt = attemptOf(onStage.lecture);
    if (!attempt) return { lecture: OFF, answers: onStage.answers, at, narration: false };
    return goOn(onStage, session, at, { ...attempt, home, kind: 'course' });
  }
  const kept = before.presenting ? undefined : host?.find(session);
  const farthest = Math.max(at, keptPosition(session, kept) ?? 0);
  const stops = courseNow(session).stops;
  const summing =
    kept?.recap === true && home !== undefined && at > 0 && at >= (stops.at(-1)?.position ?? 0);
  return {
    at,
    narration: true,
    answers: kept?.answers ?? {},
    lecture: {
      ...FRESH_ATTEMPT,
      kind: summing ? 'recap' : 'course',
      farthest,
      home,
      ended: kept?.ended ?? false,
      first: kept?.first ?? {},
    },
  };
}

function goOn(
  before: OnStage,
  session: Session,
  to: number,
  lecture: Exclude<Lecture, { kind: 'off' }>,
): Begun {
  const course = courseNow(session);
  const from = Math.min(before.at, session.trace.length);
  const at = clampJump(course, closedIn(before), from, to);
  return {
    at,
    narration: true,
    answers: before.answers,
    lecture: { ...lecture, farthest: Math.max(lecture.farthest, at) },
  };
}

function keptPosition(session: Session, kept: KeptLecture | undefined): number | undefined {
  return kept?.farthest && resolveAnchor(session.trace, kept.farthest).position;
}
