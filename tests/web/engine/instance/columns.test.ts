import { describe, expect, it } from 'vitest';
import {
  allocateColumns,
  copyColumns,
  decodeEvents,
  decodeSpans,
  TraceGatherer,
} from '../../../../web/engine/instance/columns';
import { EVENT_BYTES, SPAN_BYTES } from '../../../../web/engine/protocol';

/** One record with a different value in every field, as engine-wasm/trace/event.h lays it out. */
function eventRecord(n: number): Uint8Array {
  const bytes = new Uint8Array(EVENT_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, n, true);
  bytes.set([1 + n, 2, 3, 4], 4);
  view.setBigUint64(8, (1n << 40n) + BigInt(n), true);
  [5, 6, 7, 8].forEach((value, i) => {
    view.setUint16(16 + i * 2, value, true);
  });
  view.setUint32(24, 0xfffffff0, true);
  view.setUint32(28, 64, true);
  view.setUint16(32, 9, true);
  view.setUint16(34, 0xffff, true);
  [10, 11, 12].forEach((value, i) => {
    view.setUint32(36 + i * 4, value, true);
  });
  return bytes;
}

describe('event records', () => {
  it('become columns, each field in its own', () => {
    const columns = allocateColumns(3);
    decodeEvents(eventRecord(1), columns, 1);
    const row = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [
        name,
        typeof column === 'number' ? column : column[1],
      ]),
    );
    expect(row).toEqual({
      length: 3,
      kind: 2,
      tier: 2,
      category: 3,
      flags: 4,
      time: 2 ** 40 + 1,
      actor: 5,
      txn: 6,
      label: 7,
      ordinal: 8,
      address: 0xfffffff0,
      size: 64,
      structure: 9,
      statement: 0xffff,
      key: 10,
      a: 11,
      b: 12,
    });
    expect(columns.kind[0]).toBe(0);
    expect(columns.kind[2]).toBe(0);
  });

  it('share one buffer, so that one transfer moves them', () => {
    const columns = allocateColumns(7);
    const buffers = Object.values(columns).filter((column) => typeof column !== 'number');
    expect(new Set(buffers.map(({ buffer }) => buffer)).size).toBe(1);
  });

  it('are copied as far as asked', () => {
    const from = allocateColumns(4);
    from.key.set([1, 2, 3, 4]);
    const into = allocateColumns(4);
    copyColumns(from, 2, into, 1);
    expect([...into.key]).toEqual([0, 1, 2, 0]);
  });
});

describe('a trace gathered over several drains', () => {
  it('is whole, and independent of the memory it came from', () => {
    const gatherer = new TraceGatherer();
    for (let n = 0; n < 3; n++) {
      const memory = new Uint8Array(EVENT_BYTES);
      memory.set(eventRecord(n));
      gatherer.add(memory, new Uint8Array(0));
      memory.fill(0);
    }
    expect([...gatherer.finish().events.kind]).toEqual([1, 2, 3]);
  });

  it('has its spans', () => {
    const bytes = new Uint8Array(SPAN_BYTES);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(0, 5n, true);
    view.setBigUint64(8, 2n ** 33n, true);
    view.setUint16(16, 3, true);
    view.setUint8(18, 6);
    view.setUint16(20, 2, true);
    const span = { start: 5, end: 2 ** 33, actor: 3, category: 6, txn: 2 };
    expect(decodeSpans(bytes)).toEqual([span]);
    const waiting = bytes.slice();
    waiting[19] = 1;
    expect(decodeSpans(waiting)).toEqual([{ ...span, waits: true }]);
    const gatherer = new TraceGatherer();
    gatherer.add(new Uint8Array(0), bytes);
    expect(gatherer.finish().spans).toEqual([span]);
  });
});
