import { describe, expect, it } from 'vitest';
import {
  CHECKPOINT_BYTES,
  checkpointBytes,
  logBytesOf,
} from '../../../../web/lab/model/log_volume';
import type { Settings } from '../../../../web/lab/model/server/settings_text';

// The volume of a server's own log: its bytes and its checkpoints.

const mark = (commits: number, bytes: number, imageBytes: number) => ({
  commits,
  bytes,
  imageBytes,
});
const volume = {
  bytes: 5000,
  imageRecords: 40,
  imageBytes: 4000,
  pages: 40,
  pagesFromBefore: 0,
  checkpoints: 0,
  checkpointBytes: 0,
  longestWithout: 5000,
  course: [mark(100, 3000, 2900), mark(200, 4000, 3500), mark(300, 5000, 4000)],
};
const times = { commits: 300, microseconds: 100_000, busiestSecond: 300, secondsWithCommits: 1 };

describe('the bytes of a commit', () => {
  it('are those of the commits that are measured', () => {
    const log = { commits: 300, volume };
    expect(logBytesOf(log)).toEqual({ all: 5000 / 300, images: 4000 / 300 });
    expect(logBytesOf(log, 100)).toEqual({ all: 10, images: 5.5 });
    expect(logBytesOf(log, 100, 100)).toEqual({ all: 10, images: 6 });
    expect(logBytesOf(log, 50, 50)).toEqual({ all: 30, images: 29 });
    // A run is not behind the log, however short that is.
    expect(logBytesOf(log, 10_000, 10_000)?.all).toBeGreaterThan(0);
  });

  it('are those of the whole where a result tells no more, and none of a text without them', () => {
    const { bytes, imageRecords, imageBytes, pages } = volume;
    const kept = { bytes, imageRecords, imageBytes, pages };
    expect(logBytesOf({ commits: 300, volume: kept }, 100, 100)?.all).toBeCloseTo(5000 / 300);
    expect(logBytesOf({ commits: 300, volume: { ...volume, bytes: 0 } })).toBeUndefined();
    expect(logBytesOf({ commits: 0, volume })).toBeUndefined();
  });
});

describe('the log between two checkpoints', () => {
  const between = (of: Partial<typeof volume>, settings: Settings = {}, microseconds = 1e5) =>
    checkpointBytes({ volume: { ...volume, ...of }, times: { ...times, microseconds } }, settings);
  const set = (value: number) => ({ value, line: '' });

  it('is what the log has, where it has two of them', () => {
    expect(between({ checkpointBytes: 7_000_000 }, { max_wal_size: set(1e9) })).toBe(7_000_000);
  });

  it('is by the settings of the server, or those of PostgreSQL', () => {
    expect(between({})).toBe(CHECKPOINT_BYTES);
    expect(CHECKPOINT_BYTES).toBeCloseTo(1024 ** 3 / 1.9);
    const settings = { max_wal_size: set(3e9), checkpoint_completion_target: set(0.5) };
    expect(between({}, settings)).toBeCloseTo(2e9);
  });

  it('is no longer than what the server logs until its time is up', () => {
    const slow = 1e7; // 5000 bytes in ten seconds
    expect(between({}, {}, slow)).toBeCloseTo(5000 * 30);
    expect(between({}, { checkpoint_timeout: set(60e6) }, slow)).toBeCloseTo(5000 * 6);
    expect(between({ longestWithout: 1e9 }, {}, slow)).toBe(1e9);
  });
});
