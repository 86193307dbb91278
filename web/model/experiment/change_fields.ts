// The fields of an experiment's changes that links have: they come with the first page, the code
// that makes the changes with the laboratory.
import type { SweptValue } from '../../engine/protocol/experiment';

/**
 * The numbers of a file that the form changes; a text that is no number goes to the engine, which
 * refuses it.
 */
export const CHANGED_NUMBERS = ['threads', 'transactions', 'warmup', 'seed'] as const;
export type ChangedNumber = (typeof CHANGED_NUMBERS)[number];

/** The differences of an experiment from its file. */
export interface ExperimentChanges {
  readonly numbers: Readonly<Partial<Record<ChangedNumber, SweptValue>>>;
  readonly scale?: string;
  /** Values of swept names. */
  readonly sweep: Readonly<Record<string, readonly SweptValue[]>>;
}

export const NO_CHANGES: ExperimentChanges = { numbers: {}, sweep: {} };
