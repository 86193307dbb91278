import { describe, expect, it } from 'vitest';
import type { Cut, Transfer } from '../../../../web/engine/protocol';
import type { Trace } from '../../../../web/model/trace/trace';
import { changedLines } from '../../../../web/stage/model/changed_lines';
import { decidedLines } from '../../../../web/stage/model/decided_lines';
import { fatesOf } from '../../../../web/stage/travel/fates';

describe('guilty lines', () => {
  it('of a listing are those at which a mutation changed an event', () => {
    const events = { label: [1, 2, 2, 3, 0], flags: [0, 8, 1, 9, 0] };
    expect(changedLines({ events, length: 5 } as unknown as Trace)).toEqual(new Set([2, 3]));
    expect(changedLines({ events, length: 3 } as unknown as Trace)).toEqual(new Set([2]));
  });

  it('of the cache are those that the power cut made here names, lost ones too', () => {
    const cuts: Cut[] = [
      {
        at: 7,
        survive: {
          survive: 'none',
          units: [
            { tier: 'nvm', address: 64, stores: [true, false] },
            { tier: 'nvm', address: 128, stores: [false] },
            { tier: 'disk', address: 512, stores: [true] },
          ],
        },
      },
    ];
    expect([...decidedLines(cuts, 7)]).toEqual([
      [64, { kept: 1, all: 2, stores: [true, false] }],
      [128, { kept: 0, all: 1, stores: [false] }],
    ]);
    expect(decidedLines(cuts, 8).size).toBe(0);
  });

  it('leave of stores past the cache each its own fate, in the order of the stores', () => {
    const store = (id: number, address: number, state = 'under-way') =>
      ({ kind: 'nt-store', id, state, to: { tier: 'nvm', address } }) as Transfer;
    const lines = new Map([[64, { kept: 1, all: 2, stores: [false, true] }]]);
    const fates = fatesOf([store(9, 80), store(4, 64), store(5, 128)], lines);
    expect([...fates]).toEqual([
      [4, false],
      [9, true],
    ]);
    // One of the two is in the cache: the line shows its fate.
    expect(fatesOf([store(4, 64)], lines).size).toBe(0);
    expect(fatesOf([store(9, 80, 'arrived'), store(4, 64)], lines).size).toBe(0);
  });
});
