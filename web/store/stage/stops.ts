import { type StepSize, stepStops } from '../../model/trace/steps';
import type { Trace } from '../../model/trace/trace';
import type { Session } from './stage_state';

const kept = new WeakMap<Trace, Map<StepSize, Uint32Array>>();

/** The positions at which a step size stops, computed once for each trace. */
export function stopsOf(
  { trace, marks }: Pick<Session, 'trace' | 'marks'>,
  size: StepSize,
): Uint32Array {
  const bySize = kept.get(trace) ?? new Map<StepSize, Uint32Array>();
  kept.set(trace, bySize);
  const known = bySize.get(size);
  if (known) return known;
  const stops = stepStops(
    trace,
    size,
    marks.map((mark) => mark.position),
  );
  bySize.set(size, stops);
  return stops;
}
