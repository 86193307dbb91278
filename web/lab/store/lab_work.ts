import type { StoreApi } from 'zustand/vanilla';
import type { LabEngine } from '../../engine/measure/pool';
import type { ExperimentFile } from '../../engine/protocol/experiment';
import type { Latest } from '../../engine/worker/latest';
import { NO_CHANGES } from '../../model/experiment/experiment_changes';
import { NO_CHOICE } from '../../panels/model/measure_choice';
import type { KeptPoints } from './kept_points';
import type { ExperimentLibrary, Lab, LabState, ProposalWish, WorkloadLog } from './lab_state';

export type LabStore = StoreApi<Lab>;

/** What the Lab needs from outside. */
export interface LabMaking {
  readonly engine: LabEngine;
  readonly library: ExperimentLibrary;
  readonly kept: KeptPoints;
  /** An experiment for a log that comes without one, by what is known of its server. */
  readonly propose: (log: WorkloadLog, wish: ProposalWish) => Promise<ExperimentFile>;
}

/** What the moves of the Lab share. */
export interface LabWork extends LabMaking {
  readonly store: LabStore;
  /** Whatever changes which experiment is shown. */
  readonly asked: Latest;
  readonly measuring: Latest;
  readonly following: Latest;
  readonly studying: Latest;
  /** Points of older engines are looked for once. */
  readonly pruned: { once: boolean };
}

/** Nothing is open. */
export const CLOSED = {
  open: undefined,
  scorecard: undefined,
  awaiting: undefined,
  answer: undefined,
  typed: NO_CHANGES,
  problems: [],
  missing: false,
  progress: undefined,
  failure: undefined,
  draft: undefined,
  metric: undefined,
  claim: undefined,
  point: undefined,
  prediction: undefined,
  followed: undefined,
  study: undefined,
  measures: NO_CHOICE,
} as const satisfies Partial<LabState>;

/**
 * Begins what changes which experiment is shown: an answer to an older question changes nothing.
 */
export function begin({ store, asked }: LabWork): AbortSignal {
  store.setState({ opening: true });
  return asked.begin();
}

/** Shows what `begin` has led to, unless something newer has begun. */
export function settle({ store }: LabWork, mine: AbortSignal, patch: Partial<LabState>): void {
  if (!mine.aborted) store.setState({ ...patch, opening: false });
}
