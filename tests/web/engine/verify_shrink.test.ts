import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../web/engine/protocol';
import { DEFAULT_REQUEST, verifyScenario } from '../../../web/engine/verify_client';
import { LocalVerifyPlace } from '../../../web/engine/verify_local_place';
import { shrinkFailure } from '../../../web/engine/verify_shrink';
import { loadEngine } from '../../../web/runner/node_engine';

const request = { ...DEFAULT_REQUEST, depth: 0, first: true };
const place = new LocalVerifyPlace(() => loadEngine('explore'));

function story(name: string, mutation: string): Scenario {
  const path = new URL(`../../../scenarios/explore/${name}.json`, import.meta.url);
  const scenario = JSON.parse(readFileSync(path, 'utf8')) as Scenario;
  return { ...scenario, scheme: { ...scenario.scheme, mutations: [mutation] } };
}

async function firstFailure(scenario: Scenario) {
  const { failures } = await verifyScenario([place], JSON.stringify(scenario), request);
  const [failure] = failures;
  if (!failure) throw new Error('the story has no failure');
  return failure;
}

describe('a failure', () => {
  it('shrinks to the one transaction and the one statement that it needs', async () => {
    const scenario = story('explore-abort', 'leave-out-persist-2-1');
    const failure = await firstFailure(scenario);
    const smallest = await shrinkFailure(place, scenario, failure, request);
    const statements = smallest.scenario.threads?.flat() ?? [];
    expect(statements.filter((each) => each.startsWith('begin'))).toHaveLength(1);
    expect(statements).toHaveLength(3);
    expect(Object.keys(smallest.scenario.records ?? {}).length).toBeLessThanOrEqual(1);
    expect(smallest.failure.verdict).toBe(failure.verdict);
    expect(smallest.failure.cuts[0]?.at).toBeLessThanOrEqual(failure.cuts[0]?.at ?? 0);
    const again = await firstFailure(smallest.scenario);
    expect(again).toEqual(smallest.failure);
  });

  it('stays as it is where no try is left', async () => {
    const scenario = story('explore-abort', 'leave-out-persist-2-1');
    const failure = await firstFailure(scenario);
    const smallest = await shrinkFailure(place, scenario, failure, request, { most: 0 });
    expect(smallest).toEqual({ scenario, failure, tried: 0 });
  });
});
