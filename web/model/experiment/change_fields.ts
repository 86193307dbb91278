// What links have of an experiment's changes: it comes with the first page, what makes the changes
// with the laboratory.
import type { SweptValue } from '../../engine/protocol/experiment';

/**
 * Numbers of a file that the form changes; what is no number goes to the engine, which refuses it.
 */
export const CHANGED_NUMBERS = ['threads', 'transactions', 'warmup', 'seed'] as const;
export type ChangedNumber = (typeof CHANGED_NUMBERS)[number];

/** How an experiment differs from its file. */
export interface ExperimentChanges {
  readonly numbers: Readonly<Partial<Record<ChangedNumber, SweptValue>>>;
  readonly scale?: string;
  /** Values of swept names. */
  readonly sweep: Readonly<Record<string, readonly SweptValue[]>>;
}

export const NO_CHANGES: ExperimentChanges = { numbers: {}, sweep: {} };
