import { describe, expect, it } from 'vitest';
import type { Cut } from '../../../../web/engine/protocol';
import type { Trace } from '../../../../web/model/trace/trace';
import { changedLines, decidedLines } from '../../../../web/stage/model/guilty_lines';

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
      [64, { kept: 1, all: 2 }],
      [128, { kept: 0, all: 1 }],
    ]);
    expect(decidedLines(cuts, 8).size).toBe(0);
  });
});
