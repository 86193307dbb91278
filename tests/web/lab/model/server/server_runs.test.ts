import { describe, expect, it } from 'vitest';
import { checkpointParams, serverEntries } from '../../../../../web/lab/model/server/server_runs';
import { roomFor } from '../../../../../web/model/experiment/log_room';

// Sizes of what is run, by the log.

const MB = 1024 ** 2;

const table = (rows: number, widest: number, blocks = 0, index = false) => ({
  id: String(rows),
  index,
  rowsBefore: 0,
  blocks,
  lastPlace: 84,
  rows,
  widest,
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

  it('has frames for every block of the log, and for the leaves that lead to its rows', () => {
    const blocks = roomFor({ tables: [table(5000, 8, 40_000), table(5000, 16, 3000, true)] });
    expect(blocks.spare_pages).toBe(4096);
    expect(blocks.frames).toBe(2 * (4096 + 40_000 + 10_000 + 3000));
  });

  it('stays within what an experiment takes', () => {
    const vast = roomFor({ tables: [table(1e12, 2000)] });
    expect(vast).toEqual({ buckets: 1 << 20, spare_pages: 1e6, frames: 2e6 });
    expect(roomFor({ tables: [] }).buckets).toBe(2);
  });
});

describe('the log of a server', () => {
  it('holds two checkpoints in segments of 16 MB, or in longer ones', () => {
    expect(checkpointParams(64 * MB)).toEqual({
      partitions: 8,
      partition_kb: 16_384,
      checkpoint_kb: 65_536,
    });
    for (const bytes of [1, 5 * MB, 539 * MB, 1e9, 1e12]) {
      const { partitions, partition_kb, checkpoint_kb } = checkpointParams(bytes);
      expect(partitions).toBeGreaterThanOrEqual(4);
      expect(partitions).toBeLessThanOrEqual(64);
      expect(partition_kb % 8).toBe(0);
      const log = partitions * partition_kb;
      expect(log).toBeGreaterThanOrEqual(2 * checkpoint_kb);
      // Else a checkpoint would leave what became dirty since the last one, as ARIES does.
      expect(log).toBeLessThanOrEqual(
        Math.max(2 * checkpoint_kb + 16_384, 2 * checkpoint_kb * 1.1),
      );
      expect(log).toBeLessThan(3.5 * 1024 * 1024);
    }
    expect(checkpointParams(1e12).checkpoint_kb).toBe(1_600_000);
  });
});

describe('the runs of a server', () => {
  const choices = ['synchronous', 'asynchronous'].map((id) => ({ id }));
  const params = [
    'log_on',
    'commit_delay_us',
    'commit_siblings',
    'torn_pages',
    'buffer_kb',
    'flush_us',
  ].map((id) => ({ id }));
  // The engine's description, reduced to the parts in question.
  const scheme = {
    id: 's',
    params: [...params, { id: 'commit', choices }],
  } as unknown as Parameters<typeof serverEntries>[0];
  const line = '';

  it('have what its settings say, and else what PostgreSQL has', () => {
    const [plain, off] = serverEntries(scheme, {});
    expect(plain?.params).toEqual({
      commit: 'synchronous',
      buffer_kb: 4096,
      torn_pages: 'full-page-images',
    });
    expect(off?.params).toMatchObject({ commit: 'asynchronous', flush_us: 200_000 });
    const [set, setOff] = serverEntries(
      scheme,
      {},
      {
        commit_delay: { value: 300, line },
        commit_siblings: { value: 2, line },
        full_page_writes: { value: 0, line },
        wal_buffers: { value: 1 << 20, line },
        wal_writer_delay: { value: 10_000, line },
      },
    );
    expect(set?.params).toMatchObject({
      commit_delay_us: 300,
      commit_siblings: 2,
      torn_pages: 'detect',
      buffer_kb: 1024,
    });
    expect(setOff?.params).toMatchObject({ flush_us: 10_000 });
  });
});
