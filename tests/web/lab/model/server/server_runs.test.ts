import { describe, expect, it } from 'vitest';
import { roomFor } from '../../../../../web/lab/model/server/server_runs';

// Sizes of what is run, by the log.

const table = (rows: number, widest: number) => ({
  ...{ id: String(rows), index: false, rowsBefore: 0, rows, widest },
});

describe('the room for a log', () => {
  it('has lists by its largest table, and pages and a pool that hold its bytes', () => {
    const small = roomFor({ tables: [table(1, 8)] });
    expect(small).toEqual({ buckets: 2, spare_pages: 4096, frames: 16_384 });
    const large = roomFor({ tables: [table(1_000_000, 200), table(10, 8)] });
    expect(large.buckets).toBe(524_288);
    // 232 MB in pages that are two thirds full.
    expect(large.spare_pages).toBe(42_270);
    expect(large.frames).toBe(84_540);
  });

  it('stays within what an experiment takes', () => {
    const vast = roomFor({ tables: [table(1e12, 2000)] });
    expect(vast).toEqual({ buckets: 1 << 20, spare_pages: 1e6, frames: 2e6 });
    expect(roomFor({ tables: [] }).buckets).toBe(2);
  });
});
