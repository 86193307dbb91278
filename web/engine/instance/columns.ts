import { EVENT_BYTES, type EventColumns, SPAN_BYTES, type Span } from '../protocol';

const BYTES_AN_EVENT = 8 + 5 * 4 + 6 * 2 + 4;
const TWO_TO_32 = 2 ** 32;

/**
 * Returns zeroed columns for `length` events. All columns share one buffer, so that one transfer
 * moves them.
 */
export function allocateColumns(length: number): EventColumns {
  const buffer = new ArrayBuffer(length * BYTES_AN_EVENT);
  let offset = 0;
  const take = <T>(Column: new (b: ArrayBuffer, o: number, n: number) => T, bytes: number): T => {
    const column = new Column(buffer, offset, length);
    offset += bytes * length;
    return column;
  };
  return {
    length,
    // The widest columns come first, which keeps every column aligned.
    time: take(Float64Array, 8),
    address: take(Uint32Array, 4),
    size: take(Uint32Array, 4),
    key: take(Uint32Array, 4),
    a: take(Uint32Array, 4),
    b: take(Uint32Array, 4),
    actor: take(Uint16Array, 2),
    txn: take(Uint16Array, 2),
    label: take(Uint16Array, 2),
    ordinal: take(Uint16Array, 2),
    structure: take(Uint16Array, 2),
    statement: take(Uint16Array, 2),
    kind: take(Uint8Array, 1),
    tier: take(Uint8Array, 1),
    category: take(Uint8Array, 1),
    flags: take(Uint8Array, 1),
  };
}

const COLUMN_NAMES = [
  'time',
  'address',
  'size',
  'key',
  'a',
  'b',
  'actor',
  'txn',
  'label',
  'ordinal',
  'structure',
  'statement',
  'kind',
  'tier',
  'category',
  'flags',
] as const;

/** Copies the first `count` events of `from` into `into`, from index `at`. */
export function copyColumns(
  from: EventColumns,
  count: number,
  into: EventColumns,
  at: number,
): void {
  for (const name of COLUMN_NAMES) into[name].set(from[name].subarray(0, count), at);
}

/**
 * Decodes event records (EVENT_BYTES each; layout in engine-wasm/trace/event.h) into columns, from
 * index `at` on.
 */
export function decodeEvents(records: Uint8Array, into: EventColumns, at: number): void {
  const count = records.byteLength / EVENT_BYTES;
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  for (let i = 0, o = 0; i < count; i++, o += EVENT_BYTES) {
    const n = at + i;
    into.kind[n] = view.getUint8(o + 4);
    into.tier[n] = view.getUint8(o + 5);
    into.category[n] = view.getUint8(o + 6);
    into.flags[n] = view.getUint8(o + 7);
    into.time[n] = view.getUint32(o + 8, true) + view.getUint32(o + 12, true) * TWO_TO_32;
    into.actor[n] = view.getUint16(o + 16, true);
    into.txn[n] = view.getUint16(o + 18, true);
    into.label[n] = view.getUint16(o + 20, true);
    into.ordinal[n] = view.getUint16(o + 22, true);
    into.address[n] = view.getUint32(o + 24, true);
    into.size[n] = view.getUint32(o + 28, true);
    into.structure[n] = view.getUint16(o + 32, true);
    into.statement[n] = view.getUint16(o + 34, true);
    into.key[n] = view.getUint32(o + 36, true);
    into.a[n] = view.getUint32(o + 40, true);
    into.b[n] = view.getUint32(o + 44, true);
  }
}

/** Decodes span records (SPAN_BYTES each); times in virtual nanoseconds since the phase began. */
export function decodeSpans(records: Uint8Array): Span[] {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const time = (o: number) => view.getUint32(o, true) + view.getUint32(o + 4, true) * TWO_TO_32;
  return Array.from({ length: records.byteLength / SPAN_BYTES }, (_, i) => {
    const o = i * SPAN_BYTES;
    return {
      start: time(o),
      end: time(o + 8),
      actor: view.getUint16(o + 16, true),
      category: view.getUint8(o + 18),
      txn: view.getUint16(o + 20, true),
      ...(view.getUint8(o + 19) !== 0 && { waits: true }),
    };
  });
}

/** Gathers what the engine's trace buffer holds at each drain until the phase has ended. */
export class TraceGatherer {
  private readonly events: Uint8Array[] = [];
  private readonly spans: Span[] = [];
  private bytes = 0;

  /**
   * Adds the records of a drain. It copies them: `events` and `spans` may be views on linear
   * memory.
   */
  add(events: Uint8Array, spans: Uint8Array): void {
    if (events.byteLength > 0) this.events.push(events.slice());
    this.bytes += events.byteLength;
    for (const span of decodeSpans(spans)) this.spans.push(span);
  }

  finish(): { events: EventColumns; spans: Span[] } {
    const events = allocateColumns(this.bytes / EVENT_BYTES);
    let at = 0;
    for (const records of this.events) {
      decodeEvents(records, events, at);
      at += records.byteLength / EVENT_BYTES;
    }
    return { events, spans: this.spans };
  }
}
