import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRate } from '../../../../../web/lab/model/server/rate_text';

// What is typed or pasted to say how many transactions a second there are.

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
