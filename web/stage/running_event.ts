import { FLAG_BROKEN } from '../engine/protocol';
import type { Trace } from '../model/trace/trace';
import type { Touched } from './tiers/structure_view';

/** The event that led to a position, as views need it. */
export interface RunningEvent {
  readonly label: number;
  readonly txn: number;
  readonly broken: boolean;
  readonly touched: Touched | undefined;
}

const NOTHING: RunningEvent = {
  label: 0,
  txn: 0,
  broken: false,
  touched: undefined,
};

/** Reads the event before `position`. */
export function runningEvent(trace: Trace, position: number): RunningEvent {
  const index = position - 1;
  if (index < 0 || index >= trace.length) return NOTHING;
  const { events, names } = trace;
  const txn = events.txn[index] ?? 0;
  const structure = names.structures[(events.structure[index] ?? 0) - 1]?.id;
  const key = events.key[index] ?? 0;
  const touched = structure === undefined ? undefined : { structure, key };
  return {
    label: events.label[index] ?? 0,
    txn,
    broken: ((events.flags[index] ?? 0) & FLAG_BROKEN) !== 0,
    touched,
  };
}
