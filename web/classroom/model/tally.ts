import { counts, type Row } from './collect';
import type { KnownLecture, LectureQuestion } from './questions';

/** A wrong answer, and the number of students who gave it first. */
export interface WrongAnswer {
  /** The answer; undefined for one from a code that the question does not name. */
  readonly guess: string | undefined;
  readonly count: number;
}

/** The results of one question in a class. */
export interface QuestionTally {
  readonly question: LectureQuestion;
  readonly right: number;
  readonly shown: number;
  /** The wrong answers, the commonest first. */
  readonly wrong: readonly WrongAnswer[];
  /** The number of students who answered, rightly or wrongly. */
  readonly of: number;
  /** The number of rows in which the question is open. */
  readonly open: number;
  /** The median of the seconds to the first answer. */
  readonly took: number | undefined;
}

/** The results of one lecture in a class. */
export interface LectureTally {
  readonly lecture: KnownLecture;
  readonly rows: number;
  readonly questions: readonly QuestionTally[];
  /** The median of the seconds that the lecture took. */
  readonly seconds: number | undefined;
}

/** A wrong answer that many gave. */
export interface Misconception {
  readonly lecture: KnownLecture;
  readonly question: LectureQuestion;
  readonly guess: string;
  readonly count: number;
  readonly of: number;
}

/** The median of numbers; undefined if there are none. */
export function median(numbers: readonly number[]): number | undefined {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below, above] = [sorted[middle - 1], sorted[middle]];
  if (above === undefined) return undefined;
  return sorted.length % 2 === 1 || below === undefined ? above : (below + above) / 2;
}

function tallyOf(question: LectureQuestion, rows: readonly Row[]): QuestionTally {
  const given = rows.flatMap(({ answers }) => answers.filter(({ mark }) => mark === question.mark));
  const wrong = new Map<string | undefined, number>();
  for (const { first, guess } of given)
    if (first === 'wrong') wrong.set(guess, (wrong.get(guess) ?? 0) + 1);
  const count = (which: string) => given.filter(({ first }) => first === which).length;
  return {
    question,
    right: count('right'),
    shown: count('shown'),
    wrong: [...wrong]
      .map(([guess, each]) => ({ guess, count: each }))
      .sort((a, b) => b.count - a.count),
    of: count('right') + count('wrong'),
    open: rows.length - given.length,
    took: median(given.flatMap(({ took }) => took ?? [])),
  };
}

/** Every lecture for which answers were handed in, in the order of the lectures here. */
export function tallies(
  rows: readonly Row[],
  known: readonly KnownLecture[],
): readonly LectureTally[] {
  const counted = rows.filter(counts);
  return known.flatMap((lecture) => {
    const own = counted.filter((row) => row.lecture?.digest === lecture.digest);
    if (own.length === 0) return [];
    return [
      {
        lecture,
        rows: own.length,
        questions: lecture.questions.map((question) => tallyOf(question, own)),
        seconds: median(own.flatMap(({ seconds }) => seconds ?? [])),
      },
    ];
  });
}

/** Wrong answers by how many gave them, the commonest first. */
export const misconceptions = (all: readonly LectureTally[]): readonly Misconception[] =>
  all
    .flatMap(({ lecture, questions }) =>
      questions.flatMap(({ question, wrong, of }) =>
        wrong.flatMap(({ guess, count }) =>
          guess === undefined ? [] : [{ lecture, question, guess, count, of }],
        ),
      ),
    )
    .sort((a, b) => b.count - a.count || b.count / b.of - a.count / a.of);
