import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../web/runner/node_engine';
import { effort } from '../effort';
import { lectureFiles } from './scenario_files';

const RANDOM_SCRIPTS = 2000;
/** The scripts of a deep run: a difference may show in one script of ten thousand. */
const DEEP_SCRIPTS = { from: 100_000, count: 40_000, together: 2000 };
/** Scripts on which the builds differed once, and what they do. */
const DIFFERED = [
  ['two stores of one record push lines out of a bounded cache, one after the other', 100_535],
] as const;

/** Time ledger of every thread, counters, wear and final device bytes: a line a run. */
function summary(program: 'afterimage_traced' | 'afterimage_fast', ...args: string[]): string[] {
  return output(program, 'summary', ...args);
}

function output(program: string, ...args: string[]): string[] {
  const path = join(projectRoot(), 'build/native', program);
  if (!existsSync(path)) throw new Error(`${path} is not built: run "npm test"`);
  return execFileSync(path, args, { maxBuffer: 1 << 24 })
    .toString()
    .trim()
    .split('\n');
}

/**
 * Sixteen clients of TPC-B, who meet on few pages while private stores let some of them run ahead.
 */
function crowded(scheme: string, params: object, prices: Record<string, number> = {}) {
  const disk = { 'disk.read_ns': 20000, 'disk.write_ns': 20000 };
  const machine = {
    id: 'pcmlogging-ssd',
    overrides: { 'cpu.cores': 16, ...disk, 'nvm.banks': 0, ...prices },
  };
  return {
    format: 1,
    id: 'crowded',
    kind: 'experiment',
    title: { en: 'crowded', zh: 'crowded' },
    scale: 'quick',
    machine,
    workload: { id: 'tpcb', params: { branches: 2, accounts: 15 } },
    schemes: [{ id: scheme, params: { placement: 'btree', spare_pages: 256, ...params } }],
    threads: 16,
    transactions: 300,
    warmup: 50,
    seed: 3,
  };
}

/**
 * The observations of clients. The progress of others when the last one was done is not compared.
 */
function measured(program: 'afterimage_traced' | 'afterimage_fast', path: string) {
  const [line = ''] = output(program, 'experiment', path);
  const { metrics } = JSON.parse(line.slice(line.indexOf('{'))) as {
    metrics: Record<string, number>;
  };
  const seen = /^(elapsed|commits|latency\.|aborts\.|rollback\.)/;
  return Object.fromEntries(Object.entries(metrics).filter(([name]) => seen.test(name)));
}

describe('the traced and the untraced build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'two-builds-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const random = ['--random', `${RANDOM_SCRIPTS}`, '--from', '0'];
  const traced = summary('afterimage_traced', ...random);

  it(`agree on times, counters and bytes in ${RANDOM_SCRIPTS} random scripts`, () => {
    expect(traced).toHaveLength(RANDOM_SCRIPTS);
    expect(summary('afterimage_fast', ...random)).toEqual(traced);
    // Summaries that never change would agree, too.
    expect(new Set(traced).size).toBeGreaterThan(RANDOM_SCRIPTS * 0.9);
  });

  it.each(DIFFERED)('agree where %s', (_what, seed) => {
    const one = ['--random', '1', '--from', `${seed}`];
    expect(summary('afterimage_fast', ...one)).toEqual(summary('afterimage_traced', ...one));
  });

  const starts = Array.from(
    { length: effort(0, DEEP_SCRIPTS.count / DEEP_SCRIPTS.together) },
    (_, i) => DEEP_SCRIPTS.from + i * DEEP_SCRIPTS.together,
  );
  it.each(starts)('agree in random scripts from %i on', (from) => {
    const some = ['--random', `${DEEP_SCRIPTS.together}`, '--from', `${from}`];
    expect(summary('afterimage_fast', ...some)).toEqual(summary('afterimage_traced', ...some));
  });

  it('book every nanosecond of every thread', () => {
    expect(traced.filter((line) => line.includes('DOES NOT SUM'))).toEqual([]);
  });

  it.each([
    ['nv-wsp', { frames: 64, entries: 2048 }],
    ['nv-logging', { frames: 64, entries: 8192 }],
    ['pcmlogging', { frames: 200, slots: 2048, page_slots: 64, transactions: 64 }],
    ['base', { frames: 64, transactions: 100, redo_buckets: 50, heap_kb: 1024, checkpoint_kb: 96 }],
    ['scm-logging', { frames: 64, ring_kb: 256, checkpoint_kb: 128, archive_kb: 64 }],
  ])('agree where many clients of %s meet', (scheme, params) => {
    const path = join(folder, `${scheme}.json`);
    writeFileSync(path, JSON.stringify(crowded(scheme, params)));
    const traced = measured('afterimage_traced', path);
    expect(traced.commits).toBe(300);
    expect(measured('afterimage_fast', path)).toEqual(traced);
  });

  it('agree where messages and devices wake cores that idle', () => {
    const prices = { 'cpu.cores': 6, 'cpu.idle_wake_ns': 20000, 'path.sql': 30000 };
    const params = { frames: 64, partition_kb: 512, checkpoint_kb: 256 };
    const path = join(folder, 'idle.json');
    writeFileSync(path, JSON.stringify(crowded('aries', params, prices)));
    const traced = measured('afterimage_traced', path);
    expect(traced.commits).toBe(300);
    expect(measured('afterimage_fast', path)).toEqual(traced);
    writeFileSync(path, JSON.stringify(crowded('aries', params, { ...prices, 'path.sql': 0 })));
    expect(measured('afterimage_fast', path).elapsed).not.toBe(traced.elapsed);
  });

  it.each(lectureFiles())('agree on lecture $name', ({ path, scenario }) => {
    // Mutations exist in the traced build only.
    const mutated = (scenario.scheme.mutations ?? []).length > 0;
    const lines = [summary('afterimage_traced', path), summary('afterimage_fast', path)];
    if (mutated) expect(lines[0]).toHaveLength(1);
    else expect(lines[0]).toEqual(lines[1]);
  });
});
