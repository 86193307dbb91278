import type { StepSize } from '../trace/steps';
import type { Passage } from './lecture_passage';

/** The result of a question when it was closed for the first time; a shown answer is not scored. */
export type FirstTry = 'right' | 'wrong' | 'shown';

/** The reader's progress in a lecture, in this attempt. */
export interface Attempt {
  /** The furthest position on the lecture's own course. */
  readonly farthest: number;
  /** True once the end has been reached: the whole run is shown from then on. */
  readonly ended: boolean;
  /** True where the reader wants to see the part that is still to come. */
  readonly future: boolean;
  /** The size of a finer step. */
  readonly fine: StepSize;
  /** The results of first tries, by mark. */
  readonly first: Readonly<Record<number, FirstTry>>;
  /** The branch of the plan that is the lecture's own course, where it has been open. */
  readonly home: number | undefined;
}

/** The state of the stage with respect to a lecture. */
export type Lecture =
  /** The reader's own work: nothing is hidden, and steps are free. */
  | { readonly kind: 'off' }
  /** `pause` is the number of seconds after which playing goes on from here by itself. */
  | ({ readonly kind: 'course'; readonly pause?: number | undefined } & Attempt)
  /** The stage plays on its way to a mark. */
  | ({ readonly kind: 'passage'; readonly passage: Passage } & Attempt)
  /** The summary, behind the last mark. */
  | ({ readonly kind: 'recap' } & Attempt);

export const OFF: Lecture = { kind: 'off' };

export const FRESH_ATTEMPT: Attempt = {
  farthest: 0,
  ended: false,
  future: false,
  fine: 'micro-operation',
  first: {},
  home: undefined,
};

/** The attempt alone; undefined outside of a lecture. */
export function attemptOf(lecture: Lecture): Attempt | undefined {
  if (lecture.kind === 'off') return undefined;
  const { farthest, ended, future, fine, first, home } = lecture;
  return { farthest, ended, future, fine, first, home };
}

/** The numbers of questions that were answered, and answered right, at the first try. */
export function scoreOf(first: Attempt['first']): { readonly right: number; readonly of: number } {
  const all = Object.values(first).filter((each) => each !== 'shown');
  return { right: all.filter((each) => each === 'right').length, of: all.length };
}
