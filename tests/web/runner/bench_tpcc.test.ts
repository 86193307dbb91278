import { describe, expect, it } from 'vitest';
import { median } from '../../../web/runner/bench/bench_measures';
import { type TpccBench, type TpccCell, tpccTable } from '../../../web/runner/bench/bench_tpcc';

const cell = (wasm: number, ratio: number | undefined): TpccCell => ({
  threads: 16,
  warehouses: 26,
  native: ratio && wasm / ratio,
  wasm,
  ratio,
  eventsPerTransaction: 454,
});

const bench = (wasm: number, ratio: number | undefined, memory: number): TpccBench => ({
  whole: { ...cell(wasm, ratio), transactions: 100_000 },
  cells: [cell(20_000, ratio), cell(8000, ratio)],
  flatness: { native: undefined, wasm: 2.5 },
  peakMemoryBytes: memory * 2 ** 20,
});

describe('the bench of TPC-C', () => {
  it('takes the middle pair, which a run beside somebody else does not move', () => {
    expect(median([0.8, 0.2, 0.9])).toBe(0.8);
    expect(median([])).toBeUndefined();
  });

  it('says what misses its goal', () => {
    const missed = tpccTable(bench(9000, 0.7, 500))
      .split('\n')
      .slice(-4);
    expect(missed[0]).toContain('below the least');
    expect(missed[1]).toContain('below the least');
    expect(missed[2]).toMatch(/WebAssembly 2\.50 .*above the aim$/);
    expect(missed[3]).toMatch(/500 MB .*above the aim$/);
    const kept = tpccTable(bench(12_000, 0.9, 300))
      .split('\n')
      .slice(-4);
    expect(kept.filter((line) => /below|above/.test(line))).toEqual([missed[2]]);
  });

  it('shows what a transaction costs, and no ratio where the native program is not built', () => {
    const [, , first] = tpccTable(bench(9000, undefined, 300)).split('\n');
    expect(first?.trim().split(/\s{2,}/)).toEqual([
      '16',
      '26',
      'no number',
      '20000',
      'no number',
      '454',
      'no number',
      '50',
    ]);
  });
});
