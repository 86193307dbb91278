import type { StepSize } from '../trace/steps';
import type { Passage } from './lecture_passage';

/** How a question went when it was closed for the first time; what was shown is not scored. */
export type FirstTry = 'right' | 'wrong' | 'shown';

/** What a reader has done of a lecture, this time. */
export interface Attempt {
  /** The furthest position on the lecture's own course. */
  readonly farthest: number;
  /** The end has been reached: the whole run is shown from then on. */
  readonly ended: boolean;
  /** The reader wants to see what is still to come. */
  readonly future: boolean;
  /** How far a finer step goes. */
  readonly fine: StepSize;
  /** By mark. */
  readonly first: Readonly<Record<number, FirstTry>>;
  /** The plan's branch that is the lecture's own course, where it has been open. */
  readonly home: number | undefined;
}

/** The lecture that the stage is in. */
export type Lecture =
  /** Own work: nothing is hidden, and steps are free. */
  | { readonly kind: 'off' }
  /** `pause`: seconds after which playing goes on from here by itself. */
  | ({ readonly kind: 'course'; readonly pause?: number | undefined } & Attempt)
  /** On its way to a mark. */
  | ({ readonly kind: 'passage'; readonly passage: Passage } & Attempt)
  /** Summing up, behind the last mark. */
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

/** Questions that were answered, and those answered right, at the first try. */
export function scoreOf(first: Attempt['first']): { readonly right: number; readonly of: number } {
  const all = Object.values(first).filter((each) => each !== 'shown');
  return { right: all.filter((each) => each === 'right').length, of: all.length };
}
