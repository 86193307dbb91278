// The way through a lecture: from mark to mark, and past no open question. The functions are pure:
// positions in, positions out.
import type { Cut, Scenario } from '../../engine/protocol';
import type { Trace } from '../trace/trace';
import { leavesCourse, type MarkStop, resolveFault } from './marks';

/** The course of a lecture on one trace. */
export interface Course {
  /** Its marks by position. */
  readonly stops: readonly MarkStop[];
  /** The trace's end. */
  readonly length: number;
  /**
   * The position from which on the run is not the lecture's: the power was cut otherwise, or not at
   * all.
   */
  readonly left: number | undefined;
}

/** Returns true for closed questions: those that were answered, or whose answer was shown. */
export type Closed = (mark: number) => boolean;

/** The effect of a press of Next. */
export type Move =
  /** The question comes first. */
  | { readonly kind: 'question'; readonly stop: MarkStop }
  | { readonly kind: 'to'; readonly position: number }
  /** Only the summary is left. */
  | { readonly kind: 'end' }
  /** The run is no longer the lecture's course. */
  | { readonly kind: 'aside' };

/** The course of a scenario on the trace that these power cuts made. */
export function courseOf(
  trace: Trace,
  scenario: Scenario,
  marks: readonly MarkStop[],
  cuts: readonly Cut[],
): Course {
  const own = scenario.faults?.length ?? 0;
  const left =
    leavesCourse(trace, scenario, cuts) ??
    cuts[own]?.at ??
    faultNotMade(trace, scenario, cuts.length);
  const stops = left === undefined ? marks : marks.filter(({ position }) => position <= left);
  return { stops, length: trace.length, left };
}

/** The position of the first power cut of the scenario that the plan does not have. */
function faultNotMade(trace: Trace, scenario: Scenario, made: number): number | undefined {
  if (made >= (scenario.faults?.length ?? 0)) return undefined;
  const fault = resolveFault(trace, scenario, made);
  return 'position' in fault ? fault.position : undefined;
}

/** True if a position is behind the place where the course was left. */
export function isAside(course: Course, at: number): boolean {
  return course.left !== undefined && at > course.left;
}

const isOpen = ({ mark, index }: MarkStop, closed: Closed) =>
  mark.ask !== undefined && !closed(index);

/**
 * The position at which an open question holds the reader: its mark, or the next mark while it
 * waits for a power cut, whose place may be sought.
 */
function holdOf({ stops, length }: Course, { mark, position }: MarkStop): number {
  if (mark.ask?.kind !== 'cut') return position;
  return stops.find((stop) => stop.position > position)?.position ?? length;
}

/** The question that is open at a position. */
export function openAt(course: Course, closed: Closed, at: number): MarkStop | undefined {
  return course.stops.find(
    (stop) =>
      isOpen(stop, closed) &&
      (stop.position === at || (stop.position < at && at <= holdOf(course, stop))),
  );
}

/** The first question of all that has not been asked yet. */
export function firstOpenQuestion(course: Course, closed: Closed): MarkStop | undefined {
  return course.stops.find((stop) => isOpen(stop, closed));
}

/** A transaction whose fate must not be revealed behind a position. */
export interface Untold {
  readonly txn: number;
  readonly from: number;
}

/**
 * The transaction whose fate is asked for later in the recovery of a position: until that question
 * is closed, what this recovery makes of it stays hidden.
 */
export function untoldAt(
  course: Course,
  closed: Closed,
  { phases, names }: Pick<Trace, 'phases' | 'names'>,
  at: number,
): Untold | undefined {
  const phase = phases.findLast(({ start }) => start < at);
  if (!phase || phase.phase === 0) return undefined;
  for (const stop of course.stops) {
    const { ask } = stop.mark;
    if (ask?.kind !== 'fate' || !isOpen(stop, closed)) continue;
    if (stop.position < at || stop.position > phase.end) continue;
    const txn = names.transactions.find(({ name }) => name === ask.tx);
    if (txn) return { txn: txn.id, from: phase.start };
  }
  return undefined;
}

/**
 * The furthest position that may be visited from here: that of the next open question, or the end.
 */
export function limitFrom(course: Course, closed: Closed, at: number): number {
  const next = course.stops.find((stop) => isOpen(stop, closed) && holdOf(course, stop) >= at);
  return next ? holdOf(course, next) : course.length;
}

/** The position at which a jump ends: it passes no open question. */
export function clampJump(course: Course, closed: Closed, at: number, to: number): number {
  return Math.max(0, Math.min(to, limitFrom(course, closed, at)));
}

/** The position at which a step of any size ends: every mark stops it, in both directions. */
export function clampStep(course: Course, closed: Closed, at: number, to: number): number {
  const between = course.stops.map(({ position }) => position);
  if (to < at) return between.findLast((position) => position > to && position < at) ?? to;
  const mark = between.find((position) => position > at && position < to) ?? to;
  return clampJump(course, closed, at, mark);
}

/**
 * The mark whose narration is shown at a position: the last one that was reached. Of several at one
 * position the first whose question is open, else the last.
 */
export function currentMark(course: Course, closed: Closed, at: number): MarkStop | undefined {
  if (isAside(course, at)) return undefined;
  const last = course.stops.findLast(({ position }) => position <= at);
  return last && (openAt(course, closed, last.position) ?? last);
}

/** The next mark after a position. */
export function nextMark(course: Course, at: number): MarkStop | undefined {
  return course.stops.find(({ position }) => position > at);
}

/** Returns the effect of Next at a position. */
export function nextMove(course: Course, closed: Closed, at: number): Move {
  const question = openAt(course, closed, at);
  if (question) return { kind: 'question', stop: question };
  if (isAside(course, at)) return { kind: 'aside' };
  const next = nextMark(course, at);
  if (next) return { kind: 'to', position: next.position };
  return course.left === undefined ? { kind: 'end' } : { kind: 'aside' };
}

/**
 * The position that Back leads to: the mark whose narration is shown, else the one before it, else
 * the start.
 */
export function previousPosition(course: Course, at: number): number | undefined {
  if (at === 0) return undefined;
  return course.stops.findLast(({ position }) => position < at)?.position ?? 0;
}

/** The part of a lecture that may be seen. */
export interface Sight {
  /** The position up to which lanes, marks, power cuts and transactions are drawn. */
  readonly frontier: number;
  /** The position before which fates and verdicts are shown; undefined means all of them. */
  readonly fatesUntil: number | undefined;
}

/**
 * The part of a run that a reader who has come as far as `farthest` may see. `shown`: the whole
 * run, since its end was reached or the reader asked for it; `ended`: no question is left, either.
 */
export function sightOf(
  course: Course,
  closed: Closed,
  farthest: number,
  shown: boolean,
  ended: boolean,
): Sight {
  const frontier = shown ? course.length : Math.min(farthest, course.length);
  const question = ended ? undefined : firstOpenQuestion(course, closed)?.position;
  if (question === undefined) return { frontier, fatesUntil: shown ? undefined : frontier + 1 };
  return { frontier, fatesUntil: shown ? question : Math.min(question, frontier + 1) };
}
