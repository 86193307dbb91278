import type { ExperimentFile } from '../../engine/protocol/experiment';
import { MOST_SEEDS } from '../../lab/model/scorecard/seeds';
import { Complaint } from '../complaint';

/** The value of `--seeds`; one by default. Throws Complaint. */
export function seedsOption(value: string | true | undefined): number {
  if (value === undefined) return 1;
  const seeds = /^\d{1,3}$/.test(String(value)) ? Number(value) : 0;
  if (seeds < 1 || seeds > MOST_SEEDS) {
    throw new Complaint(`--seeds is a whole number from 1 to ${MOST_SEEDS}, not ${value}`);
  }
  return seeds;
}

/** True if a file sweeps the seed itself: its claims are about all seeds at once. */
export const sweepsSeed = ({ sweep = {} }: ExperimentFile): boolean => Object.hasOwn(sweep, 'seed');

/** The seed that a file has at its scale. */
export function seedOf({ seed = 0, scale, quick }: ExperimentFile): number {
  const own = scale === 'quick' ? quick?.seed : undefined;
  return typeof own === 'number' ? own : seed;
}

/** An accepted experiment with another seed, at any scale. */
export function withSeed(file: ExperimentFile, seed: number): ExperimentFile {
  const { quick, ...rest } = file;
  const other = quick && Object.hasOwn(quick, 'seed') ? { ...quick, seed } : quick;
  return { ...rest, seed, ...(other && { quick: other }) };
}
