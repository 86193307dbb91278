import { kindTable, type Trace } from './trace';

/** The size of one step, coarse to fine. */
export type StepSize =
  | 'mark'
  | 'transaction'
  | 'statement'
  | 'log-record'
  | 'operation' // consecutive like micro-operations on one thing are one step
  | 'micro-operation';

export const STEP_SIZES: readonly StepSize[] = [
  'mark',
  'transaction',
  'statement',
  'log-record',
  'operation',
  'micro-operation',
];

/**
 * The stops in recovery, which has no statements: its passes and its end count for every coarse
 * size.
 */
const RECOVERY = ['phase', 'recovered'];
const TRANSACTION = ['begin', 'acknowledge', 'abort', 'deadlock', ...RECOVERY];
const KINDS: Partial<Record<StepSize, readonly string[]>> = {
  transaction: TRANSACTION,
  statement: ['statement', 'end', 'redo', 'redo-skip', 'undo', ...RECOVERY],
  'log-record': [
    'log-insert',
    'log-durable',
    'redo',
    'redo-skip',
    'undo',
    'truncate',
    'backup',
    ...RECOVERY,
  ],
};

/**
 * The positions to stop at, ascending and distinct, always with the start, every power cut and the
 * end. `marks` are the positions of the scenario's marks, for the step size of that name.
 */
export function stepStops(
  trace: Trace,
  size: StepSize,
  marks: readonly number[] = [],
): Uint32Array {
  const stops = new Set<number>([0, trace.length]);
  for (const phase of trace.phases) stops.add(phase.start).add(phase.end);
  if (size === 'mark') {
    for (const mark of marks) if (mark >= 0 && mark <= trace.length) stops.add(mark);
  } else {
    const stopsAfter = stopTest(trace, size);
    for (let i = 0; i < trace.length; i++) if (stopsAfter(i)) stops.add(i + 1);
  }
  return Uint32Array.from(stops).sort();
}

/** The first stop after a position; undefined at the end. */
export function nextStop(stops: Uint32Array, at: number): number | undefined {
  return stops[countUpTo(stops, at)];
}

/** The last stop before a position; undefined at the start. */
export function previousStop(stops: Uint32Array, at: number): number | undefined {
  return stops[countUpTo(stops, at - 1) - 1];
}

/** The target of the next step: its position, and the event that happens last on the way. */
export function comingNext(
  stops: Uint32Array,
  at: number,
): { readonly position: number; readonly event: number } | undefined {
  const position = nextStop(stops, at);
  return position === undefined ? undefined : { position, event: position - 1 };
}

function stopTest(trace: Trace, size: StepSize): (index: number) => boolean {
  if (size === 'micro-operation') return () => true;
  if (size === 'operation') return (i) => !sameOperation(trace, i);
  const table = kindTable(trace.names, KINDS[size] ?? []);
  const { kind } = trace.events;
  return (i) => table[kind[i] ?? 0] === 1;
}

/** Returns true if the event after `i` continues the action of `i`. */
function sameOperation({ events, length }: Trace, i: number): boolean {
  if (i + 1 >= length) return false;
  const columns = [
    events.kind,
    events.actor,
    events.txn,
    events.label,
    events.structure,
    events.key,
  ];
  return columns.every((column) => column[i] === column[i + 1]);
}

/** The number of stops that are at most `at`. */
function countUpTo(stops: Uint32Array, at: number): number {
  let low = 0;
  let high = stops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stops[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
