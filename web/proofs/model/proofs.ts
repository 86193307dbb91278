import type { Text } from '../../engine/protocol';

/** What is counted of the tests that explore a system; one that it has none of is not there. */
export interface ProofTally {
  /** Crash points together with one of their images, of the stories of its families. */
  readonly pairs?: number;
  readonly recoveries?: number;
  /** Told by chance, to the system at its smallest. */
  readonly stories?: number;
  /** Runs of several clients in schedules by chance. */
  readonly schedules?: number;
  /** Of databases that went on after a recovery. */
  readonly lives?: number;
  /** Ends of runs and lives at which walkers looked at the devices alone. */
  readonly walks?: number;
  readonly mutations?: number;
  /** Of the mutations those that the explorer notices. */
  readonly caught?: number;
}

/** What the last run that was kept has tried (scenarios/breakit/proofs.json). */
export interface Proofs {
  /** Of the run: `2026-11-30`. */
  readonly day: string;
  readonly depth: 'usual' | 'deep';
  readonly systems: readonly {
    readonly id: string;
    readonly title: Text;
    readonly tally: ProofTally;
  }[];
}

/** The columns of counts, in their order; mutations and what was caught of them are one more. */
export const COUNTS = ['pairs', 'recoveries', 'stories', 'schedules', 'lives', 'walks'] as const;
