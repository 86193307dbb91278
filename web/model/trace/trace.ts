import { allocateColumns, copyColumns } from '../../engine/instance/columns';
import type {
  ActorInfo,
  Description,
  EventColumns,
  PhaseTrace,
  SessionInfo,
  Span,
  StructureDescription,
  TransactionInfo,
  Verdict,
} from '../../engine/protocol';
import { describedScheme } from './described_scheme';

/** The meanings of the numbers in the columns. */
export interface TraceNames {
  readonly kinds: readonly string[];
  readonly tiers: readonly string[];
  readonly structures: readonly StructureDescription[];
  readonly transactions: readonly TransactionInfo[];
  readonly actors: readonly ActorInfo[];
}

/** One phase within a joined trace; `start` and `end` are positions. */
export interface TracePhase {
  readonly phase: number;
  readonly start: number;
  /** The position at which the phase ended, or the power was cut. */
  readonly end: number;
  /** The spans, clipped at the power cut. Times count from the phase's own start. */
  readonly spans: readonly Span[];
  readonly verdict?: Verdict;
  readonly trap?: { readonly at: number; readonly message: string };
}

/**
 * All phases of a plan as one row of events. Event `i` happens between positions `i` and `i + 1`.
 */
export interface Trace {
  readonly names: TraceNames;
  readonly events: EventColumns;
  /**
   * The clock at each event: the latest time of its phase so far (actors' own clocks may run
   * ahead).
   */
  readonly clock: Float64Array;
  readonly phases: readonly TracePhase[];
  readonly length: number;
}

/** The names that a session's columns refer to. */
export function traceNames(description: Description, info: SessionInfo): TraceNames {
  const scheme = describedScheme(description, info);
  return {
    kinds: description.eventKinds,
    tiers: description.tiers,
    structures: scheme?.structures ?? [],
    transactions: info.transactions,
    actors: info.actors,
  };
}

/** Joins phases in order; each ends where the next one starts. */
export function joinPhases(names: TraceNames, parts: readonly PhaseTrace[]): Trace {
  const ends = parts.map((part, n) => parts[n + 1]?.start ?? part.start + part.events.length);
  const length = ends.at(-1) ?? 0;
  const events = allocateColumns(length);
  parts.forEach((part, n) => {
    copyColumns(part.events, (ends[n] as number) - part.start, events, part.start);
  });
  const clock = new Float64Array(length);
  const phases = parts.map((part, n) => {
    const end = ends[n] as number;
    const last = runClock(events.time, part.start, end, clock);
    const cutOff = end < part.start + part.events.length;
    return {
      phase: part.phase,
      start: part.start,
      end,
      spans: cutOff ? clipSpans(part.spans, last) : part.spans,
      ...(part.verdict && { verdict: part.verdict }),
      ...(part.trap && !cutOff && { trap: part.trap }),
    };
  });
  return { names, events, clock, phases, length };
}

/**
 * The phase that position `at` belongs to; a power cut's own position is the end of the one before.
 */
export function phaseAt(trace: Trace, at: number): TracePhase | undefined {
  return trace.phases.find((phase) => at <= phase.end) ?? trace.phases.at(-1);
}

/** Virtual nanoseconds since the phase's start at a position. */
export function timeAt(trace: Trace, at: number): number {
  const phase = phaseAt(trace, at);
  if (!phase || at <= phase.start) return 0;
  return trace.clock[Math.min(at, trace.length) - 1] ?? 0;
}

/** The last position of `phase` whose time is at most `time`. */
export function positionAtTime(trace: Trace, phase: TracePhase, time: number): number {
  let low = phase.start;
  let high = phase.end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((trace.clock[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Virtual nanoseconds that a phase lasts, its spans included unless the power was cut. */
export function phaseDuration(trace: Trace, phase: TracePhase): number {
  const last = phase.end > phase.start ? (trace.clock[phase.end - 1] ?? 0) : 0;
  return phase.spans.reduce((latest, span) => Math.max(latest, span.end), last);
}

/** Name of the kind of event `index`; '' beyond the trace. */
export function kindOf(trace: Trace, index: number): string {
  return trace.names.kinds[trace.events.kind[index] ?? -1] ?? '';
}

/** A table by `kind` column: 1 for each of these kinds. */
export function kindTable(names: TraceNames, kinds: readonly string[]): Uint8Array {
  const table = new Uint8Array(256);
  names.kinds.forEach((kind, n) => {
    if (kind !== '' && kinds.includes(kind)) table[n] = 1;
  });
  return table;
}

/** Name of a transaction by its number; '' for none. */
export function transactionName(
  { transactions }: Pick<TraceNames, 'transactions'>,
  txn: number | undefined,
): string {
  return transactions.find(({ id }) => id === txn)?.name ?? '';
}

function runClock(time: Float64Array, start: number, end: number, into: Float64Array): number {
  let latest = 0;
  for (let i = start; i < end; i++) {
    latest = Math.max(latest, time[i] as number);
    into[i] = latest;
  }
  return latest;
}

function clipSpans(spans: readonly Span[], end: number): Span[] {
  return spans
    .filter((span) => span.start < end)
    .map((span) => (span.end <= end ? span : { ...span, end }));
}
