import { kindTable, type Trace } from '../../model/trace/trace';

/** The bytes that went to and from the disk. */
export interface DiskBytes {
  readonly read: number;
  readonly written: number;
}

/** The bytes that went to and from the disk in a phase up to a position. */
export function diskBytes(trace: Trace, phase: number, position: number): DiskBytes {
  const { events, names } = trace;
  const disk = names.tiers.indexOf('disk');
  const reads = kindTable(names, ['page-read']);
  const writes = kindTable(names, ['page-write']);
  let read = 0;
  let written = 0;
  for (let i = trace.phases[phase]?.start ?? 0; i < position; i++) {
    if (events.tier[i] !== disk) continue;
    if (reads[events.kind[i] ?? 0] === 1) read += events.size[i] ?? 0;
    if (writes[events.kind[i] ?? 0] === 1) written += events.size[i] ?? 0;
  }
  return { read, written };
}

export const PASSES = ['analysis', 'redo', 'undo'] as const;
export type Pass = (typeof PASSES)[number];

/** One pass of recovery; its times are nanoseconds since the power came back. */
export interface PassTime {
  readonly pass: Pass;
  readonly from: number;
  readonly to: number;
}

/** The work that a recovery has done. */
export interface RecoveryWork {
  /** The number of times that recovery read something in the log. */
  readonly checked: number;
  readonly redone: number;
  readonly skipped: number;
  readonly undone: number;
  readonly passes: readonly PassTime[];
  /** The time so far, in nanoseconds. */
  readonly total: number;
  readonly ended: boolean;
}

/** The work of a recovery up to a position; undefined for the run. */
export function recoveryWork(
  trace: Trace,
  phase: number,
  position: number,
): RecoveryWork | undefined {
  const found = trace.phases[phase];
  if (!found || phase === 0) return undefined;
  const end = Math.min(position, found.end);
  const count = (kind: string) => {
    const table = kindTable(trace.names, [kind]);
    let n = 0;
    for (let i = found.start; i < end; i++) if (table[trace.events.kind[i] ?? 0] === 1) n++;
    return n;
  };
  return {
    checked: count('check'),
    redone: count('redo'),
    skipped: count('redo-skip'),
    undone: count('undo'),
    passes: passTimes(trace, found.start, end),
    total: end > found.start ? (trace.clock[end - 1] ?? 0) : 0,
    ended: count('recovered') > 0,
  };
}

/** The passes begun between two positions; the last one goes on to the end. */
function passTimes(trace: Trace, start: number, end: number): PassTime[] {
  const table = kindTable(trace.names, ['phase', 'recovered']);
  const passes: PassTime[] = [];
  const last = end > start ? (trace.clock[end - 1] ?? 0) : 0;
  let open: { pass: Pass; from: number } | undefined;
  const close = (to: number) => {
    if (open) passes.push({ ...open, to });
    open = undefined;
  };
  const phases = kindTable(trace.names, ['phase']);
  for (let i = start; i < end; i++) {
    const kind = trace.events.kind[i] ?? 0;
    if (table[kind] !== 1) continue;
    const time = trace.clock[i] ?? 0;
    close(time);
    const pass = phases[kind] === 1 ? PASSES[trace.events.a[i] ?? 0] : undefined;
    if (pass) open = { pass, from: time };
  }
  close(last);
  return passes;
}

/** The time spent in one pass, in nanoseconds. */
export function passTime(work: RecoveryWork, pass: Pass): number {
  return work.passes
    .filter((each) => each.pass === pass)
    .reduce((sum, { from, to }) => sum + to - from, 0);
}
