// The record of what a student answered: the file that is handed in. docs/formats.md describes it.
import type { Ask, Text } from '../../engine/protocol';

/** One answer to a question. */
export interface GivenAnswer {
  /** As it is graded; '': the answer was asked for without a guess. */
  readonly guess: string;
  /** What the engine said. */
  readonly truth: string;
  readonly right: boolean;
  /** When, as an ISO date; not in what was answered before times were kept. */
  readonly at?: string;
  /** Seconds since the reader came to the question. */
  readonly took?: number;
}

/** What was answered to the question of a mark, in the order of trying. */
export interface QuestionAnswers {
  /** Counts from 0, among all marks of the lecture. */
  readonly mark: number;
  readonly kind: Ask['kind'];
  readonly tries: readonly GivenAnswer[];
}

/** What was answered in one lecture. */
export interface LectureAnswers {
  /** Its id. */
  readonly lecture: string;
  readonly title: Text;
  /** Of its questions, see questionsDigest: another one is another lecture. */
  readonly digest: string;
  /** When it was begun, as an ISO date. */
  readonly began?: string;
  /** Whether its end was reached. */
  readonly ended: boolean;
  /** How many questions it asks. */
  readonly asks: number;
  /** Those that were answered. */
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
  /** Who hands it in: only where they say so. */
  readonly name?: string;
  /** When the file was made, as an ISO date. */
  readonly made: string;
  readonly plan?: PlanName;
  readonly lectures: readonly LectureAnswers[];
}

/** How a question went at the first try; `shown` is not scored. */
export type First = 'right' | 'wrong' | 'shown';

/** How a first try went. */
export function firstOf({ guess, truth, right }: GivenAnswer): First {
  if (guess === '' || truth === 'unknown') return 'shown';
  return right ? 'right' : 'wrong';
}

/** What of a file may be how large: more is no answer of a person. */
export const LIMITS = {
  bytes: 1_000_000,
  lectures: 100,
  questions: 200,
  tries: 100,
  name: 120,
  text: 300,
} as const;
