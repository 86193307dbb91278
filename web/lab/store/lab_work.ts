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

/** The services that the Lab needs from outside. */
export interface LabMaking {
  readonly engine: LabEngine;
  readonly library: ExperimentLibrary;
  readonly kept: KeptPoints;
  /** Proposes an experiment for a log that comes without one, from what is known of its server. */
  readonly propose: (log: WorkloadLog, wish: ProposalWish) => Promise<ExperimentFile>;
}

/** The tools that the moves of the Lab have in common. */
export interface LabWork extends LabMaking {
  readonly store: LabStore;
  /** The latest change of the experiment that is shown. */
  readonly asked: Latest;
  readonly measuring: Latest;
  readonly following: Latest;
  readonly studying: Latest;
  /** The latest state of the draft, which is judged as it was typed last. */
  readonly drafting: Latest;
  /** True once points of older engines have been removed. */
  readonly pruned: { once: boolean };
}

/**
 * Begins a change of the experiment that is shown: an answer to an older question changes nothing.
 */
export function begin({ store, asked }: LabWork): AbortSignal {
  store.setState({ opening: true });
  return asked.begin();
}

/** Shows the result of `begin`, unless something newer has begun. */
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
 * Changes a part of the state while its experiment (by default the present one) is open. Does
 * nothing once another one is.
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
