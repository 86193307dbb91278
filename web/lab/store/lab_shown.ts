import type { ExperimentProgress } from '../../engine/measure/client';
import type { ScenarioProblem } from '../../engine/protocol';
import type { SampleSlice, Scale } from '../../engine/protocol/experiment';
import { type ExperimentChanges, NO_CHANGES } from '../../model/experiment/experiment_changes';
import { type MeasureChoice, NO_CHOICE } from '../../panels/model/measure_choice';
import type {
  AwaitingLog,
  ExperimentDraft,
  LabStudy,
  OpenExperiment,
  ShownAnswer,
} from './lab_kinds';

// The Lab's view: one thing at a time, with the state that exists only while that is shown.

/** The view of the open experiment. */
export interface ExperimentView {
  readonly metric: string | undefined;
  readonly claim: string | undefined;
  readonly point: number | undefined;
  /** The questions that come before the results. */
  readonly prediction: string | undefined;
  /** The settings for cost and wear. */
  readonly measures: MeasureChoice;
}

/** The state of the open experiment's measurement. */
export type Run =
  | { readonly is: 'idle' }
  | {
      readonly is: 'running';
      /** True while the first look runs. */
      readonly looking: boolean;
      readonly progress: ExperimentProgress | undefined;
    };

export interface OpenShown {
  readonly is: 'open';
  readonly experiment: OpenExperiment;
  /** The values in the form, and the engine's complaints where it refuses them. */
  readonly form: {
    readonly typed: ExperimentChanges;
    readonly problems: readonly ScenarioProblem[];
  };
  readonly view: ExperimentView;
  readonly run: Run;
  /**
   * The point that was run again to follow its course: its key, and its samples once they are
   * known.
   */
  readonly followed: { readonly key: string; readonly samples?: SampleSlice } | undefined;
  /** The study of what the experiment's answer depends on, as far as it has run. */
  readonly study: LabStudy | undefined;
}

/** The view while nothing is being built. */
export type BaseShown =
  /** The list of all experiments. `missing`: the link's experiment is not in this browser. */
  | { readonly is: 'list'; readonly missing: boolean }
  /** The scorecard of all claims, at a scale. */
  | { readonly is: 'scorecard'; readonly scale: Scale }
  /** A link is being opened, and no experiment was open before. */
  | { readonly is: 'opening' }
  | { readonly is: 'awaiting'; readonly awaiting: AwaitingLog }
  | { readonly is: 'answer'; readonly answer: ShownAnswer }
  | OpenShown;

export type Shown =
  | BaseShown
  /** An experiment is being built, in front of the earlier view. */
  | { readonly is: 'draft'; readonly draft: ExperimentDraft; readonly behind: BaseShown };

interface Showing {
  readonly shown: Shown;
}

export const LIST: BaseShown = { is: 'list', missing: false };
export const IDLE: Run = { is: 'idle' };
const UNSEEN: ExperimentView = {
  metric: undefined,
  claim: undefined,
  point: undefined,
  prediction: undefined,
  measures: NO_CHOICE,
};

const UNTYPED: OpenShown['form'] = { typed: NO_CHANGES, problems: [] };

/**
 * The view of an experiment that has just been opened: nothing runs, and only what is given is
 * chosen.
 */
export const opened = (
  experiment: OpenExperiment,
  view: Partial<ExperimentView>,
  form: OpenShown['form'] = { typed: experiment.changes, problems: [] },
): OpenShown => ({
  is: 'open',
  experiment,
  form,
  view: { ...UNSEEN, ...view },
  run: IDLE,
  followed: undefined,
  study: undefined,
});

export const baseOf = ({ shown }: Showing): BaseShown =>
  shown.is === 'draft' ? shown.behind : shown;

/** The state with another view behind the draft, or in its place. */
export const withBase = ({ shown }: Showing, base: BaseShown): Shown =>
  shown.is === 'draft' ? { ...shown, behind: base } : base;

export function openOf(state: Showing): OpenShown | undefined {
  const base = baseOf(state);
  return base.is === 'open' ? base : undefined;
}

export const experimentOf = (state: Showing) => openOf(state)?.experiment;
export const draftOf = ({ shown }: Showing) => (shown.is === 'draft' ? shown.draft : undefined);
export const viewOf = (state: Showing): ExperimentView => openOf(state)?.view ?? UNSEEN;
export const formOf = (state: Showing) => openOf(state)?.form ?? UNTYPED;
export const runOf = (state: Showing): Run => openOf(state)?.run ?? IDLE;
export const isRunning = (state: Showing): boolean => runOf(state).is === 'running';

export function isLooking(state: Showing): boolean {
  const run = runOf(state);
  return run.is === 'running' && run.looking;
}

export function progressOf(state: Showing): ExperimentProgress | undefined {
  const run = runOf(state);
  return run.is === 'running' ? run.progress : undefined;
}
