import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areRoundsFar, readRate } from '../../../../../web/lab/model/server/rate_text';

// The texts that are typed or pasted to say how many transactions a second there are.

const fixture = (name: string) => readFileSync(`tests/fixtures/server/${name}`, 'utf8');
const rate = (text: string) => {
  const read = readRate(text);
  return 'found' in read ? read.found : read.problem;
};

describe('the output of pgbench', () => {
  it('gives the rate, the clients and the line', () => {
    expect(rate(fixture('pgbench_15_on_4.txt'))).toEqual({
      tps: 897.713133,
      clients: 4,
      line: 'tps = 897.713133 (without initial connection time)',
    });
  });

  it('of old versions counts without connecting', () => {
    expect(rate(fixture('pgbench_12.txt'))).toMatchObject({ tps: 898.549054, clients: 10 });
  });

  it('tells rounds that may be of different settings by how far they are apart', () => {
    const rounds = (least: number, most: number) => ({
      tps: least,
      line: '',
      rounds: { count: 2, least, most },
    });
    // Half as many again: 32 clients of one server, with commits awaited and not.
    expect(areRoundsFar(rounds(8208, 12_259))).toBe(true);
    expect(areRoundsFar(rounds(8208, 9000))).toBe(false);
    expect(areRoundsFar({ tps: 1, line: '' })).toBe(false);
  });

  it('of rounds with as many clients counts the median, and says how far they are apart', () => {
    const run = (clients: number, tps: number) =>
      `number of clients: ${clients}\ntps = ${tps} (without initial connection time)\n`;
    expect(rate(run(8, 900) + run(8, 700) + run(8, 740))).toEqual({
      tps: 740,
      clients: 8,
      line: 'tps = 740 (without initial connection time)',
      rounds: { count: 3, least: 700, most: 900 },
    });
    expect(rate(run(8, 900) + run(8, 700))).toMatchObject({ tps: 800, rounds: { count: 2 } });
    // Rounds of other clients are another measurement; who asks for them gets them.
    const mixed = run(1, 90) + run(8, 900) + run(1, 110) + run(8, 700) + run(8, 740);
    expect(rate(mixed)).toMatchObject({ tps: 740, clients: 8 });
    const one = readRate(mixed, { clients: 1 });
    expect(one).toMatchObject({ found: { tps: 100, clients: 1, rounds: { count: 2 } } });
    expect(readRate(mixed, { clients: 4 })).toMatchObject({ found: { clients: 8 } });
  });

  it('of several runs counts the last one, with its own clients', () => {
    const both = fixture('pgbench_15_on_4.txt') + fixture('pgbench_15_on_1.txt');
    expect(rate(both)).toMatchObject({ tps: 248.660104, clients: 1 });
    expect(rate(`${fixture('pgbench_15_on_4.txt')}tps = 12`)).not.toHaveProperty('clients');
  });
});

describe('a number', () => {
  it.each([
    ['777', 777],
    [' 1,234.5 tps', 1234.5],
    ['12000 txn/s', 12_000],
  ])('is taken as it is typed: %s', (text, tps) => {
    expect(rate(text)).toMatchObject({ tps });
  });
});

describe('another text', () => {
  it.each([
    ['fast', 'unknown'],
    ['-5', 'unknown'],
    ['1e99', 'unknown'],
    ['0', 'unlikely'],
    [`tps = ${'9'.repeat(400)}`, 'unlikely'],
    ['progress: 5.0 s, 250.2 tps, lat 4.000 ms stddev 0.1', 'only-progress'],
    ['tps = 5 '.repeat(50_000), 'too-long'],
  ])('has its own complaint: %.40s', (text, problem) => {
    expect(rate(text)).toBe(problem);
  });
});
