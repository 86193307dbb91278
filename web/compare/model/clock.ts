import { bareStatement, type SessionInfo } from '../../engine/protocol';
import { statementAt } from '../../model/trace/program';
import { type StepSize, stepStops } from '../../model/trace/steps';
import { kindTable, phaseDuration, positionAtTime, type Trace } from '../../model/trace/trace';

/** A moment of a clock that several runs share: virtual nanoseconds since the start of a phase. */
export interface Moment {
  readonly phase: number;
  readonly time: number;
}

/** One run on the clock. */
export interface ClockSide {
  readonly trace: Trace;
  readonly info: SessionInfo;
}

/** All runs on the clock, and the times at which the power was cut on all of them at once. */
export interface Clock {
  readonly sides: readonly ClockSide[];
  /** The times of the cuts; the index is the phase that each of them ended. */
  readonly cuts: readonly number[];
}

export const FIRST_MOMENT: Moment = { phase: 0, time: 0 };

/** Returns a negative number where `a` comes first, and 0 where both are the same. */
export function compareMoments(a: Moment, b: Moment): number {
  return a.phase - b.phase || a.time - b.time;
}

/** The position of a run at a moment: after its last event that is not later. */
export function positionAtMoment(trace: Trace, moment: Moment): number {
  const phase = trace.phases[moment.phase];
  if (!phase) return trace.length;
  const at = positionAtTime(trace, phase, moment.time);
  // The position of a power cut belongs to the phase before it.
  return moment.phase === 0 ? at : Math.max(at, Math.min(phase.start + 1, phase.end));
}

/** The time at which a phase has ended on every side: its power cut, or the last event. */
export function phaseEnd({ sides, cuts }: Clock, phase: number): number {
  const cut = cuts[phase];
  if (cut !== undefined) return cut;
  return sides.reduce((latest, { trace }) => {
    const found = trace.phases[phase];
    return found && found.end > found.start
      ? Math.max(latest, trace.clock[found.end - 1] ?? 0)
      : latest;
  }, 0);
}

/** The time that a phase takes on the axis, including work after its last event. */
export function phaseSpan(clock: Clock, phase: number): number {
  const end = phaseEnd(clock, phase);
  if (clock.cuts[phase] !== undefined) return end;
  return clock.sides.reduce((latest, { trace }) => {
    const found = trace.phases[phase];
    return found ? Math.max(latest, phaseDuration(trace, found)) : latest;
  }, end);
}

/** The last moment of the last phase. */
export function lastMoment(clock: Clock): Moment {
  const phase = clock.cuts.length;
  return { phase, time: phaseEnd(clock, phase) };
}

/** The nearest moment that the clock has. */
export function clampMoment(clock: Clock, { phase, time }: Moment): Moment {
  const last = lastMoment(clock);
  const inside = Math.max(0, Math.min(Math.round(phase), last.phase));
  if (inside !== phase) return inside < phase ? last : FIRST_MOMENT;
  return { phase, time: Math.max(0, Math.min(time, phaseEnd(clock, phase))) };
}

/** The time of the event nearest to a moment, if one is near enough; else the moment's own time. */
export function nearestEvent({ sides }: Clock, { phase, time }: Moment, within: number): number {
  let best = Math.round(time);
  let distance = within;
  for (const { trace } of sides) {
    const found = trace.phases[phase];
    if (!found) continue;
    const next = positionAtTime(trace, found, time);
    for (const index of [next - 1, next]) {
      const away = Math.abs((trace.clock[index] ?? Number.POSITIVE_INFINITY) - time);
      if (index < found.start || index >= found.end || away >= distance) continue;
      best = trace.clock[index] ?? best;
      distance = away;
    }
  }
  return best;
}

/** The times to stop at, ascending and distinct; the index is the phase. */
export type ClockStops = readonly Float64Array[];

/** The stops of all sides on one clock, with the start and the end of each phase. */
export function clockStops(clock: Clock, size: StepSize): ClockStops {
  const positions = clock.sides.map((side) =>
    size === 'mark' ? milestones(side) : stepStops(side.trace, size),
  );
  return Array.from({ length: clock.cuts.length + 1 }, (_, phase) => {
    const times = new Set<number>([0, phaseEnd(clock, phase)]);
    clock.sides.forEach(({ trace }, side) => {
      const found = trace.phases[phase];
      for (const at of positions[side] ?? []) {
        if (found && at > found.start && at <= found.end) times.add(trace.clock[at - 1] ?? 0);
      }
    });
    return Float64Array.from(times).sort();
  });
}

/** The first stop after a moment; undefined at the end. */
export function nextMoment(stops: ClockStops, { phase, time }: Moment): Moment | undefined {
  const next = stops[phase]?.find((each) => each > time);
  if (next !== undefined) return { phase, time: next };
  return phase + 1 < stops.length ? { phase: phase + 1, time: 0 } : undefined;
}

/** The last stop before a moment; undefined at the start. */
export function previousMoment(stops: ClockStops, { phase, time }: Moment): Moment | undefined {
  const before = stops[phase]?.findLast((each) => each < time);
  if (before !== undefined) return { phase, time: before };
  const end = stops[phase - 1]?.at(-1);
  return end === undefined ? undefined : { phase: phase - 1, time: end };
}

/** The position that each side reaches between two moments; undefined where it stays. */
export function moved(
  sides: readonly ClockSide[],
  from: Moment,
  to: Moment,
): readonly (number | undefined)[] {
  return sides.map(({ trace }) => {
    const at = positionAtMoment(trace, to);
    return at === positionAtMoment(trace, from) ? undefined : at;
  });
}

const MILESTONES = ['begin', 'acknowledge', 'abort', 'deadlock', 'phase', 'recovered'];

/** True if a statement asks for a commit. */
export function isCommit(text: string): boolean {
  return /^commit\b/.test(bareStatement(text));
}

/**
 * The positions after events at which a lecture would stop: begins, commit requests, answers,
 * passes.
 */
export function milestones({ trace, info }: ClockSide): Uint32Array {
  const { events, names } = trace;
  const always = kindTable(names, MILESTONES);
  const statement = kindTable(names, ['statement']);
  const found: number[] = [];
  for (let i = 0; i < trace.length; i++) {
    const kind = events.kind[i] ?? 0;
    const asks = () => isCommit(statementAt(trace, info, i).en);
    if (always[kind] === 1 || (statement[kind] === 1 && asks())) found.push(i + 1);
  }
  return Uint32Array.from(found);
}
