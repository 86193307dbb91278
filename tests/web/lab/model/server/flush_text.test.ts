import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFlush } from '../../../../../web/lab/model/server/flush_text';

// The texts that are pasted to say how long a flush of the log takes.

const fixture = (name: string) => readFileSync(`tests/fixtures/server/${name}`, 'utf8');
const chosen = (text: string, method?: string) => {
  const read = readFlush(text, method);
  return 'found' in read ? read.found.chosen : read.problem;
};

describe('the output of pg_test_fsync', () => {
  it('gives fdatasync of one write, and its line', () => {
    expect(chosen(fixture('pg_test_fsync.txt'))).toEqual({
      method: 'fdatasync',
      ns: Math.round(1e9 / 258.497),
      line: 'fdatasync 258.497 ops/sec 3869 usecs/op',
    });
  });

  it('gives another method that is asked for, and names those that work', () => {
    const text = fixture('pg_test_fsync.txt');
    expect(chosen(text, 'open_sync')).toHaveProperty('ns', Math.round(1e9 / 263.487));
    const read = readFlush(text);
    expect('found' in read && read.found.all.map(({ method }) => method)).toEqual([
      'open_datasync',
      'fdatasync',
      'fsync',
      'open_sync',
    ]);
  });

  it('is read in the form of old versions, with other line ends, and where only a part is pasted', () => {
    const text = fixture('pg_test_fsync_9.txt');
    expect(chosen(text)).toHaveProperty('ns', Math.round(1e9 / 85.341));
    expect(chosen(text.replaceAll('\n', '\r\n'))).toHaveProperty('method', 'fdatasync');
    expect(chosen('   open_datasync   400.0 ops/sec   2500 usecs/op')).toHaveProperty('ns', 2.5e6);
  });
});

describe('the JSON of fio', () => {
  it('adds what follows each write to the write, in either unit', () => {
    expect(chosen(fixture('fio_3.json'))).toEqual({
      method: 'fio',
      ns: 817_596,
      line: 'fio: write 5251 ns + sync 812345 ns',
    });
    expect(chosen(fixture('fio_2.json'))).toHaveProperty('ns', 641_250);
  });

  it('is refused where its writes are not durable', () => {
    const asynchronous = fixture('fio_2.json').replace('"sync" : "1"', '"sync" : "0"');
    expect(chosen(asynchronous)).toBe('not-durable');
  });
});

describe('another text', () => {
  it.each([
    ['hello', 'unknown'],
    ['{', 'no-json'],
    ['{"jobs": []}', 'no-job'],
    ['{"jobs": 7}', 'no-job'],
    ['{"jobs": [null, {"write": {"lat_ns": {"mean": "7"}}}]}', 'no-job'],
    ['fdatasync   n/a\nfsync   n/a', 'none-works'],
    ['fdatasync 0.000 ops/sec', 'unlikely'],
    [`fdatasync ${'9'.repeat(400)} ops/sec`, 'unlikely'],
    ['x'.repeat(300_000), 'too-long'],
    [`{"a":${'['.repeat(100_000)}}`, 'no-json'],
  ])('has its own complaint: %.40s', (text, problem) => {
    expect(chosen(text)).toBe(problem);
  });
});
