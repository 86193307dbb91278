import type { StoreApi } from 'zustand/vanilla';
import { SAFE_MB, type VerifyRequest } from '../../engine/explore/client';
import type { VerifyService } from '../../engine/explore/pool';
import { refusalOf as refusal } from '../../engine/protocol/errors';
import type { Latest } from '../../engine/worker/latest';
import { withMutations } from '../../model/scenario/mutants';
import type { Tour } from '../model/tour';
import { type Break, type BreakState, subjectIn } from './breakit_state';

export type BreakStore = StoreApi<Break>;

/** The services that Break it needs from outside. */
export interface BreakMaking {
  readonly service: VerifyService;
  readonly tours: readonly Tour[];
  /** A scenario that ships with the application. */
  readonly load: (id: string) => Promise<string | undefined>;
}

/** The tools that the moves of Break it have in common. */
export interface BreakWork extends BreakMaking {
  readonly store: BreakStore;
  /** The latest change of what is explored: an answer to an older question changes nothing. */
  readonly asked: Latest;
  /** The latest opening: the newer of two is opened, whatever else is asked for meanwhile. */
  readonly opening: Latest;
  /** An exploration or a matrix; when it is stopped, its part so far is shown. */
  readonly exploring: Latest;
  readonly shrinking: Latest;
  /** A point of the exploration. */
  readonly showing: Latest;
}

/** The most delays of a schedule that the explorer tries. */
export const MOST_DELAYS = 2;
/** The number of recoveries after which an exploration in the page gives up. */
export const MOST_RUNS = 200_000;

/** Nothing has been explored. */
export const UNEXPLORED = {
  exploration: { is: 'none' },
  point: undefined,
  failure: undefined,
  shrinks: {},
} as const satisfies Partial<BreakState>;

/** Stops whatever is explored. */
export function halt({ exploring, shrinking }: BreakWork): void {
  exploring.stop();
  shrinking.stop();
}

/** The explorer's request for these settings. */
export const requestOf = ({ model, depth, images, schedules }: BreakState): VerifyRequest => ({
  model,
  depth,
  maxRuns: MOST_RUNS,
  maxMb: SAFE_MB,
  ...(images > 0 && { images }),
  ...(schedules > 0 && { schedules }),
});

/** The scenario that is explored, as a file. */
export function textOf(state: BreakState): string {
  const subject = subjectIn(state);
  return subject ? JSON.stringify(withMutations(subject.scenario, state.mutations)) : '';
}

/** The reason why nothing came of it. */
export function refusalOf(error: unknown): Pick<BreakState, 'refused' | 'failure'> {
  const { message, problems, unstarted = false } = refusal(error);
  return { refused: problems, failure: problems.length > 0 ? undefined : { message, unstarted } };
}
