import { describe, expect, it } from 'vitest';
import type { Description } from '../../../../../web/engine/protocol';
import type { ExperimentFile, ExperimentPlan } from '../../../../../web/engine/protocol/experiment';
import { unboundSystems } from '../../../../../web/lab/model/server/above_ceiling';

// Systems that the ceiling of the reader's own server does not bound.

const label = { en: 'x', zh: 'x' };
const schemes = [
  { id: 'server', label, params: { commit: 'synchronous' } },
  { id: 'server', label, params: { commit: 'asynchronous' } },
  { id: 'pages' },
  { id: 'store' },
];
const description = {
  schemes: [
    { id: 'server', params: [{ id: 'frames' }] },
    { id: 'pages', params: [{ id: 'frames' }] },
    { id: 'store', params: [] },
  ],
} as unknown as Description;
const points = [1, 8].flatMap((threads) =>
  schemes.map(({ id }, scheme) => ({
    key: `${scheme} ${threads}`,
    scheme,
    schemeId: id,
    assignment: { threads },
  })),
);
const unbound = (...rates: number[]) =>
  unboundSystems(
    {
      file: { schemes } as unknown as ExperimentFile,
      plan: { points } as unknown as ExperimentPlan,
      results: new Map(
        rates.map((throughput, n) => [
          points[n]?.key ?? '',
          { complete: true, metrics: { throughput } },
        ]),
      ),
    },
    description,
  );

describe('a system that the ceiling does not bound', () => {
  it('has a store of its own, or is above the ceiling with some number of clients', () => {
    expect(unbound(100, 200, 190, 150, 300, 900, 800, 10)).toEqual(new Map([[3, 'store']]));
    const above = unbound(100, 200, 300, 150, 300, 900, 800, 10);
    expect(above).toEqual(
      new Map([
        [2, 'software'],
        [3, 'store'],
      ]),
    );
    // Two runs of one rate are so far apart.
    expect(unbound(100, 200, 205)).toEqual(new Map());
  });
});
