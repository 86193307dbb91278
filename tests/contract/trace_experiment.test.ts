import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runExperiment } from '../../web/engine/measure/client';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import type { WorkloadInputSummary } from '../../web/engine/protocol/experiment';
import { NO_ANSWERS } from '../../web/lab/model/server/server_answers';
import { serverFacts } from '../../web/lab/model/server/server_facts';
import { roleOf } from '../../web/lab/model/server/server_runs';
import { traceExperiment } from '../../web/lab/model/trace_experiment';
import { loadEngine } from '../../web/runner/node_engine';
import { experimentSchemaProblems } from './scenario_files';

// The Lab's proposal for a log that is dropped on it, compared with the engine.

const engine = await loadEngine('fast');
const description = (await loadEngine('explore')).describe();
const trace = readFileSync(new URL('../fixtures/pg_wal/pgbench.txt', import.meta.url), 'utf8');
const read = engine.openInput(trace);
if ('problems' in read) throw new Error('the fixture is no log');
const server = serverFacts(NO_ANSWERS, read.summary);
const file = traceExperiment(description, read.summary, { name: 'pgbench.txt', server, all: true });

describe('the experiment that is proposed for a log', () => {
  it('is one that the engine and the schema take, with every system', () => {
    expect(experimentSchemaProblems(file)).toEqual([]);
    expect(engine.openExperiment(JSON.stringify(file))).toHaveProperty('plan');
    const [own] = file.schemes;
    const everyone = description.schemes.map(({ id }) => id);
    expect(file.schemes.map(({ id }) => id)).toEqual([own?.id, own?.id, own?.id, ...everyone]);
    expect(file.schemes.slice(0, 3).map((each) => roleOf(each, file))).toEqual([
      'yours',
      'off',
      'in-nvm',
    ]);
  });

  it('measures no more transactions than the log has, warm-up included', () => {
    const { commits } = read.summary;
    expect(file.transactions + (file.warmup ?? 0)).toBeLessThanOrEqual(commits);
    const long: WorkloadInputSummary = { ...read.summary, commits: 1_000_000 };
    expect(
      traceExperiment(description, long, { name: 'long', server, all: false }).transactions,
    ).toBeLessThanOrEqual(10_000);
  });

  it('has as many clients as each run of a series that was pasted', () => {
    const run = (clients: number) => `number of clients: ${clients}\ntps = ${100 * clients}\n`;
    const series = [1, 4, 6, 12, 32].map(run).join('');
    const told = serverFacts({ ...NO_ANSWERS, clients: '4', loaded: series }, read.summary);
    const proposed = traceExperiment(description, read.summary, {
      name: 'pgbench.txt',
      server: told,
      all: false,
    });
    expect(proposed.sweep?.threads).toEqual([1, 4, 6, 12, 16, 32]);
  });

  it('comes to its end on every system, with equal keys for equal logs alone', async () => {
    const place = () => new LocalPointWorker(() => loadEngine('fast'));
    const text = JSON.stringify(file);
    const { points, plan } = await runExperiment([place()], text, { input: trace });
    expect(points).toHaveLength((description.schemes.length + 3) * 3);
    for (const { complete, metrics } of points) {
      expect(complete).toBe(true);
      expect(metrics.throughput).toBeGreaterThan(0);
    }
    const other = await place().open(text, `${trace}pg_waldump: fatal: no more\n`);
    expect(other.points.map(({ key }) => key)).not.toContain(plan.points[0]?.key);
  });
});
