import { describe, expect, it } from 'vitest';
import { EngineHost } from '../../../../web/engine/stage/engine_host';
import type { EnginePort } from '../../../../web/engine/stage/engine_port';
import { growing, isElsewhere } from '../../../../web/engine/stage/growing_engine';
import { loadEngine } from '../../../../web/runner/node_engine';

/** Ports over engines in this thread; says which were started and ended. */
function ports() {
  const log: string[] = [];
  const spawn = (flavour: 'traced' | 'explore') => async (): Promise<EnginePort> => {
    log.push(`${flavour} starts`);
    return {
      calls: new EngineHost(() => loadEngine(flavour)),
      terminate: () => log.push(`${flavour} ends`),
    };
  };
  return { log, spawn: growing(spawn('traced'), spawn('explore')) };
}

const scenario = (scheme: string, params: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    format: 1,
    id: 'x',
    kind: 'scenario',
    title: { en: 't', zh: 't' },
    machine: { id: 'setup-a' },
    scheme: { id: scheme, params },
    records: { A: 1 },
    threads: [['begin T1', 'A := 2', 'commit']],
  });

const description = (await loadEngine('traced')).describe();

describe('an engine that grows', () => {
  it('stays small for what the small one runs', async () => {
    const { log, spawn } = ports();
    const { calls } = await spawn();
    expect(await calls.open(scenario('nv-logging'))).toMatchObject({
      ok: true,
      value: { ok: true },
    });
    expect(log).toEqual(['traced starts']);
  });

  it('runs every system that it describes', async () => {
    for (const { id } of description.schemes) {
      const { spawn } = ports();
      const { calls } = await spawn();
      expect(await calls.open(scenario(id)), id).toMatchObject({ ok: true, value: { ok: true } });
      expect(await calls.seek(5, 0), id).toMatchObject({ ok: true });
    }
  });

  it('goes over to the whole one for a choice that only that has', async () => {
    const { log, spawn } = ports();
    const { calls } = await spawn();
    const text = scenario('nv-logging', { placement: 'btree', entries: 1024 });
    const refused = await new EngineHost(() => loadEngine('traced')).open(text);
    expect(refused).toMatchObject({ ok: true, value: { ok: false } });
    expect(await calls.open(text)).toMatchObject({ ok: true, value: { ok: true } });
    expect(log).toEqual(['traced starts', 'explore starts', 'traced ends']);
  });

  it('ends the small one when it grows, once, also to take over a plan', async () => {
    const elsewhere = description.schemes.find(({ here }) => !here)?.id ?? '';
    const { log, spawn } = ports();
    const { calls, terminate } = await spawn();
    const plan = { text: scenario(elsewhere), cuts: [], ends: [] };
    expect(await calls.adopt(plan)).toMatchObject({ ok: true });
    expect(await calls.open(scenario('nv-logging'))).toMatchObject({ ok: true });
    terminate();
    expect(log).toEqual(['traced starts', 'explore starts', 'traced ends', 'explore ends']);
  });

  it('keeps the small one and its session where the whole one refuses the text', async () => {
    const elsewhere = description.schemes.find(({ here }) => !here)?.id ?? '';
    const { log, spawn } = ports();
    const { calls } = await spawn();
    await calls.open(scenario('nv-logging'));
    const wrong = scenario(elsewhere).replace('A := 2', 'A := := 2');
    expect(await calls.open(wrong)).toMatchObject({ ok: true, value: { ok: false } });
    expect(await calls.seek(5, 0)).toMatchObject({
      ok: true,
      value: { now: expect.stringContaining('"at":5,') },
    });
    expect(await calls.cut(5, { survive: 'none' })).toMatchObject({ value: { ok: true } });
    expect(log).toEqual(['traced starts', 'explore starts', 'explore ends']);
    expect(await calls.open(scenario(elsewhere))).toMatchObject({ value: { ok: true } });
    expect(log.slice(3)).toEqual(['explore starts', 'traced ends']);
  });

  it('leaves a text that is wrong to the small one, which says why', async () => {
    const { log, spawn } = ports();
    const { calls } = await spawn();
    for (const text of ['{', '[]', 'null', scenario('prayer')]) {
      expect(await calls.open(text)).toMatchObject({ ok: true, value: { ok: false } });
    }
    expect(log).toEqual(['traced starts']);
  });
});

it('tells by scheme, parameter and workload what is elsewhere', () => {
  const workloads = description.workloads;
  const away = workloads.find(({ here }) => !here)?.id;
  expect(away).toBeDefined();
  expect(isElsewhere(JSON.stringify({ workload: { id: away } }), description)).toBe(true);
  expect(isElsewhere(JSON.stringify({ workload: { id: 'none' } }), description)).toBe(false);
  const cached = (processor: number) =>
    JSON.stringify({ machine: { id: 'rewind', overrides: { 'cache.processor': processor } } });
  expect(isElsewhere(cached(1), description)).toBe(true);
  expect(isElsewhere(cached(0), description)).toBe(false);
  expect(isElsewhere(scenario('aries', { placement: 'btree' }), description)).toBe(true);
  expect(isElsewhere(scenario('aries', { placement: 'hash' }), description)).toBe(false);
  expect(description.schemes.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['nv-logging', 'distributed', 'nv-wsp']),
  );
});
