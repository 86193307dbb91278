import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAMPLE_STRIDE, verifyScenario } from '../../../../web/engine/explore/client';
import { LocalExploreWorker } from '../../../../web/engine/explore/local_worker';
import { mutationMatrix } from '../../../../web/engine/explore/matrix';
import { addVerdicts } from '../../../../web/engine/explore/merge';
import type { Scenario, Survive } from '../../../../web/engine/protocol';
import { FileRefused } from '../../../../web/engine/protocol/errors';
import { VERDICTS } from '../../../../web/engine/protocol/exploration';
import { mutantsOf } from '../../../../web/model/scenario/mutants';
import { loadEngine, projectRoot } from '../../../../web/runner/node_engine';

const textOf = (id: string) =>
  readFileSync(join(projectRoot(), 'scenarios/lectures', `${id}.json`), 'utf8');
const worker = () => new LocalExploreWorker(() => loadEngine('explore'), { sliceMs: 5 });
const workers = (count: number) => Array.from({ length: count }, worker);
const request = { model: 'adr', depth: 1, maxRuns: 0, maxMb: 0 } as const;

function story(name: string, scheme: Partial<Scenario['scheme']>): string {
  const path = join(projectRoot(), 'scenarios/explore', `${name}.json`);
  const scenario = JSON.parse(readFileSync(path, 'utf8')) as Scenario;
  return JSON.stringify({ ...scenario, scheme: { ...scenario.scheme, ...scheme } });
}

/** Everything but what it took. */
async function found(id: string, count: number) {
  const outcome = await verifyScenario(workers(count), textOf(id), request);
  const { runs: _runs, states: _states, innerPoints: _points, sites, ...rest } = outcome;
  return { ...rest, sites: sites.map(({ inRecovery: _times, ...site }) => site) };
}

describe('the report', () => {
  it.each(['state-bit-first', 'list-crash-any-line', 'torn-page', 'asynchronous-commit'])(
    'of %s does not depend on how many workers there were',
    async (id) => {
      const one = await found(id, 1);
      expect(one.points.length).toBeGreaterThan(3);
      for (const count of [2, 3, 7]) expect(await found(id, count)).toEqual(one);
    },
  );

  it('has the points in the order of the run, and its counts are theirs', async () => {
    const { points, pairs, verdicts } = await found('state-bit-first', 3);
    expect(points.map(({ at }) => at)).toEqual(
      [...new Set(points.map(({ at }) => at))].sort((a, b) => a - b),
    );
    expect(points.reduce((sum, point) => sum + point.pairs, 0)).toBe(pairs);
    expect(addVerdicts(points)).toEqual(verdicts);
  });

  it('begins with the failure of the fewest power cuts, and an ordinary session agrees', async () => {
    const { failures } = await found('state-bit-first', 2);
    expect(failures.map(({ verdict, cuts }) => [verdict, cuts.length])).toEqual([
      ['never-existed', 1],
      ['never-existed', 2],
    ]);
    for (const failure of failures) {
      expect(failure.replayed).toBe(true);
      expect(failure.result?.verdict).toBe(failure.verdict);
      expect(failure.result?.findings[0]?.text.zh).not.toBe('');
    }
  });

  it('has of each kind the earliest case that the fewest lines survive', async () => {
    const text = story('explore-abort', { mutations: ['delay-persist-3-1'] });
    const flat = { ...request, depth: 0 };
    const { failures, points } = await verifyScenario(workers(2), text, flat);
    expect(failures.map(({ verdict }) => verdict)).toContain('visible');
    const lines = ({ units = [] }: Survive) =>
      units.filter(({ stores }) => stores.some(Boolean)).length;
    for (const { verdict, cuts } of failures) {
      const index = points.findIndex(({ verdicts }) => verdicts[verdict]);
      expect(cuts[0]?.at).toBe(points[index]?.at);
      const ways = (await worker().ways(text, flat, index)).filter(
        (way) => way.verdict === verdict,
      );
      const all = ways.map(({ survive }) => lines(survive));
      expect(new Set(all).size).toBeGreaterThan(1);
      expect(cuts[0] && lines(cuts[0].survive)).toBe(Math.min(...all));
    }
  });

  it('calls what a weaker promise permits neither kept nor broken', async () => {
    const { verdicts, failures } = await found('asynchronous-commit', 1);
    expect(failures).toEqual([]);
    expect(verdicts.allowed?.[0]).toBeGreaterThan(0);
    expect(verdicts.consistent?.[0]).toBeGreaterThan(0);
  });

  it('of all samples together has every point once', async () => {
    const all = await found('list-crash-any-line', 1);
    const parts = await Promise.all(
      Array.from({ length: SAMPLE_STRIDE }, (_, sample) =>
        verifyScenario(workers(2), textOf('list-crash-any-line'), { ...request, sample }),
      ),
    );
    const points = parts.flatMap((part) => part.points).sort((a, b) => a.at - b.at);
    expect(points).toEqual(all.points);
    expect(parts.every((part) => part.points.length < all.points.length / 4)).toBe(true);
  });

  it('says so where the limit ended the search', async () => {
    const text = textOf('list-crash-any-line');
    const outcome = await verifyScenario([worker()], text, { ...request, maxRuns: 50 });
    expect(outcome.exact).toBe(false);
    expect(outcome.runs).toBe(50);
    expect(outcome.limit).toBe('runs');
  });

  it('says so where one point needs more memory than all workers have together', async () => {
    // Files in NVM at standard prices: many lines wait together, and each may survive in part.
    const text = story('explore-steal', { id: 'nv-disk-decentralized', params: {} });
    const outcome = await verifyScenario(workers(2), text, { ...request, maxMb: 2 });
    expect(outcome).toMatchObject({ exact: false, limit: 'memory', ended: true });
    expect(outcome.failures).toEqual([]);
  });

  it('until a verdict ends soon after it, not with the first failure of another kind', async () => {
    const text = story('explore-steal', { mutations: ['no-tail-write-back'] });
    const flat = { ...request, depth: 0 };
    const whole = await verifyScenario([worker()], text, flat);
    expect(whole.failures.map(({ verdict }) => verdict)).toEqual(['visible', 'lost']);
    const lost = await verifyScenario([worker()], text, { ...flat, until: 'lost' });
    expect(lost.failures).toEqual(whole.failures);
    const visible = await verifyScenario([worker()], text, { ...flat, until: 'visible' });
    expect(visible.failures[0]).toEqual(whole.failures[0]);
    expect(visible.points.length).toBeLessThan(whole.points.length);
  });
});

describe('progress', () => {
  it('only grows, and ends with what the report says', async () => {
    const seen: { points: number; pairs: number }[] = [];
    const text = textOf('state-bit-last');
    const { points, pairs } = await verifyScenario(workers(2), text, request, {
      onProgress: (totals) => seen.push({ points: totals.points.length, pairs: totals.pairs }),
    });
    expect(seen.length).toBeGreaterThan(2);
    for (const [index, { points: now }] of seen.entries()) {
      expect(now).toBeGreaterThanOrEqual(seen[index - 1]?.points ?? 0);
    }
    expect(seen.at(-1)).toEqual({ points: points.length, pairs });
  });
});

describe('a signal', () => {
  it('ends the search and keeps what was found', async () => {
    const stop = new AbortController();
    const outcome = await verifyScenario([worker()], textOf('list-crash-any-line'), request, {
      signal: stop.signal,
      onProgress: ({ points }) => points.length > 3 && stop.abort(),
    });
    expect(outcome).toMatchObject({ cancelled: true, ended: false });
    expect(outcome.points.length).toBeGreaterThan(3);
    expect(outcome.points.length).toBeLessThan(100);
  });

  it('that came before leaves nothing to do', async () => {
    const outcome = await verifyScenario([worker()], textOf('state-bit-last'), request, {
      signal: AbortSignal.abort(),
    });
    expect(outcome.points).toEqual([]);
  });
});

describe('a scenario that the engine refuses', () => {
  it('is told with the path', async () => {
    const broken = JSON.stringify({ ...JSON.parse(textOf('state-bit-last')), threads: 7 });
    const error = await verifyScenario(workers(2), broken, request).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(FileRefused);
    expect((error as FileRefused).problems[0]?.path).toBe('threads');
  });
});

describe('the ways of a point', () => {
  it('stand for as many images as the point has, and the worst is the point’s', async () => {
    const text = textOf('state-bit-first');
    const { points } = await verifyScenario(workers(2), text, request);
    for (const [index, point] of points.entries()) {
      const ways = await worker().ways(text, request, index);
      expect(ways).toHaveLength(point.ways);
      expect(ways.reduce((sum, { images }) => sum + images, 0)).toBe(point.images);
      const worst = VERDICTS.find((verdict) => ways.some((way) => way.verdict === verdict));
      expect(worst).toBe(VERDICTS.find((verdict) => (point.verdicts[verdict]?.[0] ?? 0) > 0));
    }
  });
});

describe('the matrix of mutations', () => {
  const scenario = JSON.parse(textOf('state-bit-last')) as Scenario;
  const mutants = mutantsOf(scenario, ['state-bit-first', 'page-before-log', 'no-such-mutation']);

  it('has each one’s first failure, in their order, whoever found it', async () => {
    const one = await mutationMatrix([worker()], mutants, request);
    expect(one.map(({ mutation, failure }) => [mutation, failure?.verdict ?? null])).toEqual([
      ['state-bit-first', 'never-existed'],
      ['page-before-log', null],
      ['no-such-mutation', null],
    ]);
    expect(one[2]?.refused).toContain('scheme.mutations[0]');
    expect(await mutationMatrix(workers(3), mutants, request)).toEqual(one);
  });

  it('is cut short by a signal', async () => {
    const stop = new AbortController();
    const options = { signal: stop.signal, onRow: () => stop.abort() };
    expect(await mutationMatrix([worker()], mutants, request, options)).toHaveLength(1);
  });
});

describe('the sites of a run', () => {
  it('are there without losing power, and name mutations that the engine takes', async () => {
    const text = textOf('state-bit-last');
    const sites = await worker().sites(text);
    expect(sites.length).toBeGreaterThan(5);
    const named = sites.filter(({ label }) => label > 0);
    const names = named.flatMap(({ leaveOut, delay = leaveOut }) => [leaveOut, delay]);
    const mutants = mutantsOf(JSON.parse(text), names);
    const engine = await loadEngine('traced');
    for (const mutant of mutants) expect(engine.open(mutant.text)).toHaveProperty('info');
  });
});
