import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../../web/engine/protocol/experiment';
import {
  seedOf,
  seedsOption,
  sweepsSeed,
  withSeed,
} from '../../../web/runner/options/seeds_option';
import { file } from '../lab/toy_experiment';

describe('how many seeds', () => {
  it('is one where nothing is said, and nine at most', () => {
    expect([undefined, '1', '5', '9'].map(seedsOption)).toEqual([1, 1, 5, 9]);
  });

  it.each(['0', '10', 'x', '', '-1', '2.5', '1e1'])('is not %j', (value) => {
    expect(() => seedsOption(value)).toThrow(`--seeds is a whole number from 1 to 9, not ${value}`);
  });
});

describe('an experiment with another seed', () => {
  const seeded: ExperimentFile = { ...file, seed: 3 };
  const both: ExperimentFile = { ...seeded, quick: { seed: 7, transactions: 10 } };

  it('differs in nothing else', () => {
    expect(withSeed(seeded, 4)).toEqual({ ...seeded, seed: 4 });
    expect([file, seeded, withSeed(seeded, 4)].map(seedOf)).toEqual([0, 3, 4]);
  });

  it('has it at the scale that it is measured at', () => {
    expect(seedOf(both)).toBe(7);
    expect(seedOf({ ...both, scale: 'published' })).toBe(3);
    const other = withSeed(both, 8);
    expect([seedOf(other), seedOf({ ...other, scale: 'published' })]).toEqual([8, 8]);
    expect(other.quick).toEqual({ seed: 8, transactions: 10 });
  });

  it('is none where the file sweeps the seed', () => {
    expect(sweepsSeed(seeded)).toBe(false);
    expect(sweepsSeed({ ...seeded, sweep: { seed: [1, 2] } })).toBe(true);
  });
});
