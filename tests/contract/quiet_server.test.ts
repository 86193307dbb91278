import { describe, expect, it } from 'vitest';
import { runExperiment } from '../../web/engine/measure/client';
import { logBytesOf } from '../../web/lab/model/log_volume';
import { answerOf, besideMeasured } from '../../web/lab/model/server/answer';
import { pricesOf } from '../../web/lab/model/server/server_prices';
import { BASE, partRun, studyRuns } from '../../web/lab/model/study/study_runs';
import { loadEngine } from '../../web/runner/node_engine';
import { logIn, medianOf, modelOf, place, rateOf, roundsIn } from './server_model';

// A server whose disk is quick and whose cores decide, with no other load on its machine: the
// model's rates of 1 to 32 clients by four of the twelve rates.

const log = logIn('pgbench_4000.wal.gz');
const rounds = roundsIn('pgbench_15_quiet.json');
const rate = (clients: number, commits: string) => `${rateOf(rounds, clients, commits)}`;
const { facts, file, made } = await modelOf(log, rounds, { cores: 2, clients: 8, loaded: 16 });
const overrides = file.machine.overrides ?? {};
const description = (await loadEngine('explore')).describe();
const { plan, points } = await runExperiment([place()], JSON.stringify(file), { input: log });
const results = new Map(points.map((point) => [point.plan.key, point]));

describe('a server whose cores decide', () => {
  it('sets four prices by four rates, and each stands beside its rate', () => {
    const lines = Object.fromEntries(
      pricesOf(facts, overrides).map(({ price, line }) => [price, line]),
    );
    expect(lines['path.sql']).toContain(rate(8, 'off'));
    expect(lines['cpu.idle_wake_ns']).toContain(rate(1, 'off'));
    expect(lines['disk.write_ns']).toContain(rate(1, 'on'));
    expect(lines['cpu.context_switch_ns']).toContain(rate(16, 'on'));
    expect(overrides).not.toHaveProperty('disk.loaded_write_ns');
    // The time of pg_test_fsync for this disk, 112 µs, was not given.
    expect(overrides['disk.write_ns']).toBeGreaterThan(100_000);
    expect(overrides['disk.write_ns']).toBeLessThan(130_000);
  });

  it.each(rounds)(
    'is met within a quarter: $clients clients, commits awaited: $synchronous_commit',
    async (round) => {
      const tps = await made(round.clients, round.synchronous_commit);
      expect(Math.abs(tps / medianOf(round) - 1)).toBeLessThan(0.25);
    },
  );

  it.each([
    [0, 'awaited'],
    [1, 'not awaited'],
  ])('changes its rates by no more than a price, commits of run %i %s', async (scheme) => {
    const { crash: _crash, ...rest } = file;
    const path = overrides['path.sql'] ?? Number.NaN;
    const values = [0.9, 0.92, 0.94, 0.96, 0.98, 1, 1.02, 1.04, 1.06, 1.08, 1.1];
    const run = {
      ...rest,
      threads: 8,
      schemes: file.schemes.slice(scheme, scheme + 1),
      sweep: { 'machine.path.sql': values.map((by) => Math.round(path * by)) },
      chart: { x: 'machine.path.sql', y: 'throughput' },
    };
    const { points } = await runExperiment([place()], JSON.stringify(run), { input: log });
    const rates = points.map(({ metrics }) => metrics.throughput ?? Number.NaN);
    expect(rates).toHaveLength(values.length);
    for (const [n, tps] of rates.entries()) {
      const before = rates[n - 1];
      if (before !== undefined) expect(Math.abs(tps / before - 1)).toBeLessThan(0.06);
    }
  });

  it('saves by a device that takes no time what it saves where commits wait for nothing', async () => {
    const own = studyRuns(file, 4, description);
    const metricsOf = async (id: string) => {
      const run = own.find((each) => each.id === id);
      const alone = { ...run?.file, schemes: run?.file.schemes.slice(0, 1) };
      const { points } = await runExperiment([place()], JSON.stringify(alone), { input: log });
      return points[0]?.metrics ?? {};
    };
    const half = own.find(({ changed }) => changed?.assumption === 'device')?.id ?? '';
    const ids = [BASE, half, partRun('device')];
    const [asIs, halved, free] = await Promise.all(ids.map(metricsOf));
    const rates = [asIs, halved, free].map((each) => each?.throughput ?? Number.NaN);
    expect(rates).toEqual([...rates].sort((a, b) => a - b));
    // Nobody gives up its core for it, so there is nothing left of waiting for the log.
    expect((free?.throughput ?? 0) / (await made(4, 'off'))).toBeCloseTo(1, 1);
    expect(free?.['cpu.switches'] ?? 0).toBeLessThan((asIs?.['cpu.switches'] ?? 0) / 4);
  });

  // As many clients as there are, each with one transaction: the rate times what one takes
  // (J. D. C. Little, A proof for the queuing formula L = λW, 1961).
  it.each([16, 32, 128])('has %i clients, all of whom wait alike', async (threads) => {
    const { crash: _crash, ...rest } = file;
    const run = { ...rest, sweep: { threads: [threads] } };
    const { points } = await runExperiment([place()], JSON.stringify(run), { input: log });
    expect(points).toHaveLength(file.schemes.length);
    for (const { metrics } of points) {
      const { throughput: tps = Number.NaN, 'latency.mean': mean = Number.NaN } = metrics;
      expect(Math.abs((tps * mean) / 1e9 / threads - 1)).toBeLessThan(0.08);
      // A client that kept its core from one transaction to the next would have its latencies in
      // two heaps: nearly all of them short, and some as long as all others' turns.
      const median = metrics['latency.p50'] ?? 0;
      if (threads < 128) expect(median / mean).toBeGreaterThan(0.8);
    }
  });

  it('has a log as long as its server’s, with its images of pages', () => {
    const told = facts.log && logBytesOf(facts.log, file.warmup, file.transactions);
    // Nearly all of it are images, of pages that the log touches for the first time.
    expect(told?.images).toBeGreaterThan((told?.all ?? 0) * 0.9);
    const own = points.filter(({ plan: { scheme } }) => scheme < 3);
    expect(own.length).toBeGreaterThan(8);
    for (const { metrics } of own) {
      const bytes = metrics['log.bytes_per_txn'] ?? Number.NaN;
      expect(Math.abs(bytes / (told?.all ?? 0) - 1)).toBeLessThan(0.1);
    }
    const answer = answerOf({ file, plan, results }, facts, description);
    expect(answer).toBeDefined();
    expect(answer).not.toHaveProperty('logBytes');
  });

  it('reads at restart the pages that its log has no image of', () => {
    const nvm = points.find(({ plan: { schemeId } }) => schemeId === 'nv-logging');
    // 4000 transactions change more than 5000 pages, of which each is read from flash.
    expect(nvm?.metrics['recovery.redo']).toBeGreaterThan(5000 * 50_000);
  });

  it('calls predicted what no price was set by', () => {
    const beside = besideMeasured({ file, plan, results }, facts);
    const predicted = beside.filter(({ calibrated }) => !calibrated);
    expect(beside.map(({ clients, off }) => [clients, off])).toContainEqual([16, false]);
    expect(predicted.map(({ clients, off }) => [clients, off])).toEqual([[8, false]]);
  });
});
