import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Tour } from '../../web/breakit/model/tour';
import { DEFAULT_REQUEST, verifyScenario } from '../../web/engine/explore/client';
import { LocalExploreWorker } from '../../web/engine/explore/local_worker';
import type { Scenario, Text } from '../../web/engine/protocol';
import { withMutations } from '../../web/model/scenario/mutants';
import { loadEngine, projectRoot } from '../../web/runner/node_engine';

const read = <T>(path: string) =>
  JSON.parse(readFileSync(join(projectRoot(), 'scenarios', path), 'utf8')) as T;
const names = readdirSync(join(projectRoot(), 'scenarios/tours'));

async function explored(tour: Tour, mutations: readonly string[]) {
  const scenario = read<Scenario>(`lectures/${tour.scenario}.json`);
  const text = JSON.stringify(withMutations(scenario, mutations));
  const place = new LocalExploreWorker(() => loadEngine('explore'));
  return verifyScenario([place], text, DEFAULT_REQUEST);
}

it('there are three tours, through different systems', () => {
  const schemes = names.map((name) => {
    const { scenario } = read<Tour>(`tours/${name}`);
    return read<Scenario>(`lectures/${scenario}.json`).scheme.id;
  });
  expect(new Set(schemes).size).toBe(3);
});

describe.each(names)('%s', (name) => {
  const tour = read<Tour>(`tours/${name}`);
  const texts = (): Text[] => [
    tour.title,
    ...tour.steps.flatMap(({ say, ask }) => (ask ? [say, ask] : [say])),
  ];

  it('is named after its file, in both languages, with three or four steps and a question', () => {
    expect(`${tour.id}.json`).toBe(name);
    expect(tour.steps.length).toBeGreaterThanOrEqual(3);
    expect(tour.steps.length).toBeLessThanOrEqual(4);
    expect(tour.steps.some(({ ask }) => ask)).toBe(true);
    for (const { en, zh } of texts()) {
      expect(en).toMatch(/^[\x20-\x7e]+$/);
      expect(zh).toMatch(/\p{Script=Han}/u);
    }
  });

  it('begins with a system that keeps its promise', async () => {
    expect(tour.steps[0]?.mutations).toEqual([]);
    expect((await explored(tour, [])).failures).toEqual([]);
  });

  it('breaks a promise at the first question', async () => {
    const step = tour.steps.find(({ ask }) => ask);
    const { failures, exact } = await explored(tour, step?.mutations ?? []);
    expect(exact).toBe(true);
    expect(failures.length).toBeGreaterThan(0);
  });

  it('asks nothing that the page cannot explore in a moment', async () => {
    for (const { mutations } of tour.steps) {
      expect((await explored(tour, mutations)).runs).toBeLessThan(10_000);
    }
  });
});
