import fc from 'fast-check';
import { allocateColumns } from '../../../web/engine/instance/columns';
import type { PhaseTrace, Span } from '../../../web/engine/protocol';
import { joinPhases, type Trace, type TraceNames } from '../../../web/model/trace/trace';

/** Names as a session of two clients, a daemon and a recovery has them. */
export const names: TraceNames = {
  kinds: [
    '',
    'statement',
    'statement-end',
    'begin',
    'acknowledge',
    'abort',
    'store',
    'write-back',
    'fence',
    'log-insert',
    'log-durable',
    'lock-wait',
    'phase',
    'redo',
    'redo-skip',
    'recovered',
    'end',
    'step',
    'deadlock',
    'lock-grant',
    'check',
    'write',
    'lock-release',
    'truncate',
    'undo',
    'read',
  ],
  tiers: ['', 'cache', 'dram', 'nvm', 'disk'],
  structures: ['log-object', 'entry', 'page'].map((id) => ({
    id,
    title: { en: `the ${id}`, zh: `${id} 结构` },
    tier: 'nvm',
    shape: 'list',
  })),
  transactions: [
    { id: 1, name: 'T1', thread: 0 },
    { id: 2, name: 'T2', thread: 1 },
    { id: 3, name: 'Long_42', thread: 1 },
  ],
  actors: [
    { id: 0, kind: 'client', name: { en: 'thread 1', zh: '线程 1' }, thread: 0 },
    { id: 1, kind: 'client', name: { en: 'thread 2', zh: '线程 2' }, thread: 1 },
    { id: 2, kind: 'daemon', name: { en: 'persister', zh: '持久化线程' } },
    { id: 3, kind: 'recovery', name: { en: 'recovery', zh: '恢复' } },
  ],
};

/** One event in words; what is left out is 0 or none. */
export interface MadeEvent {
  readonly kind: string;
  readonly time?: number;
  readonly actor?: number;
  readonly txn?: number;
  readonly of?: string;
  readonly tier?: string;
  readonly address?: number;
  readonly size?: number;
  readonly key?: number;
  readonly a?: number;
  readonly b?: number;
  readonly label?: number;
  readonly statement?: number;
  readonly flags?: number;
}

export function phaseOf(
  phase: number,
  start: number,
  made: readonly MadeEvent[],
  spans: readonly Span[] = [],
): PhaseTrace {
  const events = allocateColumns(made.length);
  made.forEach((event, i) => {
    events.kind[i] = names.kinds.indexOf(event.kind);
    events.time[i] = event.time ?? i * 10;
    events.actor[i] = event.actor ?? 0;
    events.txn[i] = event.txn ?? 0;
    events.structure[i] = names.structures.findIndex(({ id }) => id === event.of) + 1;
    events.tier[i] = names.tiers.indexOf(event.tier ?? '');
    events.address[i] = event.address ?? 0;
    events.size[i] = event.size ?? 0;
    events.key[i] = event.key ?? 0;
    events.a[i] = event.a ?? 0;
    events.b[i] = event.b ?? 0;
    events.label[i] = event.label ?? 0;
    events.statement[i] = event.statement ?? 0xffff;
    events.flags[i] = event.flags ?? 0;
  });
  return { phase, start, events, spans };
}

/** A trace of one phase. */
export const traceOf = (made: readonly MadeEvent[], spans: readonly Span[] = []): Trace =>
  joinPhases(names, [phaseOf(0, 0, made, spans)]);

const anyEvent: fc.Arbitrary<MadeEvent> = fc.record({
  kind: fc.constantFrom(...names.kinds),
  time: fc.nat(500),
  actor: fc.nat(3),
  txn: fc.nat(3),
  of: fc.constantFrom('', 'log-object', 'entry', 'page'),
  tier: fc.constantFrom(...names.tiers),
  address: fc.nat(64).map((word) => word * 8),
  size: fc.constantFrom(0, 8, 64),
  key: fc.nat(4),
  label: fc.nat(5),
  statement: fc.constantFrom(0, 1, 0xffff),
  flags: fc.nat(15),
});

/** Any trace of one to three phases, each but the last cut off somewhere. */
export const anyTrace: fc.Arbitrary<Trace> = fc
  .array(fc.tuple(fc.array(anyEvent, { maxLength: 40 }), fc.nat(100)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((phases) => {
    let start = 0;
    const parts = phases.map(([made, percent], n) => {
      const part = phaseOf(n, start, made);
      start += Math.floor((made.length * percent) / 100);
      return part;
    });
    return joinPhases(names, parts);
  });

/** A trace and a position in it. */
export const anyPlace = anyTrace.chain((trace) =>
  fc.record({ trace: fc.constant(trace), at: fc.nat(trace.length) }),
);
