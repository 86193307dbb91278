import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_REQUEST, verifyScenario } from '../../../../web/engine/explore/client';
import { LocalExploreWorker } from '../../../../web/engine/explore/local_worker';
import { shrinkFailure } from '../../../../web/engine/explore/shrink';
import type { Scenario, Survive } from '../../../../web/engine/protocol';
import { loadEngine } from '../../../../web/runner/node_engine';

const request = { ...DEFAULT_REQUEST, depth: 0, first: true };
const worker = new LocalExploreWorker(() => loadEngine('explore'));

function story(name: string, mutation: string): Scenario {
  const path = new URL(`../../../../scenarios/explore/${name}.json`, import.meta.url);
  const scenario = JSON.parse(readFileSync(path, 'utf8')) as Scenario;
  return { ...scenario, scheme: { ...scenario.scheme, mutations: [mutation] } };
}

async function firstFailure(scenario: Scenario) {
  const { failures } = await verifyScenario([worker], JSON.stringify(scenario), request);
  const [failure] = failures;
  if (!failure) throw new Error('the story has no failure');
  return failure;
}

const survivors = ({ units = [] }: Survive) =>
  units.filter(({ stores }) => stores.some(Boolean)).length;

describe('a failure', () => {
  it('shrinks to the one transaction and the one statement that it needs', async () => {
    const scenario = story('explore-abort', 'leave-out-persist-2-1');
    const failure = await firstFailure(scenario);
    const smallest = await shrinkFailure([worker], scenario, failure, request);
    const statements = smallest.scenario.threads?.flat() ?? [];
    expect(statements.filter((each) => each.startsWith('begin'))).toHaveLength(1);
    expect(statements).toHaveLength(3);
    expect(Object.keys(smallest.scenario.records ?? {}).length).toBeLessThanOrEqual(1);
    expect(smallest.failure.verdict).toBe(failure.verdict);
    expect(smallest.failure.cuts[0]?.at).toBeLessThanOrEqual(failure.cuts[0]?.at ?? 0);
    const again = await firstFailure(smallest.scenario);
    expect(again).toEqual(smallest.failure);
  });

  it('ends with the earliest event and the fewest surviving lines', async () => {
    const scenario = story('explore-abort', 'acknowledge-first');
    const smallest = await shrinkFailure([worker], scenario, await firstFailure(scenario), request);
    const [cut] = smallest.failure.cuts;
    if (!cut) throw new Error('a failure without a power cut');
    const text = JSON.stringify(smallest.scenario);
    const { points } = await verifyScenario([worker], text, { ...request, first: false });
    const alike = async (index: number) =>
      (await worker.ways(text, request, index)).filter(
        ({ verdict }) => verdict === smallest.failure.verdict,
      );
    const here = points.findIndex(({ at }) => at === cut.at);
    for (let index = 0; index < here; index++) expect(await alike(index)).toEqual([]);
    const lines = (await alike(here)).map(({ survive }) => survivors(survive));
    expect(lines.length).toBeGreaterThan(1);
    expect(survivors(cut.survive)).toBe(Math.min(...lines));
    expect(Math.max(...lines)).toBeGreaterThan(Math.min(...lines));
    expect(smallest.point).toEqual(points[here]);
  });

  it('can be cancelled: the smallest so far stays, and says that it may not be the last', async () => {
    const scenario = story('explore-abort', 'leave-out-persist-2-1');
    const failure = await firstFailure(scenario);
    const stop = new AbortController();
    const seen: number[] = [];
    const smallest = await shrinkFailure([worker, worker], scenario, failure, request, {
      signal: stop.signal,
      onTry: (tried) => {
        seen.push(tried);
        if (tried === 3) stop.abort();
      },
    });
    expect(seen).toEqual([1, 2, 3]);
    expect(smallest).toMatchObject({ tried: 3, ended: false });
    expect(smallest.scenario.threads?.length).toBeLessThan(scenario.threads?.length ?? 0);
  });

  it('of another kind than the first is shrunk to its own kind', async () => {
    const scenario = story('explore-steal', 'no-tail-write-back');
    const text = JSON.stringify(scenario);
    const { failures } = await verifyScenario([worker], text, { ...request, first: false });
    expect(failures.map(({ verdict }) => verdict)).toEqual(['visible', 'lost']);
    for (const failure of failures) {
      const smallest = await shrinkFailure([worker], scenario, failure, request);
      expect(smallest.failure.verdict).toBe(failure.verdict);
      expect(smallest.scenario.threads).toHaveLength(1);
    }
  });

  it('stays as it is where no try is left', async () => {
    const scenario = story('explore-abort', 'leave-out-persist-2-1');
    const failure = await firstFailure(scenario);
    const smallest = await shrinkFailure([worker], scenario, failure, request, { most: 0 });
    expect(smallest).toEqual({ scenario, failure, tried: 0, ended: false });
  });
});
