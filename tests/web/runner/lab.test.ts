import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PointResult } from '../../../web/engine/protocol/experiment';
import { loadEngine } from '../../../web/runner/node_engine';
import { type LabRunner, labRunner } from '../support/lab_runner';

let runner: LabRunner;
const lab = (...args: string[]) => runner.lab(...args);
const file = (name: string, content: unknown) => runner.file(name, content);
let good: Record<string, unknown>;

beforeAll(async () => {
  runner = await labRunner('lab');
  const { machines, schemes } = (await loadEngine('explore')).describe();
  good = {
    format: 1,
    id: 'lab',
    kind: 'scenario',
    title: { en: 'lab', zh: '实验' },
    machine: { id: machines[0]?.id },
    scheme: { id: schemes[0]?.id },
    records: { A: 100, B: 20 },
    threads: [['begin T1', 'A := 50', 'commit', 'begin T2', 'B := 7', 'commit']],
    faults: [{ at: { event: 'begin', tx: 'T2' }, crash: { survive: 'none' } }],
    facts: [
      { after: 'run', record: 'B', is: 7 },
      { after: 'recovery', record: 'A', is: 50 },
      { after: 'recovery', record: 'B', is: 20 },
      { verdict: 'consistent' },
      { at: { event: 'acknowledge', tx: 'T1' }, tx: 'T1', fate: 'always' },
    ],
  };
});

describe('lab schemes', () => {
  it('prints the registry as JSON', async () => {
    const { code, stdout } = await lab('schemes');
    expect(code).toBe(0);
    const description = JSON.parse(stdout);
    expect(description.schemes.length).toBeGreaterThan(0);
    expect(description.eventKinds).toContain('acknowledge');
  });
});

describe('lab run', () => {
  it('says which byte of a file is no text', async () => {
    const bytes = Buffer.from(`{\n"title": {"en": "Tw\u00f3 transfers"}}`, 'latin1');
    const damaged = file('latin1.json', bytes);
    const own = await lab('run', damaged);
    expect([own.code, own.stdout]).toEqual([2, '']);
    expect(own.stderr).toContain(`${damaged}:2: not UTF-8: byte 22 of the file`);
  });

  it('takes a log as it comes: with a mark, in UTF-16, gzipped', async () => {
    const experiment = file('log.json', {
      format: 1,
      id: 'log',
      kind: 'experiment',
      title: { en: 't', zh: '题' },
      scale: 'quick',
      machine: { id: 'setup-a' },
      workload: { id: 'pg-trace' },
      threads: 1,
      transactions: 1,
      schemes: [{ id: 'rewind', params: { log_slots: 8192, spare_kb: 1024 } }],
    });
    const forms = fileURLToPath(new URL('../../fixtures/pg_wal/forms/', import.meta.url));
    for (const name of ['bom.txt', 'utf16.txt', 'gzip.txt.gz']) {
      const { code, stdout, stderr } = await lab('run', experiment, '--input', forms + name);
      expect([name, code, stderr]).toEqual([name, 0, '']);
      expect(JSON.parse(stdout).points).toHaveLength(1);
    }
    const bad = file('bad.txt', '\nrmgr: Heap\n');
    const refused = await lab('run', experiment, '--input', bad);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`${bad}:2:11: `)]);
  });

  it('answers what cannot be in a sentence', async () => {
    const sentence = async (...args: string[]) => {
      const { code, stderr } = await lab(...args);
      expect([args, code, stderr.split('\n').length]).toEqual([args, 2, 2]);
      return stderr;
    };
    expect(await sentence('run', '.')).toContain('this is a directory; name a file in it');
    expect(await sentence('run', file('good.json', good), '--input', '.')).toContain(
      '--input is for experiments',
    );
    expect(await sentence('grade', 'nowhere')).toBe('nowhere: no such folder\n');
    expect(await sentence('schemes', '--out', 'nowhere/x.json')).toBe(
      'nowhere/x.json: its folder does not exist\n',
    );
    const experiment = { ...good, kind: 'experiment', workload: { id: 'tpcb' } };
    expect(await sentence('run', file('tpcb.json', experiment), '--input', 'x')).toContain(
      'its workload reads no text, so --input x has no use',
    );
    const unknown = { ...good, scheme: { id: 'arise' } };
    expect(await sentence('run', file('unknown.json', unknown))).toMatch(
      /there is no system with this name; there are: .*aries/,
    );
  });

  it('is explained, command by command, and ends where nobody reads on', async () => {
    expect((await lab('-h')).stdout).toBe((await lab('--help')).stdout);
    expect((await lab('run', '--help')).stdout).toContain('Examples:\n  lab run');
    expect((await lab('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { entry, environment } = runner;
    const command = `"${process.execPath}" "${entry}" schemes | head -c 10; exit \${PIPESTATUS[0]}`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], environment);
    expect([stdout.length, stderr]).toEqual([10, '']);
  });

  it('runs a scenario with its faults and checks its facts', async () => {
    const { code, stdout, stderr } = await lab('run', file('good.json', good));
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result.facts.map(({ holds }: { holds: boolean }) => holds)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(result.phases).toHaveLength(2);
    expect(result.verdicts[0].verdict).toBe('consistent');
    expect(result.digest).toMatch(/^[0-9a-f]{16}$/);
    expect(result.phases[0].eventsByKind.acknowledge).toBe(2);
    expect(result.counters.nvmStores).toBeGreaterThan(0);
  });

  it('books every nanosecond of a thread once', async () => {
    const { stdout } = await lab('run', file('ledger.json', { ...good, faults: [], facts: [] }));
    const [run] = JSON.parse(stdout).phases;
    for (const { totalNs, ns } of run.ledger) {
      const sum = (Object.values(ns) as number[]).reduce((a, b) => a + b, 0);
      expect(totalNs).toBe(sum);
      expect(totalNs).toBeLessThanOrEqual(run.durationNs);
    }
    expect(run.ledger.length).toBeGreaterThan(0);
  });

  it('writes to a file and is then silent', async () => {
    const { code, stdout } = await lab('run', file('good.json', good), '--out', 'result.json');
    expect([code, stdout]).toEqual([0, '']);
    expect(JSON.parse(readFileSync(join(runner.folder, 'result.json'), 'utf8')).id).toBe('lab');
  });

  it('ends with 1 where a fact does not hold, and still prints the result', async () => {
    const facts = [{ after: 'recovery', record: 'A', is: 51 }];
    const { code, stdout, stderr } = await lab('run', file('wrong.json', { ...good, facts }));
    expect(code).toBe(1);
    expect(JSON.parse(stdout).facts[0]).toMatchObject({ holds: false, found: 50 });
    expect(stderr).toContain('does not hold');
  });

  it.each([
    ['not JSON', '{\n  "format": 1,\n}', /^bad\.json:3:1: not JSON/],
    ['a wrong field', { format: 2 }, /bad\.json:1:\d+: format: the number must be in 1 \.\. 1/],
  ])('ends with 2 and says where, for %s', async (_, content, message) => {
    const { code, stdout, stderr } = await lab('run', file('bad.json', content));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('ends with 2 for an event that never happens', async () => {
    const faults = [{ at: { event: 'begin', nth: 9 }, crash: { survive: 'none' } }];
    const { code, stderr } = await lab('run', file('never.json', { ...good, faults }));
    expect(code).toBe(2);
    expect(stderr).toContain('faults[0].at: no such event happens');
  });

  it('ends with 2 for a file that is not there, and for none', async () => {
    expect(await lab('run', 'nowhere.json')).toMatchObject({
      code: 2,
      stderr: 'nowhere.json: no such file\n',
    });
    expect((await lab('run')).code).toBe(2);
  });
});

describe('lab run of an experiment', () => {
  const params = {
    placement: 'btree',
    page_bytes: 8192,
    frames: 8000,
    spare_pages: 4000,
    warm: true,
  };
  const scheme = {
    id: 'nv-logging',
    params: { ...params, entries: 100000, checkpoint_after: 80000 },
  };
  const small = {
    format: 1,
    id: 'x',
    kind: 'experiment',
    title: { en: 'x', zh: 'x' },
    scale: 'quick',
    machine: { id: 'setup-a' },
    threads: 2,
    transactions: 40,
    schemes: [scheme],
    workload: { id: 'tpcc', params: { customers: 30, items: 1000, orders: 30 } },
    sweep: { 'machine.nvm.slowdown': [1, 1000] },
    claims: [
      {
        id: 'slower',
        num: { 'machine.nvm.slowdown': 1000 },
        metric: 'throughput',
        den: { 'machine.nvm.slowdown': 1 },
        reduce: 'at',
        expect: [null, 1],
      },
    ],
    crash: {},
  };

  it('measures its points, judges its claims and checks what survived', async () => {
    const { code, stdout } = await lab('run', file('experiment.json', small));
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ experiment: 'x', cancelled: false, consistent: true });
    expect(result.points.map((point: { assignment: object }) => point.assignment)).toEqual([
      { 'machine.nvm.slowdown': 1 },
      { 'machine.nvm.slowdown': 1000 },
    ]);
    expect(result.claims).toMatchObject([{ id: 'slower', verdict: 'inside' }]);
    expect(result.points[0].metrics['recovery.total']).toBeGreaterThan(0);
    expect(result.transactionsPerWallSecond).toBeGreaterThan(0);
    expect(result.eventsPerTransaction).toBeGreaterThan(10);
    expect(result.peakMemoryBytes).toBeGreaterThan(1 << 20);
  });

  it('ends with 2 and says where for a bad one', async () => {
    const { code, stdout, stderr } = await lab('run', file('bad.json', { ...small, threads: 0 }));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/bad\.json:1:\d+: threads: the number must be in 1 \.\. 1024/);
  });

  it('in parts on several machines is the same as at once', async () => {
    const name = file('parts.json', small);
    const part = async (shard: string) => {
      const out = `part-${shard.replace('/', '-')}.jsonl`;
      const ended = await lab('run', name, '--shard', shard, '--out', out);
      expect(ended).toMatchObject({ code: 0, stdout: '' });
      return out;
    };
    const parts = [await part('1/2'), await part('2/2')];
    const lines = parts.map((out) => readFileSync(join(runner.folder, out), 'utf8').split('\n'));
    expect(lines.map(({ length }) => length)).toEqual([2, 2]);
    const merged = await lab('run', name, '--points', ...parts);
    const { wallSeconds, ...rest } = JSON.parse(merged.stdout);
    const whole = JSON.parse((await lab('run', name)).stdout);
    expect(rest.points).toEqual(whole.points);
    expect(rest.claims).toEqual(whole.claims);
    // Nothing was measured again.
    expect(rest).toMatchObject({ transactionsPerWallSecond: null, peakMemoryBytes: 0 });
    expect(wallSeconds).toBeGreaterThan(0);
  });

  it('measures only what is missing, and prints a part again with what is kept', async () => {
    const name = file('parts.json', small);
    const first = await lab('run', name, '--shard', '1/1');
    const [line = ''] = first.stdout.split('\n');
    const kept = file('kept.jsonl', line);
    const again = await lab('run', name, '--shard', '1/1', '--points', kept);
    expect(again.stdout.split('\n').sort()).toEqual(first.stdout.split('\n').sort());
    expect(JSON.parse(line)).toMatchObject({
      engine: expect.any(String),
      configuration: { experiment: 'x', scheme: 'nv-logging', workload: 'tpcc' },
      result: { complete: true },
    });
  });

  it('at its other scale has that one’s numbers', async () => {
    const name = file('two.json', { ...small, quick: { transactions: 20 }, scale: 'published' });
    const transactions = async (...args: string[]) => {
      const { scale, points } = JSON.parse((await lab('run', name, ...args)).stdout);
      return [scale, ...points.map((point: PointResult) => point.metrics.commits)];
    };
    expect(await transactions()).toEqual(['published', 40, 40]);
    expect(await transactions('--scale', 'quick')).toEqual(['quick', 20, 20]);
  });

  it.each([
    [['--shard', '3/2'], /--shard is a part and their number/],
    [['--shard', 'x'], /--shard is a part and their number/],
    [['--scale', 'huge'], /--scale is one of quick, published/],
    [['--scale', 'published'], /has no published numbers/],
    [['--points'], /--points needs a value/],
    [['--points', 'nowhere.jsonl'], /nowhere\.jsonl: no such file/],
    [['--points', 'experiment.json'], /experiment\.json:1: not a measured point/],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stdout, stderr } = await lab('run', file('experiment.json', small), ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('alone has parts', async () => {
    const { code, stderr } = await lab('run', file('good.json', good), '--shard', '1/2');
    expect([code, stderr]).toEqual([2, '--shard is for experiments\n']);
  });

  it('that is interrupted prints what it has, and ends with 130', async () => {
    const long = { ...small, sweep: { seed: [1, 2] }, claims: [], crash: undefined };
    const name = file('long.json', { ...long, transactions: 10000000 });
    const child = spawn(process.execPath, [runner.entry, 'run', name], runner.environment);
    let stdout = '';
    let stderr = '';
    child.stderr.once('data', () => child.kill('SIGINT'));
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(130);
    expect(stderr).toMatch(/points 0\/2, 0 %, measured, .* left/);
    expect(JSON.parse(stdout)).toMatchObject({ cancelled: true, points: [], consistent: null });
  });
});

describe('lab claims', () => {
  it('judges nothing by points that are not known, where it is told to measure none', async () => {
    const { code, stdout } = await lab('claims', '--only-known', '--id', 'tpcb-nvl-is-faster');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).claims).toMatchObject([{ measured: null, verdict: 'unknown' }]);
  });

  it('writes what is kept as a document', async () => {
    const { code, stdout } = await lab('claims', '--markdown');
    expect(code).toBe(0);
    expect(stdout).toContain('# Scorecard');
    expect(stdout).toContain('| `nvl-fig11` |');
  });

  it('prints expected, measured and verdict of a claim, with its formula', async () => {
    const { code, stdout } = await lab('claims', '--id', 'more-clients-more-throughput');
    expect(code).toBe(0);
    const { claims, published, verdicts, cancelled } = JSON.parse(stdout);
    expect(published).toEqual({ 'more-clients-more-throughput': 'inside' });
    expect(claims).toMatchObject([
      {
        id: 'more-clients-more-throughput',
        experiment: 'nvl-threads',
        scale: 'quick',
        metric: 'throughput',
        reduce: 'min',
        num: { threads: [4, 16] },
        den: { threads: 1 },
        expected: [1, null],
        points: 2,
        of: 2,
        verdict: 'inside',
      },
    ]);
    expect(claims[0].measured[0]).toBeGreaterThan(1);
    expect([verdicts, cancelled]).toEqual([{ inside: 1 }, false]);
  });

  it('judges by the mean of several seeds, whether they are measured at once or in parts', async () => {
    const args = ['--id', 'central-buffer-grows', '--seeds', '2'];
    const whole = JSON.parse((await lab('claims', ...args)).stdout);
    expect(whole.claims).toMatchObject([
      {
        seeds: 2,
        seed_verdicts: { 1: 'inside', 2: 'inside' },
        by_seed: { 1: expect.any(Array), 2: expect.any(Array) },
        hangs_on_seed: false,
      },
    ]);
    const parts = ['1/2', '2/2'].map((shard) => [shard, `seeds-${shard[0]}.jsonl`] as const);
    for (const [shard, out] of parts) {
      const ended = await lab('claims', ...args, '--shard', shard, '--out', out);
      expect(ended).toMatchObject({ code: 0, stdout: '' });
    }
    const points = parts.map(([, out]) => out);
    const merged = await lab('claims', ...args, '--only-known', '--points', ...points);
    expect(JSON.parse(merged.stdout)).toEqual(whole);
    const native = await lab('claims', ...args, '--native');
    expect(JSON.parse(native.stdout)).toEqual(whole);
  });

  it('takes the experiments whose names begin as wanted', async () => {
    const { stdout } = await lab('claims', '--only-known', '--experiments', 'base-fig');
    const names = JSON.parse(stdout).claims.map(
      ({ experiment }: { experiment: string }) => experiment,
    );
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect(name).toMatch(/^base-fig/);
  });

  it('measures an experiment that sweeps the seed once, and says so', async () => {
    const args = ['--only-known', '--id', 'pcm-recovery-order', '--seeds', '5'];
    const { stdout, stderr } = await lab('claims', ...args);
    expect(JSON.parse(stdout)).toMatchObject({ sweepingSeed: ['pcm-recovery'] });
    expect(stderr).toContain('pcm-recovery: measured once: it sweeps the seed itself');
  });

  it.each([
    [['--id', 'no-such-claim'], /--id: no experiment answers a claim no-such-claim; there are: /],
    [['--id', 'x', '--scale', 'huge'], /--scale is one of quick, published/],
    [['--id', 'more-clients-more-throughput', '--scale', 'published'], /has no published numbers/],
    [['--experiments', 'none-'], /--experiments: no experiment begins with none-/],
    [['--seeds', '0'], /--seeds is a whole number from 1 to 9, not 0/],
    [['--seeds', 'x'], /--seeds is a whole number from 1 to 9, not x/],
    [['--shard', '1/2', '--keep'], /--shard prints points, .* not with --keep/],
    [['file.json'], /takes no file/],
    [['--markdown', '--keep'], /--markdown writes what is kept/],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stdout, stderr } = await lab('claims', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});

it('lab bench names its parts where it is asked for another', async () => {
  const { code, stdout, stderr } = await lab('bench', 'locks');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(
    'locks is no part of the bench; there are: measures, explorer, program, tpcc, logs',
  );
});

describe('lab', () => {
  it('lists what exists where a command does not', async () => {
    for (const args of [['prove', 'x.json'], ['toString'], []]) {
      const { code, stdout, stderr } = await lab(...args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(
        'there are: schemes, run, lecture, package, drill, grade, claims, verify, bench',
      );
    }
  });
});
