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

// What the Lab shows: one thing at a time, with what is only there while that is shown.

/** What is seen of the open experiment. */
export interface ExperimentView {
  readonly metric: string | undefined;
  readonly claim: string | undefined;
  readonly point: number | undefined;
  /** Questions that come before what was measured. */
  readonly prediction: string | undefined;
  /** What is set where cost and wear are shown. */
  readonly measures: MeasureChoice;
}

/** Whether the open experiment is being measured. */
export type Run =
  | { readonly is: 'idle' }
  | {
      readonly is: 'running';
      /** What runs is the first look. */
      readonly looking: boolean;
      readonly progress: ExperimentProgress | undefined;
    };

export interface OpenShown {
  readonly is: 'open';
  readonly experiment: OpenExperiment;
  /** What is in the form, and what the engine says of it where it refuses it. */
  readonly form: {
    readonly typed: ExperimentChanges;
    readonly problems: readonly ScenarioProblem[];
  };
  readonly view: ExperimentView;
  readonly run: Run;
  /**
   * The point that was run again to see how it went: by its key, and what it said on its way once
   * it is known.
   */
  readonly followed: { readonly key: string; readonly samples?: SampleSlice } | undefined;
  /** What the experiment's answer hangs on, as far as it has been studied. */
  readonly study: LabStudy | undefined;
}

/** What is shown while nothing is being put together. */
export type BaseShown =
  /** Of all experiments. `missing`: the link's experiment is not in this browser. */
  | { readonly is: 'list'; readonly missing: boolean }
  /** Of all claims, at a scale. */
  | { readonly is: 'scorecard'; readonly scale: Scale }
  /** A link is being opened, and no experiment was open before. */
  | { readonly is: 'opening' }
  | { readonly is: 'awaiting'; readonly awaiting: AwaitingLog }
  | { readonly is: 'answer'; readonly answer: ShownAnswer }
  | OpenShown;

export type Shown =
  | BaseShown
  /** An experiment is being put together, in front of what was shown before. */
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

/** An experiment as it is opened: nothing runs, and nothing of it is chosen but what is given. */
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

/** The same, with something else behind what is being put together, or in its place. */
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
