import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_ANSWERS } from '../../../../../web/lab/model/server/server_answers';
import { serverFacts } from '../../../../../web/lab/model/server/server_facts';
import {
  machineIs,
  overridesOf,
  serverPrices,
} from '../../../../../web/lab/model/server/server_prices';

// Tests the facts that four answers give of a server, and the prices that they set.

const fixture = (name: string) => readFileSync(`tests/fixtures/server/${name}`, 'utf8');
const times = { commits: 1001, microseconds: 2_000_000, busiestSecond: 600, secondsWithCommits: 2 };
const facts = (answers: object) => serverFacts({ ...NO_ANSWERS, ...answers }, { times });

describe('the answers', () => {
  it('are guesses where nothing is said, and the machine is not the reader’s', () => {
    const none = facts({});
    expect(none.cores).not.toHaveProperty('line');
    expect(none.problems).toEqual({});
    expect(none.pace).toBeCloseTo(500.5);
    expect(machineIs(none)).toBe('not-yours');
    expect(serverPrices(none).every(({ line }) => line === undefined)).toBe(true);
  });

  it('have beside them what the log takes, where its text says so', () => {
    const told = (bytes: number) =>
      serverFacts(NO_ANSWERS, {
        times,
        commits: 4,
        volume: { bytes, imageRecords: 3, imageBytes: 36, pages: 2 },
      });
    expect(told(40).log).toMatchObject({ commits: 4, volume: { bytes: 40, imageBytes: 36 } });
    expect(facts({})).not.toHaveProperty('log');
  });

  it('set the prices of the machine, each with its line', () => {
    const some = facts({ flush: fixture('pg_test_fsync.txt'), cores: '2' });
    expect(overridesOf(serverPrices(some))).toEqual({
      'cpu.cores': 2,
      'cpu.quantum_ns': 2_000_000,
      'cpu.sleeper_credit_ns': 5_000_000,
      'cpu.wakeup_granularity_ns': 2_000_000,
      'disk.write_ns': Math.round(1e9 / 258.497),
      'file.direct_call_ns': 0,
    });
    expect(serverPrices(some).find(({ price }) => price === 'disk.write_ns')?.line).toBe(
      'fdatasync 258.497 ops/sec 3869 usecs/op',
    );
    expect(machineIs(some)).toBe('yours');
    expect(machineIs(facts({ cores: '2' }))).toBe('partly');
  });

  it('scale what the scheduler has with the cores, up to those of the machine', () => {
    const slice = (cores: string) => overridesOf(serverPrices(facts({ cores })))['cpu.quantum_ns'];
    const slices = [1, 2, 3, 4, 7, 8, 64].map((cores) => slice(`${cores}`));
    expect(slices).toEqual([1e6, 2e6, 2e6, 3e6, 3e6, undefined, undefined]);
    // A guess is the machine's own.
    expect(slice('')).toBeUndefined();
  });

  it('take the clients from a run of pgbench, unless they are named', () => {
    const today = fixture('pgbench_15_on_4.txt');
    expect(facts({ today }).clients).toMatchObject({ value: 4 });
    expect(facts({ today, clients: '4' }).clients).toEqual({ value: 4, line: '4' });
  });

  it('are put aside where a run had other clients than its field is for', () => {
    const one = fixture('pgbench_15_on_4.txt');
    const other = facts({ one, today: one, clients: '9' });
    expect(other.rates).toEqual({});
    expect(other.problems.one).toEqual({ of: 'clients', found: 4 });
    expect(other.problems.today).toEqual({ of: 'clients', found: 4 });
  });

  it('are the same in both rows of a server with one client', () => {
    const { rates } = facts({ clients: '1', today: '7', todayOff: '9', oneOff: '8' });
    expect(rates.one?.tps).toBe(7);
    expect(rates.oneOff?.tps).toBe(8);
    // Whichever of them has the rate.
    const other = facts({ clients: '1', one: '7', oneOff: '9' }).rates;
    expect([other.today?.tps, other.todayOff?.tps]).toEqual([7, 9]);
  });

  it('take the reader’s own rate from runs of more clients, where its field is empty', () => {
    const run = (clients: number, tps: number) => `number of clients: ${clients}\ntps = ${tps}\n`;
    const series = [run(4, 700), run(4, 720), run(8, 800), run(16, 900)].join('');
    const told = facts({ clients: '4', loaded: series });
    expect(told.rates.today).toMatchObject({ tps: 710, rounds: { count: 2 } });
    expect(told.loadedRuns?.map(({ use }) => use)).toEqual(['own', 'own', 'check', 'used']);
    expect(told.checks).toMatchObject([{ clients: 8, tps: 800 }]);
    // A rate in the field holds.
    const given = facts({ clients: '4', today: '650', loaded: series });
    expect(given.rates.today?.tps).toBe(650);
    expect(given.loadedRuns?.[0]?.use).toBe('given');
    // The runs with most clients may be the reader's own.
    const own = facts({ clients: '16', loaded: series });
    expect(own.rates.today?.tps).toBe(900);
    expect(own.loaded).toMatchObject({ clients: 16, tps: 900 });
    expect(own.loadedRuns?.at(-1)?.use).toBe('both');
    expect(own).not.toHaveProperty('checks');
  });

  it('are told one by one where they cannot be read, and then count as not given', () => {
    const bad = facts({ flush: 'fast', cores: '1.5', clients: '2000', today: 'many', one: '7' });
    expect(Object.keys(bad.problems).sort()).toEqual(['clients', 'cores', 'flush', 'today']);
    expect(bad.flush).toBeUndefined();
    expect(bad.rates).toEqual({ one: { tps: 7, line: '7' } });
  });

  it('are not used where commits that wait for nothing are slower: they may be swapped', () => {
    const swapped = facts({
      clients: '4',
      today: '700',
      todayOff: '400',
      one: '90',
      oneOff: '100',
    });
    expect(swapped.rates).toEqual({
      one: { tps: 90, line: '90' },
      oneOff: { tps: 100, line: '100' },
    });
    const problem = { of: 'swapped', on: 700, off: 400 };
    expect(swapped.problems).toEqual({ today: problem, todayOff: problem });
    // Rounds differ.
    expect(facts({ one: '105', oneOff: '100' }).problems).toEqual({});
    expect(Object.keys(facts({ one: '200', oneOff: '100' }).problems)).toEqual(['one', 'oneOff']);
  });

  it('refuse a run that says it is of the other column', () => {
    const run = 'PGOPTIONS="-c synchronous_commit=off" pgbench -c 4\nnumber of clients: 4\ntps = 9';
    expect(facts({ clients: '4', today: run }).problems.today).toEqual({
      of: 'commits',
      found: 'off',
    });
    expect(facts({ clients: '4', todayOff: run }).rates.todayOff?.tps).toBe(9);
  });

  it('take from one transcript of all runs what each field asks for', () => {
    const run = (clients: number, tps: number) => `number of clients: ${clients}\ntps = ${tps}\n`;
    const log = [
      run(1, 100),
      run(1, 120),
      run(8, 700),
      run(8, 720),
      run(16, 900),
      "export PGOPTIONS='-c synchronous_commit=off'\n",
      run(1, 300),
      run(8, 1500),
      run(8, 1400),
    ].join('');
    const each = { today: log, todayOff: log, one: log, oneOff: log, loaded: log };
    const told = facts({ clients: '8', ...each });
    const tps = Object.entries(told.rates).map(([name, rate]) => [name, rate?.tps]);
    expect(Object.fromEntries(tps)).toEqual({ today: 710, todayOff: 1450, one: 110, oneOff: 300 });
    expect(told.loaded).toMatchObject({ clients: 16, tps: 900 });
    expect(told.problems).toEqual({});
  });

  it('list every run of more clients with what becomes of it', () => {
    const run = (clients: number, tps: number, before = '') =>
      `${before}\nnumber of clients: ${clients}\ntps = ${tps} (without initial connection time)\n`;
    const off = 'PGOPTIONS="-c synchronous_commit=off" pgbench -n';
    const text = [
      run(16, 900),
      run(32, 950),
      run(32, 940),
      run(64, 2000, off),
      run(64, 2001, 'transaction type: bench_off.sql'),
      run(4, 500),
      run(1, 100),
      run(2000, 100),
      'tps = 7',
    ].join('');
    const told = facts({ clients: '8', loaded: text });
    expect(told.loaded).toMatchObject({ clients: 32, tps: 945, rounds: { count: 2 } });
    expect(told.loadedRuns?.map(({ use }) => use)).toEqual([
      'check',
      'used',
      'used',
      'off',
      'off',
      'fewer',
      'one',
      'many',
      'unnamed',
    ]);
    expect(told.checks).toMatchObject([{ clients: 16, tps: 900 }]);
    // Nobody has said how many there are.
    expect(facts({ loaded: run(4, 500) }).loaded).toMatchObject({ clients: 4 });
    const none = facts({ clients: '8', loaded: run(16, 900, off) });
    expect(none).not.toHaveProperty('loaded');
    expect(none.problems.loaded).toEqual({ of: 'loaded' });
  });

  it('are not told by two runs that are far apart, of which one may not wait', () => {
    const run = (clients: number, tps: number) => `number of clients: ${clients}\ntps = ${tps}\n`;
    const text = run(16, 900) + run(32, 950) + run(32, 1900);
    const told = facts({ clients: '8', loaded: text });
    expect(told.loadedRuns?.map(({ use }) => use)).toEqual(['used', 'apart', 'apart']);
    expect(told.loaded).toMatchObject({ clients: 16, tps: 900 });
    // A third says which of them it is.
    const third = facts({ clients: '8', loaded: text + run(32, 940) });
    expect(third.loaded).toMatchObject({ clients: 32, tps: 950 });
  });

  it('tell the device under load, by a rate or by the times of fio', () => {
    const loaded = fixture('pgbench_15_on_16.txt');
    expect(facts({ loaded }).loaded).toMatchObject({ clients: 16, tps: 2291.008462 });
    expect(facts({ loaded: '900' }).problems.loaded).toEqual({ of: 'loaded' });
    const one = fixture('pgbench_15_on_1.txt');
    expect(facts({ loaded: one }).problems.loaded).toEqual({ of: 'loaded' });
    const fio = facts({ flush: fixture('fio_depths.json') });
    expect(fio.loaded).toMatchObject({ clients: 16, ns: 682_315 });
    expect(overridesOf(serverPrices(fio))).toMatchObject({
      'disk.write_ns': 5_446_007,
      'disk.loaded_write_ns': 682_315,
      'disk.load': 16,
    });
    // A rate tells more, and is calibrated.
    expect(overridesOf(serverPrices(facts({ loaded })))).not.toHaveProperty('disk.load');
    expect(facts({ settings: 'commit_delay | 7' }).settings.commit_delay?.value).toBe(7);
    expect(facts({ settings: 'nothing' }).problems.settings).toBeDefined();
  });
});
