import type { Trace, TracePhase } from '../../model/trace/trace';
import { phaseAt, phaseDuration, positionAtTime, timeAt } from '../../model/trace/trace';
import { largestOf } from '../../model/values/largest';
import { countUpTo, roundStep } from '../../model/values/round_step';

/** An interval of waiting that is drawn shorter than it lasts. */
export interface Break {
  readonly x: number;
  readonly phase: number;
  readonly from: number;
  readonly to: number;
}

export interface Tick {
  readonly x: number;
  readonly phase: number;
  readonly time: number;
}

/** Virtual time of all phases one after the other, in pixels. */
export interface TimeAxis {
  readonly width: number;
  readonly breaks: readonly Break[];
  /** The left and right edge of each phase. */
  readonly phases: readonly { readonly phase: number; readonly x0: number; readonly x1: number }[];
  /** Returns the pixel of a virtual time of a phase. */
  readonly xOf: (phase: number, time: number) => number;
  /**
   * Returns the time at a pixel; between two phases the end of the one before or the start of the
   * next.
   */
  readonly timeAt: (x: number) => { readonly phase: number; readonly time: number };
  /** The virtual nanoseconds of one pixel, where nothing is shortened. */
  readonly nsPerPixel: number;
}

/** The axis of one trace's timeline. */
export interface TimeScale extends TimeAxis {
  readonly xAt: (position: number) => number;
  readonly positionAt: (x: number) => number;
}

/** The gap between two phases, in which the power was off. */
const PHASE_GAP = 26;
/** No interval without an event takes more of the axis than this. */
const MOST = 0.12;

/**
 * A linear axis, except for intervals without events: those longer than a fraction of the whole are
 * shortened and listed as breaks, so that a disk access does not hide a thousand stores. `knots`
 * are the times of events in each phase, ascending from 0, at least two.
 */
export function timeAxis(knots: readonly Float64Array[], width: number): TimeAxis {
  const room = Math.max(50, width - (knots.length - 1) * PHASE_GAP);
  const cap = longestDrawn(knots.flatMap(differences));
  const drawn = knots.map((times) => ({ times, short: shortened(times, cap) }));
  const total = drawn.reduce((sum, each) => sum + last(each.short), 0) || 1;
  const perPixel = total / room;
  let left = 0;
  const phases = drawn.map((each, phase) => {
    const x0 = left;
    const x1 = x0 + last(each.short) / perPixel;
    left = x1 + PHASE_GAP;
    return { ...each, phase, x0, x1 };
  });
  const xOf = (number: number, time: number): number => {
    const found = phases[number];
    return found ? found.x0 + interpolate(found.times, found.short, time) / perPixel : 0;
  };
  return {
    width,
    phases,
    nsPerPixel: perPixel,
    xOf,
    breaks: phases.flatMap(({ phase, times }) => breaksOf(phase, times, cap, xOf)),
    timeAt: (x) => {
      const found = phases.find((each) => x <= each.x1 + PHASE_GAP / 2) ?? phases.at(-1);
      if (!found) return { phase: 0, time: 0 };
      const time = interpolate(found.short, found.times, Math.max(0, x - found.x0) * perPixel);
      return { phase: found.phase, time };
    },
  };
}

/** The axis of a trace. */
export function timeScale(trace: Trace, width: number): TimeScale {
  return scaleOf(
    trace,
    timeAxis(
      trace.phases.map((phase) => knotTimes(trace, phase)),
      width,
    ),
  );
}

/** A trace on an axis, which others may use, too. */
export function scaleOf(trace: Trace, axis: TimeAxis): TimeScale {
  return {
    ...axis,
    xAt: (position) => {
      const phase = phaseAt(trace, position);
      return phase ? axis.xOf(phase.phase, timeAt(trace, position)) : 0;
    },
    positionAt: (x) => {
      const { phase, time } = axis.timeAt(x);
      const found = trace.phases[phase];
      const start = axis.phases[phase]?.x0 ?? 0;
      if (!found) return trace.length;
      if (x <= start) return found.start + (phase > 0 ? 1 : 0);
      return positionAtTime(trace, found, time + axis.nsPerPixel);
    },
  };
}

/** The places of labels: multiples of a round step that are not in a break or on each other. */
export function ticksOf(scale: TimeAxis, spacing: number): { ticks: Tick[]; step: number } {
  const step = roundStep(scale.nsPerPixel * scale.width, scale.width / spacing);
  const ticks: Tick[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const { phase, x0, x1 } of scale.phases) {
    // A phase has no pixels behind its end: all later times would be drawn there.
    const end = scale.timeAt(x1).time;
    for (let x = x0; x <= x1; ) {
      const time = timeFor(scale, phase, x);
      const next = Math.ceil(time / step - 1e-6) * step;
      const at = scale.xOf(phase, next);
      if (next > end || at < x - 0.5) break;
      const inBreak = scale.breaks.some(
        (gap) => gap.phase === phase && next > gap.from && next < gap.to,
      );
      if (!inBreak && at >= free) {
        ticks.push({ x: at, phase, time: next });
        free = at + spacing * 0.7;
      }
      x = Math.max(at, x) + spacing * 0.5;
    }
  }
  return { ticks, step };
}

function timeFor(scale: TimeAxis, phase: number, x: number): number {
  // xOf is monotone: find its inverse by halving, to keep one definition of the axis.
  let low = 0;
  let high = 1;
  while (scale.xOf(phase, high) < x && high < 1e15) high *= 2;
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2;
    if (scale.xOf(phase, middle) < x) low = middle;
    else high = middle;
  }
  return high;
}

/** The times of events in a phase, from 0 to its end. */
export function knotTimes(trace: Trace, phase: TracePhase): Float64Array {
  const times = [0];
  for (let index = phase.start; index < phase.end; index++) {
    const time = trace.clock[index] ?? 0;
    if (time > (times.at(-1) ?? 0)) times.push(time);
  }
  const end = phaseDuration(trace, phase);
  if (end > (times.at(-1) ?? 0)) times.push(end);
  if (times.length === 1) times.push(1);
  return Float64Array.from(times);
}

function differences(times: Float64Array): number[] {
  return Array.from(times.subarray(1), (time, index) => time - (times[index] ?? 0));
}

function longestDrawn(gaps: readonly number[]): number {
  let cap = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 30; round++) {
    const total = gaps.reduce((sum, gap) => sum + Math.min(gap, cap), 0);
    const next = total * MOST;
    if (!(next < cap * 0.999)) break;
    cap = next;
  }
  // A break that saves little only disturbs.
  return largestOf(gaps) > cap * 2 ? cap : Number.POSITIVE_INFINITY;
}

function shortened(times: Float64Array, cap: number): Float64Array {
  const short = new Float64Array(times.length);
  for (let i = 1; i < times.length; i++) {
    const gap = (times[i] as number) - (times[i - 1] as number);
    short[i] = (short[i - 1] as number) + Math.min(gap, cap);
  }
  return short;
}

function breaksOf(
  phase: number,
  times: Float64Array,
  cap: number,
  xOf: (phase: number, time: number) => number,
): Break[] {
  const breaks: Break[] = [];
  for (let i = 1; i < times.length; i++) {
    const from = times[i - 1] as number;
    const to = times[i] as number;
    if (to - from > cap * 2) {
      breaks.push({ phase, from, to, x: xOf(phase, (from + to) / 2) });
    }
  }
  return breaks;
}

function interpolate(from: Float64Array, to: Float64Array, value: number): number {
  const high = Math.min(Math.max(1, countUpTo(from, value)), from.length - 1);
  const start = from[high - 1] ?? 0;
  const span = (from[high] ?? 0) - start;
  const share = span === 0 ? 0 : Math.min(1, Math.max(0, (value - start) / span));
  const low = to[high - 1] ?? 0;
  return low + share * ((to[high] ?? 0) - low);
}

function last(values: Float64Array): number {
  return values.at(-1) ?? 0;
}
