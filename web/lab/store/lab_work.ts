import type { StoreApi } from 'zustand/vanilla';
import type { LabEngine } from '../../engine/measure/pool';
import type { ExperimentFile } from '../../engine/protocol/experiment';
import type { Latest } from '../../engine/worker/latest';
import type { KeptPoints } from './kept_points';
import { baseOf, LIST, type OpenShown, openOf, withBase } from './lab_shown';
import type {
  ExperimentLibrary,
  Lab,
  LabState,
  OpenExperiment,
  ProposalWish,
  WorkloadLog,
} from './lab_state';

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
  /** What is put together is judged as it was typed last. */
  readonly drafting: Latest;
  /** Points of older engines are looked for once. */
  readonly pruned: { once: boolean };
}

/**
 * Begins what changes which experiment is shown: an answer to an older question changes nothing.
 */
export function begin({ store, asked }: LabWork): AbortSignal {
  store.setState({ opening: true });
  return asked.begin();
}

/** Shows what `begin` has led to, unless something newer has begun. */
export function settle(
  { store }: LabWork,
  mine: AbortSignal,
  change: (state: LabState) => Partial<LabState>,
): void {
  if (mine.aborted) return;
  store.setState((state) => {
    const unopened = baseOf(state).is === 'opening' && { shown: withBase(state, LIST) };
    return { ...unopened, ...change(state), opening: false };
  });
}

/**
 * Changes what belongs to an experiment while it is open; without one, to that which is. Nothing
 * changes once another one is.
 */
export function changeOpen(
  { store }: Pick<LabWork, 'store'>,
  change: (open: OpenShown) => Partial<Omit<OpenShown, 'is' | 'experiment'>>,
  experiment?: OpenExperiment,
): void {
  store.setState((state) => {
    const open = openOf(state);
    if (!open || (experiment && open.experiment !== experiment)) return {};
    return { shown: withBase(state, { ...open, ...change(open) }) };
  });
}
