import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocateColumns } from '../../../../web/engine/instance/columns';
import { FLAG_ACK, FLAG_BROKEN, FLAG_DEVICE, FLAG_WAIT } from '../../../../web/engine/protocol';
import { coarseToFine, crashPoints } from '../../../../web/engine/stage/crash_points';

describe('distinct crash points', () => {
  it('are the start, and after whatever changes a device or tells a client something', () => {
    const events = allocateColumns(5);
    events.flags.set([FLAG_WAIT, FLAG_DEVICE, 0, FLAG_ACK | FLAG_BROKEN, FLAG_BROKEN]);
    expect(crashPoints({ phase: 0, start: 0, events, spans: [] })).toEqual([0, 2, 4]);
  });

  it('of a recovery begin behind the power cut, which has decided what was open before', () => {
    const events = allocateColumns(3);
    events.flags.set([FLAG_DEVICE, 0, FLAG_DEVICE]);
    expect(crashPoints({ phase: 1, start: 30, events, spans: [] })).toEqual([31, 33]);
    const none = allocateColumns(0);
    expect(crashPoints({ phase: 1, start: 30, events: none, spans: [] })).toEqual([30]);
  });
});

describe('coarse to fine', () => {
  it('visits every point once', () => {
    fc.assert(
      fc.property(fc.nat(1000), (length) => {
        const points = Array.from({ length }, (_, i) => i * 3);
        expect([...coarseToFine(points)].sort((a, b) => a - b)).toEqual(points);
      }),
    );
  });

  it('halves what is unknown long before it is complete', () => {
    const points = Array.from({ length: 1024 }, (_, i) => i);
    const early = coarseToFine(points).slice(0, 64);
    expect(early.slice(0, 3)).toEqual([0, 64, 128]);
    const gaps = early.sort((a, b) => a - b).map((at, n) => at - (early[n - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(64);
  });
});
