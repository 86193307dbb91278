// The way through a lecture: from mark to mark, and past no open question. Pure: positions in,
// positions out.
import type { Cut, Scenario } from '../../engine/protocol';
import type { Trace } from '../trace/trace';
import { leavesCourse, type MarkStop, resolveFault } from './marks';

/** Where a lecture goes on one trace. */
export interface Course {
  /** Its marks by position. */
  readonly stops: readonly MarkStop[];
  /** The trace's end. */
  readonly length: number;
  /**
   * From here on something else runs than the lecture speaks of: the power was cut otherwise, or
   * not at all.
   */
  readonly left: number | undefined;
}

/** Which questions are closed: by an answer, or by having it shown. */
export type Closed = (mark: number) => boolean;

/** What a press of Next leads to. */
export type Move =
  /** The question comes first. */
  | { readonly kind: 'question'; readonly stop: MarkStop }
  | { readonly kind: 'to'; readonly position: number }
  /** Nothing is left but to sum up. */
  | { readonly kind: 'end' }
  /** This is no longer the lecture's course. */
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

/** Whether a position is behind the place where the course was left. */
export function isAside(course: Course, at: number): boolean {
  return course.left !== undefined && at > course.left;
}

const isOpen = ({ mark, index }: MarkStop, closed: Closed) =>
  mark.ask !== undefined && !closed(index);

/**
 * Where an open question holds one: at its mark; while it waits for a power cut one may look for
 * the place, up to the next mark.
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

/** A transaction whose fate must not be told behind a position. */
export interface Untold {
  readonly txn: number;
  readonly from: number;
}

/**
 * Whose fate is asked later in the recovery of a position: until it is answered nothing says what
 * this recovery makes of it, as it says nothing while the question is open.
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
 * The furthest position that one may go to from here: that of the next open question, or the end.
 */
export function limitFrom(course: Course, closed: Closed, at: number): number {
  const next = course.stops.find((stop) => isOpen(stop, closed) && holdOf(course, stop) >= at);
  return next ? holdOf(course, next) : course.length;
}

/** Where a jump ends: no open question is passed on the way. */
export function clampJump(course: Course, closed: Closed, at: number, to: number): number {
  return Math.max(0, Math.min(to, limitFrom(course, closed, at)));
}

/** Where a step of any size ends: every mark stops it, in both directions. */
export function clampStep(course: Course, closed: Closed, at: number, to: number): number {
  const between = course.stops.map(({ position }) => position);
  if (to < at) return between.findLast((position) => position > to && position < at) ?? to;
  const mark = between.find((position) => position > at && position < to) ?? to;
  return clampJump(course, closed, at, mark);
}

/**
 * The mark whose narration is said at a position: the last one that was reached. Of several at one
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

/** What Next does at a position. */
export function nextMove(course: Course, closed: Closed, at: number): Move {
  const question = openAt(course, closed, at);
  if (question) return { kind: 'question', stop: question };
  if (isAside(course, at)) return { kind: 'aside' };
  const next = nextMark(course, at);
  if (next) return { kind: 'to', position: next.position };
  return course.left === undefined ? { kind: 'end' } : { kind: 'aside' };
}

/**
 * Where Back leads: to the mark whose narration is said, else to the one before it, else to the
 * start.
 */
export function previousPosition(course: Course, at: number): number | undefined {
  if (at === 0) return undefined;
  return course.stops.findLast(({ position }) => position < at)?.position ?? 0;
}

/** How much of a lecture may be seen. */
export interface Sight {
  /** Lanes, marks, power cuts and transactions are drawn up to here. */
  readonly frontier: number;
  /** Fates and verdicts are shown before this position; undefined: all of them. */
  readonly fatesUntil: number | undefined;
}

/**
 * What may be seen of a run by whoever has come as far as `farthest`. `shown`: the whole run, since
 * its end was reached or the reader wants it so; `ended`: nothing is left to ask, either.
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
