import { describe, expect, it } from 'vitest';
import { formatBytes } from '../../../web/ui/format/format_bytes';
import { formatExactTime, formatTime } from '../../../web/ui/format/format_time';

describe('virtual time has three digits, and the unit that they need', () => {
  it.each([
    [0, '0 ns'],
    [0.4, '0 ns'],
    [151.7, '152 ns'],
    [999, '999 ns'],
    [999.4, '999 ns'],
    [999.6, '1.00 µs'],
    [1000, '1 µs'],
    [4830, '4.83 µs'],
    [9994, '9.99 µs'],
    [9999, '10.0 µs'],
    [99_940, '99.9 µs'],
    [99_960, '100 µs'],
    [999_400, '999 µs'],
    [999_600, '1.00 ms'],
    [2_000_000, '2 ms'],
    [999_950_000, '1.00 s'],
    [12_345_000_000, '12.3 s'],
    [4_321_500_000_000, '4322 s'],
    [-9999, '-10.0 µs'],
    [-999_600, '-1.00 ms'],
  ])('%d ns: %s', (ns, text) => {
    expect(formatTime(ns)).toBe(text);
  });

  it('unless it is wanted to the nanosecond', () => {
    expect(formatExactTime(8_053_214)).toBe('8.053214 ms');
    expect(formatExactTime(999_999)).toBe('999.999 µs');
    expect(formatExactTime(7)).toBe('7 ns');
  });
});

describe('bytes have three digits, and the unit that they need', () => {
  it.each([
    [0, '0 B'],
    [512, '512 B'],
    [1023, '1023 B'],
    [1024, '1 KiB'],
    [1536, '1.50 KiB'],
    [10_239, '10.0 KiB'],
    [102_399, '100 KiB'],
    [1_047_000, '1022 KiB'],
    [1_048_063, '1023 KiB'],
    [1_048_064, '1.00 MiB'],
    [1_048_575, '1.00 MiB'],
    [10_307_921, '9.83 MiB'],
    [2 ** 30 - 1, '1.00 GiB'],
    [2 ** 30, '1 GiB'],
    [20e9, '18.6 GiB'],
    [5e12, '4657 GiB'],
  ])('%d bytes: %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
