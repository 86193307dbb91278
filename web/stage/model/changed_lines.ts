import { FLAG_BROKEN } from '../../engine/protocol';
import type { Trace } from '../../model/trace/trace';

/** Labels of the listing lines that a mutation changed somewhere in the trace. */
export function changedLines({ events, length }: Trace): ReadonlySet<number> {
  const labels = new Set<number>();
  for (let i = 0; i < length; i++) {
    if (((events.flags[i] ?? 0) & FLAG_BROKEN) !== 0) labels.add(events.label[i] ?? 0);
  }
  return labels;
}
