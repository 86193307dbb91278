import { describe, expect, it } from 'vitest';
import { lowHeights } from '../../../web/stage/timeline/low_heights';

describe('heights of the lanes of a low timeline', () => {
  const ofAll = (lanes: number, rows: number, room: number) => {
    const low = lowHeights(lanes, rows, room);
    return { ...low, all: lanes * low.lane + low.rows * low.row };
  };

  it('are what they would like to be where there is room', () => {
    expect(lowHeights(3, 4, Number.POSITIVE_INFINITY)).toEqual({ lane: 27, row: 16, rows: 4 });
  });

  it('are lower where there is less, with every row of the strip in its place', () => {
    const low = ofAll(4, 4, 118);
    expect(low.rows).toBe(4);
    expect(low.lane).toBeGreaterThanOrEqual(14);
    expect(low.all).toBeCloseTo(118);
  });

  it('leave out rows of the strip, and no lane, where even the lowest do not fit', () => {
    const low = ofAll(4, 20, 118);
    expect(low.rows).toBe(5);
    expect(low.all).toBeLessThanOrEqual(118);
    expect(lowHeights(9, 20, 118).rows).toBe(2);
  });
});
