import { FLAG_BROKEN } from '../../engine/protocol';
import { kindOf, phaseAt, type Trace } from '../trace/trace';

/** A line of a listing that has run. */
export interface RunLine {
  readonly label: number;
  readonly txn: number;
  /** The event of it that came last. */
  readonly index: number;
  /** A mutation has left out what of it was to follow. */
  readonly cut: boolean;
}

/**
 * The last two lines of listings that ran before a position, the newest first; none from before a
 * power cut. What a mutation leaves out is a step in which nothing happens: it has not run.
 */
export function linesBefore(trace: Trace, at: number): readonly RunLine[] {
  const { events } = trace;
  const start = phaseAt(trace, at)?.start ?? 0;
  const found: RunLine[] = [];
  const missing = new Set<number>();
  for (let index = at - 1; index >= start && found.length < 2; index--) {
    const label = events.label[index] ?? 0;
    if (label === 0 || found.some((line) => line.label === label)) continue;
    if (((events.flags[index] ?? 0) & FLAG_BROKEN) !== 0 && kindOf(trace, index) === 'step')
      missing.add(label);
    else found.push({ label, txn: events.txn[index] ?? 0, index, cut: missing.has(label) });
  }
  return found;
}
