import { FLAG_BROKEN } from '../../engine/protocol';
import { kindOf, phaseAt, type Trace } from '../trace/trace';

/** A line of a listing that has run. */
export interface RunLine {
  readonly label: number;
  readonly txn: number;
  /** The last event of the line. */
  readonly index: number;
  /** True where a mutation leaves out the rest of it. */
  readonly cut: boolean;
}

const isLeftOut = (trace: Trace, index: number): boolean =>
  ((trace.events.flags[index] ?? 0) & FLAG_BROKEN) !== 0 && kindOf(trace, index) === 'step';

/** True if its thread is about to leave out the rest of the line that it is at. */
function isCutNext(trace: Trace, at: number): boolean {
  const { actor, label } = trace.events;
  const { start } = phaseAt(trace, at + 1) ?? {};
  for (let next = at + 1; next < trace.length; next++) {
    if (phaseAt(trace, next + 1)?.start !== start) return false;
    if (actor[next] !== actor[at]) continue;
    if (label[next] !== label[at]) return false;
    if (isLeftOut(trace, next)) return true;
  }
  return false;
}

/**
 * The last two lines of listings that ran before a position, the newest first; none from before a
 * power cut. A line that a mutation leaves out has not run: it is a step in which nothing happens.
 */
export function linesBefore(trace: Trace, at: number): readonly RunLine[] {
  const { events } = trace;
  const start = phaseAt(trace, at)?.start ?? 0;
  const found: RunLine[] = [];
  const missing = new Set<number>();
  for (let index = at - 1; index >= start && found.length < 2; index--) {
    const label = events.label[index] ?? 0;
    if (label === 0 || found.some((line) => line.label === label)) continue;
    if (isLeftOut(trace, index)) missing.add(label);
    else
      found.push({
        label,
        txn: events.txn[index] ?? 0,
        index,
        cut: missing.has(label) || isCutNext(trace, index),
      });
  }
  return found;
}
