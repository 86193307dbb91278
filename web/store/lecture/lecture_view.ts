// The meaning of the stage's state for a lecture, read by the views, the moves and the presenter's
// window.

import type { Text } from '../../engine/protocol';
import {
  type Closed,
  type Course,
  courseOf,
  currentMark,
  firstOpenQuestion,
  isAside,
  nextMark,
  openAt,
  type Sight,
  sightOf,
  type Untold,
  untoldAt,
} from '../../model/lecture/lecture_course';
import { attemptOf } from '../../model/lecture/lecture_state';
import type { MarkStop } from '../../model/lecture/marks';
import { scenarioText } from '../../model/scenario/scenario_text';
import { activeBranch } from '../../model/trace/plan';
import type { OnStage, Session } from '../stage/stage_state';

/** True for a lecture: a scenario of the library as its author wrote it, with marks. */
export function isLecture({ origin, text, scenario }: Session): boolean {
  if (origin.kind !== 'library' || (scenario.marks?.length ?? 0) === 0) return false;
  return text === scenarioText(origin.base);
}

const courses = new WeakMap<Session, Course>();

/** The course of the lecture on the open session, computed once for each. */
export function courseNow(session: Session): Course {
  const known = courses.get(session);
  if (known) return known;
  const { trace, scenario, marks, plan } = session;
  const course = courseOf(trace, scenario, marks, activeBranch(plan).cuts);
  courses.set(session, course);
  return course;
}

/**
 * Returns a test of whether a mark's question is closed. Questions are closed for the author of
 * changes to a lecture.
 */
export const closedIn =
  ({ answers, editing }: Pick<OnStage, 'answers' | 'editing'>): Closed =>
  (mark) =>
    editing === true || mark in answers;

/** True if the stage is in a lecture. */
export const inLecture = ({ lecture }: OnStage): boolean => lecture.kind !== 'off';

/** True if a lecture is open whose course the reader has left, to work on the stage. */
export const hasLeftLecture = ({ lecture, session }: OnStage): boolean =>
  lecture.kind === 'off' && isLecture(session);

/** The question of a lecture that is open at the playhead. */
export function lectureQuestion(state: OnStage): MarkStop | undefined {
  if (!inLecture(state) || state.lecture.kind === 'passage') return undefined;
  return openAt(courseNow(state.session), closedIn(state), state.at);
}

/**
 * The open question: at the playhead, or ahead of it with no other mark between. Nothing that is
 * drawn may reveal its answer, wherever the reader steps.
 */
export function askedQuestion(state: OnStage): MarkStop | undefined {
  if (!inLecture(state)) return undefined;
  const { at, lecture, answers } = state;
  const { stops } = courseNow(state.session);
  const next = stops.find(({ position }) => position >= at)?.position;
  if (next === undefined) return undefined;
  const reached = next === at || next <= (attemptOf(lecture)?.farthest ?? 0);
  return stops.find(
    ({ position, mark, index }) => reached && position === next && mark.ask && !(index in answers),
  );
}

/** The transaction whose fate in this recovery is still to be asked for. */
export function untoldNow(state: OnStage): Untold | undefined {
  if (!inLecture(state)) return undefined;
  const { session, at } = state;
  return untoldAt(courseNow(session), closedIn(state), session.trace, at);
}

/** The mark whose narration is shown. */
export function saidMark(state: OnStage): MarkStop | undefined {
  if (!inLecture(state)) return undefined;
  return currentMark(courseNow(state.session), closedIn(state), state.at);
}

/** The mark that comes next. */
export function comingMark(state: OnStage): MarkStop | undefined {
  if (!inLecture(state)) return undefined;
  return nextMark(courseNow(state.session), state.at);
}

/** True if the next mark has an open question. */
export function isAskedNext(state: OnStage): boolean {
  const next = comingMark(state);
  return next?.mark.ask !== undefined && !closedIn(state)(next.index);
}

/** True if a rule would reveal the answer to a later question. */
export function decidesLater(state: OnStage, rule: Text): boolean {
  if (!inLecture(state)) return false;
  const closed = closedIn(state);
  const says = (text: string, phrases: readonly string[] = []) =>
    phrases.some((phrase) => text.toLowerCase().includes(phrase.toLowerCase()));
  return courseNow(state.session).stops.some(
    ({ position, index, mark: { ask } }) =>
      position > state.at &&
      !closed(index) &&
      (says(rule.en, ask?.gives_away?.en) || says(rule.zh, ask?.gives_away?.zh)),
  );
}

/** True if the power was cut otherwise than in the lecture, and the playhead is behind that. */
export const isBeside = ({ session, at }: OnStage): boolean => isAside(courseNow(session), at);

const ALL: Sight = { frontier: Number.POSITIVE_INFINITY, fatesUntil: undefined };

function sightNow(state: OnStage): Sight {
  const attempt = attemptOf(state.lecture);
  if (!attempt) return ALL;
  const course = courseNow(state.session);
  const ended = state.lecture.kind === 'recap';
  const shown = ended || attempt.ended || attempt.future || isAside(course, state.at);
  return sightOf(course, closedIn(state), attempt.farthest, shown, ended);
}

/**
 * The position up to which lanes, marks, power cuts and transactions are drawn; infinity outside of
 * a lecture.
 */
export const frontierNow = (state: OnStage): number => sightNow(state).frontier;

/** The position before which fates and verdicts are shown; undefined shows all known ones. */
export const fatesUntilNow = (state: OnStage): number | undefined => sightNow(state).fatesUntil;

/** True if fates and verdicts may be shown at the playhead. */
export function fatesShown(state: OnStage): boolean {
  if (askedQuestion(state)) return false;
  const until = fatesUntilNow(state);
  return until === undefined || state.at < until;
}

/** The first question that has not been asked yet. */
export function firstOpen(state: OnStage): MarkStop | undefined {
  if (!inLecture(state)) return undefined;
  return firstOpenQuestion(courseNow(state.session), closedIn(state));
}
