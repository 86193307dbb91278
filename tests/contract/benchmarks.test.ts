import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runExperiment } from '../../web/engine/measure/client';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import { InputRefused } from '../../web/engine/protocol/errors';
import { loadEngine } from '../../web/runner/node_engine';
import { nativeOutput } from './native_points';

/** Small databases: the defaults are those of the benchmarks. */
const SMALL: Readonly<Record<string, object>> = {
  tpcc: { rows: 'compact', districts: 2, customers: 10, items: 20, orders: 10 },
  tpcb: { branches: 2, accounts: 15 },
  tatp: { subscribers: 12 },
  'log-inserts': { operations: 5, bytes: 96 },
  updates: { words: 40, operations: 5 },
  'btree-mix': { records: 40, operations: 3, update_percent: 80, rollback_percent: 20 },
  ycsb: {
    records: 40,
    field_bytes: 20,
    mix: 'own',
    reads: 20,
    updates: 30,
    inserts: 20,
    scans: 10,
    modifies: 20,
  },
  'pg-trace': {},
};
const TRACE = fileURLToPath(new URL('../fixtures/pg_wal/pgbench.txt', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'afterimage-'));
afterAll(() => rmSync(folder, { recursive: true }));

function native(program: 'afterimage_traced' | 'afterimage_fast', ...args: string[]): string {
  return nativeOutput(program, args).trim();
}

const engine = await loadEngine('explore');
const { schemes, workloads } = engine.describe();

/**
 * A scenario or an experiment of a workload on a scheme, with what the scheme recommends for
 * tables.
 */
const file = (kind: 'scenario' | 'experiment', workload: string, scheme: string) => ({
  format: 1,
  id: 'benchmark',
  kind,
  title: { en: 't', zh: 't' },
  seed: 3,
  machine: { id: 'setup-a', overrides: { 'disk.read_ns': 20000, 'disk.write_ns': 20000 } },
  workload: { id: workload, params: SMALL[workload] },
  transactions: 12,
  [kind === 'scenario' ? 'scheme' : 'schemes']: (kind === 'scenario'
    ? (each: object) => each
    : (each: object) => [each])({
    id: scheme,
    params: schemes.find(({ id }) => id === scheme)?.forTables,
  }),
  ...(kind === 'scenario' ? { clients: 3 } : { scale: 'quick', threads: 3, crash: {} }),
});

function saved(content: object): string {
  const path = join(folder, 'file.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const pairs = workloads
  .filter(({ readsText, usesDatabase }) => usesDatabase && !readsText)
  .flatMap((workload) => schemes.map((scheme) => [workload.id, scheme.id] as const));

describe.each(pairs)('%s on %s', (workload, scheme) => {
  const content = file('scenario', workload, scheme);

  it('is the same traced, untraced and in WebAssembly', () => {
    const path = saved(content);
    expect(native('afterimage_fast', 'summary', path)).toBe(
      native('afterimage_traced', 'summary', path),
    );
    const opened = engine.open(JSON.stringify(content));
    expect(opened).not.toHaveProperty('problems');
    while (engine.advance(0xffffffff, false) !== 'phase-ended');
    expect(engine.digest()).toBe(native('afterimage_traced', 'digest', path));
  });
});

describe('a PostgreSQL log', () => {
  const text = readFileSync(TRACE, 'utf8');
  const place = () => new LocalPointWorker(() => loadEngine('fast'));
  const content = file('experiment', 'pg-trace', 'nv-logging');
  const run = (input?: string) =>
    runExperiment([place()], JSON.stringify(content), input === undefined ? {} : { input });

  it.each(schemes.map(({ id }) => id))(
    'is done again by %s natively and in WebAssembly',
    async (scheme) => {
      const each = file('experiment', 'pg-trace', scheme);
      const { points } = await runExperiment([place()], JSON.stringify(each), { input: text });
      const line = native('afterimage_fast', 'experiment', saved(each), '--input', TRACE);
      expect(points).toHaveLength(1);
      const [{ plan, ...result } = { plan: undefined }] = points;
      expect(plan?.key).toBe(line.slice(0, 16));
      expect(result).toEqual(JSON.parse(line.slice(17)));
      // A system that promises nothing need not have kept anything.
      if (schemes.find(({ id }) => id === scheme)?.promise !== 'none')
        expect(result).toMatchObject({ complete: true, recovered: true, check: { holds: true } });
    },
  );

  it('is part of what makes a point', async () => {
    const keys = [];
    for (const input of [text, text, `${text}pg_waldump: fatal: something\n`]) {
      const { points } = await run(input);
      keys.push(points[0]?.plan.key);
    }
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });

  it('must be there, be one, and have enough transactions', async () => {
    await expect(run()).rejects.toMatchObject({ problems: [{ path: 'workload' }] });
    const bad = '\n\n  what is this?\n';
    await expect(run(bad)).rejects.toThrow(InputRefused);
    await expect(run(bad)).rejects.toMatchObject({
      problems: [{ path: '', reason: { en: expect.stringContaining('JSON lines') } }],
    });
    await expect(run('\n\nrmgr: Heap, tx\n')).rejects.toMatchObject({
      problems: [{ path: '', line: 3, reason: { en: expect.stringContaining('len (rec/tot)') } }],
    });
    const long = JSON.stringify({ ...content, transactions: 1000 });
    await expect(runExperiment([place()], long, { input: text })).rejects.toMatchObject({
      problems: [{ path: 'transactions', reason: { en: expect.stringContaining('14') } }],
    });
  });

  it('is summed up, in the plan as well', async () => {
    const summary = { lines: 120, records: 120, commits: 14, dropped: 0, tables: { length: 5 } };
    const fast = await loadEngine('fast');
    expect(fast.openInput(text)).toMatchObject({ summary });
    expect((await run(text)).plan.input).toMatchObject(summary);
  });

  it('is nothing that a scenario can bring', () => {
    const opened = engine.open(JSON.stringify(file('scenario', 'pg-trace', 'aries')));
    expect(opened).toMatchObject({ problems: [{ path: 'workload' }] });
  });
});
