import type { Text } from '../../engine/protocol';

/** The counts of the tests that explore a system; a missing one does not apply to it. */
export interface ProofTally {
  /** The number of crash points with one of their images, in the stories of its families. */
  readonly pairs?: number;
  readonly recoveries?: number;
  /** The stories drawn at random for the system at its smallest. */
  readonly stories?: number;
  /** The runs of several clients in random schedules. */
  readonly schedules?: number;
  /** The databases that went on after a recovery. */
  readonly lives?: number;
  /** The ends of runs and lives at which walkers examined the devices alone. */
  readonly walks?: number;
  readonly mutations?: number;
  /** The number of mutations that the explorer notices. */
  readonly caught?: number;
}

/** The results of the last run that was kept (scenarios/breakit/proofs.json). */
export interface Proofs {
  /** The day of the run: `2026-11-30`. */
  readonly day: string;
  readonly depth: 'usual' | 'deep';
  readonly systems: readonly {
    readonly id: string;
    readonly title: Text;
    readonly tally: ProofTally;
  }[];
}

/**
 * The columns of counts, in their order; mutations have a further one for those that are noticed.
 */
export const COUNTS = ['pairs', 'recoveries', 'stories', 'schedules', 'lives', 'walks'] as const;
