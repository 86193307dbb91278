import { describe, expect, it } from 'vitest';
import type { Cut } from '../../../web/engine/protocol';
import { cutFromLink, cutToLink } from '../../../web/link/cut_link';
import { decodeLink, EMPTY_LINK, encodeLink } from '../../../web/link/link';
import { traceOf } from '../support/made_traces';

const store = (address: number, key: number, txn = 1) => ({
  kind: 'store',
  txn,
  of: 'log-object',
  tier: 'cache',
  address,
  size: 8,
  key,
});
const run = [
  store(0x100, 1),
  store(0x140, 2),
  store(0x108, 1),
  { kind: 'write-back', txn: 1, of: 'log-object', tier: 'nvm', address: 0x140, size: 64 },
  { kind: 'fence' },
];
const cut: Cut = {
  at: 5,
  survive: {
    survive: 'none',
    units: [
      { tier: 'nvm', address: 0x100, stores: [true, false] },
      { tier: 'nvm', address: 0x900, stores: [true] },
    ],
  },
};

/** The same run after a release that moved everything and does something before it. */
const moved = traceOf([
  { kind: 'phase' },
  ...run.map((event) =>
    'address' in event ? { ...event, address: (event.address ?? 0) + 0x1000 } : event,
  ),
]);

describe('the survivors of a power cut', () => {
  const trace = traceOf(run);
  const link = cutToLink(trace, cut);

  it('are named by the newest event that touches them, or else by address', () => {
    expect(link.units).toEqual([
      {
        tier: 'nvm',
        event: { of: { event: 'store', of: 'log-object', tx: 'T1', nth: 3 } },
        delta: -8,
        stores: [true, false],
      },
      { tier: 'nvm', delta: 0x900, stores: [true] },
    ]);
  });

  it('come back through the text of a link', () => {
    const { state } = decodeLink(encodeLink({ ...EMPTY_LINK, cuts: [link] }));
    expect(cutFromLink(trace, state.cuts[0] ?? link)).toEqual({ cut, exact: true });
  });

  it('are found where a later release put them', () => {
    const found = cutFromLink(moved, { ...link, units: link.units.slice(0, 1) });
    expect(found.exact).toBe(true);
    expect(found.cut).toEqual({
      at: 6,
      survive: {
        survive: 'none',
        units: [{ tier: 'nvm', address: 0x1100, stores: [true, false] }],
      },
    });
  });

  it('that are gone are left out, and the cut says that it is not exact', () => {
    const shorter = traceOf(run.slice(0, 2));
    const found = cutFromLink(shorter, link);
    expect(found.exact).toBe(false);
    expect(found.cut.survive.units).toEqual([{ tier: 'nvm', address: 0x900, stores: [true] }]);
  });

  it('keep their policy and seed', () => {
    const random: Cut = { at: 2, survive: { survive: 'random', seed: 9 } };
    expect(cutFromLink(trace, cutToLink(trace, random))).toEqual({ cut: random, exact: true });
  });
});
