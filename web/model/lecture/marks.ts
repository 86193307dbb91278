import type { Cut, EventPattern, Mark, Scenario } from '../../engine/protocol';
import { findPattern, resolveAnchor } from '../trace/anchor';
import type { Trace } from '../trace/trace';

/** A mark with a position; `index` is its place in the scenario. */
export interface MarkStop {
  readonly index: number;
  readonly position: number;
  readonly mark: Mark;
}

/** An event that a scenario names and this trace does not have. */
export interface MissingEvent {
  /** The place in the file: `marks[2].when`. */
  readonly path: string;
  readonly pattern: EventPattern;
  /** The nearest event that exists. */
  readonly nearest: number;
  /** True where its phase has not been made yet, which is no mistake of the file. */
  readonly later: boolean;
}

/** The marks of a scenario by position, and the missing ones. */
export function resolveMarks(
  trace: Trace,
  scenario: Scenario,
): { readonly stops: readonly MarkStop[]; readonly missing: readonly MissingEvent[] } {
  const stops: MarkStop[] = [];
  const missing: MissingEvent[] = [];
  scenario.marks?.forEach((mark, index) => {
    const position = findPattern(trace, mark.when);
    if (position !== undefined) stops.push({ index, position, mark });
    else missing.push(missingEvent(trace, `marks[${index}].when`, mark.when));
  });
  return { stops: stops.sort((a, b) => a.position - b.position || a.index - b.index), missing };
}

/** The position at which fault `index` of a scenario cuts the power. */
export function resolveFault(
  trace: Trace,
  scenario: Scenario,
  index: number,
): { readonly position: number } | { readonly missing: MissingEvent } {
  const pattern = scenario.faults?.[index]?.at ?? { event: '' };
  const position = findPattern(trace, pattern);
  if (position !== undefined) return { position };
  return { missing: missingEvent(trace, `faults[${index}].at`, pattern) };
}

/**
 * The position of the first power cut that is not the scenario's own: from there on its marks
 * describe another run. Undefined where there is none; a cut for which the scenario has no fault is
 * left to the reader.
 */
export function leavesCourse(
  trace: Trace,
  scenario: Scenario,
  cuts: readonly Cut[],
): number | undefined {
  return cuts.find((cut, index) => {
    const fault = scenario.faults?.[index];
    if (!fault) return false;
    const own = resolveFault(trace, scenario, index);
    const there = 'position' in own && own.position === cut.at;
    return !there || JSON.stringify(fault.crash) !== JSON.stringify(cut.survive);
  })?.at;
}

/** The mark at a position or the last one before it; undefined before the first. */
export function markAt(stops: readonly MarkStop[], at: number): MarkStop | undefined {
  return stops.findLast((stop) => stop.position <= at);
}

function missingEvent(trace: Trace, path: string, pattern: EventPattern): MissingEvent {
  const nearest = resolveAnchor(trace, { of: pattern }).position;
  return { path, pattern, nearest, later: (pattern.phase ?? 0) >= trace.phases.length };
}
