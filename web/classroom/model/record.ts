// The record of what a student answered: the file that is handed in. docs/formats.md describes it.
import type { Ask, Text } from '../../engine/protocol';

/** One answer to a question. */
export interface GivenAnswer {
  /** The guess as it is graded; '' where the answer was asked for without one. */
  readonly guess: string;
  /** The engine's answer. */
  readonly truth: string;
  readonly right: boolean;
  /** The moment as an ISO date; answers from before times were kept have none. */
  readonly at?: string;
  /** Seconds since the reader came to the question. */
  readonly took?: number;
}

/** The answers to the question of a mark, in the order of trying. */
export interface QuestionAnswers {
  /** The place among all marks of the lecture, from 0. */
  readonly mark: number;
  readonly kind: Ask['kind'];
  readonly tries: readonly GivenAnswer[];
}

/** The answers in one lecture. */
export interface LectureAnswers {
  /** The lecture's id. */
  readonly lecture: string;
  readonly title: Text;
  /** The digest of its questions, see questionsDigest: another digest means another lecture. */
  readonly digest: string;
  /** The beginning, as an ISO date. */
  readonly began?: string;
  /** True once its end was reached. */
  readonly ended: boolean;
  /** The number of questions that the lecture asks. */
  readonly asks: number;
  /** The questions that were answered. */
  readonly questions: readonly QuestionAnswers[];
}

/** The plan that answers belong to. */
export interface PlanName {
  readonly title: Text;
  readonly digest?: string;
}

/** The file that is handed in. */
export interface AnswerFile {
  readonly afterimage: 'answers';
  readonly version: 1;
  /** The student's name, only where the student gives it. */
  readonly name?: string;
  /** The moment at which the file was made, as an ISO date. */
  readonly made: string;
  readonly plan?: PlanName;
  readonly lectures: readonly LectureAnswers[];
}

/** The result of a question's first try; `shown` is not scored. */
export type First = 'right' | 'wrong' | 'shown';

/** Returns the result of a first try. */
export function firstOf({ guess, truth, right }: GivenAnswer): First {
  if (guess === '' || truth === 'unknown') return 'shown';
  return right ? 'right' : 'wrong';
}

/** The limits of a file's parts: a person's answers never exceed them. */
export const LIMITS = {
  bytes: 1_000_000,
  lectures: 100,
  questions: 200,
  tries: 100,
  name: 120,
  text: 300,
} as const;
