import { describe, expect, it } from 'vitest';
import {
  frameAt,
  latencyQuantile,
  NO_SAMPLES,
  placesOf,
  rateAt,
  reached,
  sharesAt,
  valueAt,
  withSlice,
} from '../../../../web/model/experiment/race_series';

const frame = (time: number, latency: [number, number][] = []) => ({
  time,
  latency,
  wear: [],
  wearMax: [],
  wearUnits: [],
});
const series = withSlice(NO_SAMPLES, {
  from: 0,
  columns: {
    elapsed: [10, 20, 30],
    commits: [1, 5, 5],
    'time.a': [10, 20, 30],
    'time.b': [0, 0, 30],
  },
  frames: [frame(10), frame(30)],
});

describe('a series over virtual time', () => {
  it('is in proportion between two samples, from nothing at the start', () => {
    expect([0, 5, 10, 15, 30, 99].map((time) => valueAt(series, 'commits', time))).toEqual([
      0, 0.5, 1, 3, 5, 5,
    ]);
    expect(valueAt(NO_SAMPLES, 'commits', 5)).toBe(0);
  });

  it('grows by slices, and takes back what no longer stands', () => {
    const more = { from: 2, columns: { elapsed: [40], commits: [9] }, frames: [frame(40)] };
    const longer = withSlice(series, more);
    expect(longer.columns.elapsed).toEqual([10, 20, 40]);
    expect(longer.columns.commits).toEqual([1, 5, 9]);
    expect(longer.frames.map(({ time }) => time)).toEqual([10, 40]);
    expect([reached(NO_SAMPLES), reached(longer)]).toEqual([0, 40]);
  });

  it('has a rate over a window that the start cuts short', () => {
    expect(rateAt(series, 'commits', 20, 10)).toBeCloseTo(4e8);
    expect(rateAt(series, 'commits', 10, 100)).toBeCloseTo(1e8);
    expect(rateAt(series, 'commits', 0, 10)).toBe(0);
  });

  it('has the newest frame that is not later', () => {
    expect([5, 10, 29, 30].map((time) => frameAt(series, time)?.time)).toEqual([10, 10, 10, 30]);
    expect(frameAt(NO_SAMPLES, 5)).toBeUndefined();
  });

  it('divides the time into shares of one', () => {
    expect(sharesAt(series, ['a', 'b'], 30).map(({ share }) => share)).toEqual([0.5, 0.5]);
    expect(sharesAt(NO_SAMPLES, ['a'], 30).map(({ share }) => share)).toEqual([0]);
  });
});

it('what do half of the commits not exceed?', () => {
  const some = frame(1, [
    [7, 3],
    [15, 6],
    [31, 1],
  ]);
  expect(latencyQuantile(some, 0.5)).toBe(15);
  expect(latencyQuantile(some, 0.99)).toBe(31);
  expect(latencyQuantile(frame(1), 0.5)).toBeUndefined();
});

it('who is first, and who shares a place?', () => {
  expect(placesOf([5, 9, 5, 1])).toEqual([2, 1, 2, 4]);
});
