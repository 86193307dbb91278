import { describe, expect, it } from 'vitest';
import { logSpeeds, logsTable } from '../../../web/runner/bench/bench_logs';

describe('the table of logs', () => {
  const first = { title: 'nv-logging', work: 1, native: 4000, wasm: 2000, memoryBytes: 2 ** 20 };

  it('shows speeds, the ratio of the builds, and each system over the first', () => {
    const rewind = {
      title: 'rewind batch',
      work: 1,
      native: 1000,
      wasm: 800,
      memoryBytes: 2 ** 22,
    };
    const lines = logsTable({ records: [first, rewind], transactions: [first], staging: [] }).split(
      '\n',
    );
    expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['log records appended (a wall second)'],
      ['native', 'WebAssembly', 'ratio', 'over the first', 'in WebAssembly', 'MB'],
      ['nv-logging', '4000', '2000', '0.50', '1.00', '1.00', '1'],
      ['rewind batch', '1000', '800', '0.80', '0.25', '0.40', '4'],
      ['TPC-C on these logs (simulated transactions a wall second)'],
      ['native', 'WebAssembly', 'ratio', 'over the first', 'in WebAssembly', 'MB'],
      ['nv-logging', '4000', '2000', '0.50', '1.00', '1.00', '1'],
      ['TPC-C of 2.4 GB on a disk (simulated transactions a wall second)'],
      ['native', 'WebAssembly', 'ratio', 'over the first', 'in WebAssembly', 'MB'],
    ]);
  });

  it('says where the native program is missing', () => {
    const table = logsTable({
      records: [{ ...first, native: undefined }],
      transactions: [],
      staging: [],
    });
    expect(table).toMatch(/nv-logging +no number +2000 +no number +no number +1\.00/);
  });
});

it('are the logs of all versions measured, in records?', async () => {
  const records = await logSpeeds('log-appends', 20, 2, 'log.records_per_txn');
  expect(records.map(({ title }) => title)).toEqual([
    'nv-logging',
    'rewind simple',
    'rewind optimized',
    'rewind batch',
    'base append',
    'base commit',
  ]);
  for (const { title, work, wasm } of records) {
    // A transaction has a hundred updates and its end; others are under way when the last one ends.
    // BaSE has a record of undo and one of redo for each.
    const each = title.startsWith('base') ? 2 : 1;
    expect(work).toBeGreaterThan(95 * each);
    expect(work).toBeLessThan(130 * each);
    expect(wasm).toBeGreaterThan(0);
  }
}, 60_000);
