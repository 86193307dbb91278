import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runExperiment } from '../../../../web/engine/measure/client';
import { PointHost } from '../../../../web/engine/measure/host';
import { LocalPointWorker } from '../../../../web/engine/measure/local_worker';
import { poolSize } from '../../../../web/engine/measure/pool';
import { type PointPort, RemotePointWorker } from '../../../../web/engine/measure/remote_worker';
import { FileRefused, InputRefused } from '../../../../web/engine/protocol/errors';
import { loadEngine } from '../../../../web/runner/node_engine';
import { experimentFiles } from '../../../contract/scenario_files';

const shipped = experimentFiles().find(({ name }) => name === 'nvl-threads.json');
const small = {
  ...JSON.parse(shipped?.text ?? ''),
  transactions: 60,
  warmup: 10,
  claims: [],
  sweep: { threads: [1, 3] },
  chart: undefined,
};
const text = JSON.stringify(small);

/** The real host in this thread, behind a port that counts. */
function spawner(change: (port: PointPort) => Partial<PointPort> = () => ({})) {
  const counts = { spawned: 0, ended: 0 };
  const spawn = async (): Promise<PointPort> => {
    counts.spawned++;
    const host = new PointHost(() => loadEngine('fast'));
    const port: PointPort = {
      read: (input) => host.read(input),
      describe: () => host.describe(),
      open: (each, input) => host.open(each, input),
      run: (index, onProgress) => host.run(index, onProgress),
      stop: () => host.stop(),
      terminate: () => {
        counts.ended++;
      },
    };
    return { ...port, ...change(port) };
  };
  return { spawn, counts };
}

describe('points in workers', () => {
  it('are the same as in this thread', async () => {
    const { spawn, counts } = spawner();
    const workers = [new RemotePointWorker(spawn), new RemotePointWorker(spawn)];
    const there = await runExperiment(workers, text);
    const here = await runExperiment([new LocalPointWorker(() => loadEngine('fast'))], text);
    expect(there.points).toEqual(here.points);
    expect(there.points.length).toBeGreaterThan(1);
    expect(counts).toEqual({ spawned: 2, ended: 0 });
  });

  it('run the text that comes beside, each of them, and refuse a bad one by its line', async () => {
    const log = readFileSync('tests/fixtures/pg_wal/pgbench.txt', 'utf8');
    const traced = JSON.stringify({
      ...small,
      threads: 2,
      transactions: 4,
      warmup: 0,
      workload: { id: 'pg-trace' },
    });
    const { spawn } = spawner();
    const workers = [new RemotePointWorker(spawn), new RemotePointWorker(spawn)];
    const { points } = await runExperiment(workers, traced, { input: log });
    expect(points.length).toBeGreaterThan(1);
    expect(points.every(({ complete }) => complete)).toBe(true);
    const [worker] = workers;
    expect(await worker?.read(log)).toMatchObject({ commits: 14 });
    const bad = worker?.read(`${'\n'.repeat(120)}what is this?\n`);
    await expect(bad).rejects.toThrow(InputRefused);
    await expect(bad).rejects.toMatchObject({ problems: [{ line: 121 }] });
    // The experiment that was open still is.
    const [plan] = (await worker?.open(traced, log))?.points ?? [];
    expect(plan?.key).toBe(points[0]?.plan.key);
  });

  it('are refused with the engine’s own words', async () => {
    const { spawn } = spawner();
    const bad = JSON.stringify({ ...small, threads: 0 });
    const opened = new RemotePointWorker(spawn).open(bad);
    await expect(opened).rejects.toThrow(FileRefused);
    await expect(opened).rejects.toMatchObject({ problems: [{ path: 'threads' }] });
  });

  it('stop at their next slice, and the worker lives on', async () => {
    const { spawn, counts } = spawner();
    const stop = new AbortController();
    const long = JSON.stringify({ ...small, transactions: 100_000 });
    const outcome = await runExperiment([new RemotePointWorker(spawn, 20_000)], long, {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect([outcome.cancelled, outcome.points.length]).toEqual([true, 0]);
    expect(counts).toEqual({ spawned: 1, ended: 0 });
  });

  it('that do not stop lose their worker; the next one gets another with the same text', async () => {
    const { spawn, counts } = spawner(({ run }) =>
      counts.spawned === 1 ? { run: () => new Promise(() => {}) } : { run },
    );
    const worker = new RemotePointWorker(spawn, 5);
    await worker.open(text);
    const stop = new AbortController();
    const ended = worker.run(0, stop.signal, () => {});
    await new Promise((resolve) => setTimeout(resolve, 1));
    stop.abort();
    expect(await ended).toBeUndefined();
    expect(counts).toEqual({ spawned: 1, ended: 1 });
    const done = await worker.run(0, new AbortController().signal, () => {});
    expect(done?.result.complete).toBe(true);
    expect(counts.spawned).toBe(2);
  });

  it('tell that a worker died', async () => {
    const { spawn, counts } = spawner(() => ({ run: () => Promise.reject(new Error('died')) }));
    await expect(runExperiment([new RemotePointWorker(spawn)], text)).rejects.toThrow('died');
    expect(counts.ended).toBe(1);
  });

  it('have a worker a core, no more than there are points, no more than eight', () => {
    expect([poolSize(3, 16), poolSize(40, 4), poolSize(40, 64), poolSize(0, 4)]).toEqual([
      3, 4, 8, 1,
    ]);
  });
});
