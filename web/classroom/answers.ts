// The answers of a student, from the page's own state, for everything that hands them on.
import type { Scenario } from '../engine/protocol';
import { attemptOf } from '../model/lecture/lecture_state';
import type { Answer } from '../model/questions/answer';
import { journalOf, type LectureJournal } from '../store/lecture/answer_journal';
import type { KeptLecture } from '../store/lecture/lecture_progress';
import type { OnStage } from '../store/stage/stage_state';
import { codeOf, type FirstAnswer } from './model/code';
import { type KnownLecture, knownLecture } from './model/questions';
import {
  type AnswerFile,
  firstOf,
  type GivenAnswer,
  type LectureAnswers,
  LIMITS,
  type PlanName,
  type QuestionAnswers,
} from './model/record';

export type { AnswerFile, LectureAnswers, QuestionAnswers } from './model/record';

/** The page's state about the answers in one lecture. */
interface Answered {
  readonly answers: Readonly<Record<number, Answer>>;
  readonly ended: boolean;
  readonly journal: LectureJournal | undefined;
}

const isoDate = (when: number): string => new Date(when).toISOString();

const given = ({ guess, truth, right }: Answer): GivenAnswer => ({ guess, truth, right });

/** The tries in their order; answers from before a journal was kept have no times. */
function triesOf(mark: number, { answers, journal }: Answered): readonly GivenAnswer[] {
  const noted = journal?.tries[mark];
  if (noted?.length)
    return noted.map(({ answer, at, took }) => ({
      ...given(answer),
      at: isoDate(at),
      took: Math.max(0, Math.round(took / 1000)),
    }));
  const last = answers[mark];
  return last ? [given(last)] : [];
}

function lectureRecord(known: KnownLecture, answered: Answered): LectureAnswers {
  const { journal, ended } = answered;
  const questions = known.questions.flatMap(({ mark, ask }): QuestionAnswers[] => {
    const tries = triesOf(mark, answered);
    return tries.length > 0 ? [{ mark, kind: ask.kind, tries }] : [];
  });
  return {
    lecture: known.id,
    title: known.title,
    digest: known.digest,
    ...(journal && { began: isoDate(journal.began) }),
    ended,
    asks: known.questions.length,
    questions,
  };
}

/** The record of the lecture that is open; undefined outside of one. */
export function recordOf({
  session,
  answers,
  lecture,
}: Pick<OnStage, 'session' | 'answers' | 'lecture'>): LectureAnswers | undefined {
  const attempt = attemptOf(lecture);
  if (!attempt) return undefined;
  const { scenario, text } = session;
  const journal = journalOf(scenario.id, text);
  return lectureRecord(knownLecture(scenario), { answers, ended: attempt.ended, journal });
}

/**
 * The record of a lecture that is not open, from the text that was kept of it; undefined where none
 * was.
 */
export function keptRecord(
  scenario: Scenario,
  text: string,
  kept: Pick<KeptLecture, 'answers' | 'ended'> | undefined,
): LectureAnswers | undefined {
  const journal = journalOf(scenario.id, text);
  if (!kept && !journal) return undefined;
  const { answers = {}, ended = false } = kept ?? {};
  return lectureRecord(knownLecture(scenario), { answers, ended, journal });
}

/** The file to hand in. */
export function answerFile(
  lectures: readonly LectureAnswers[],
  name: string,
  plan?: PlanName,
): AnswerFile {
  const said = name.trim().slice(0, LIMITS.name);
  return {
    afterimage: 'answers',
    version: 1,
    ...(said !== '' && { name: said }),
    made: isoDate(Date.now()),
    ...(plan && { plan }),
    lectures,
  };
}

/** The first answers of a record, as a code holds them. */
export const firstAnswers = ({ questions }: LectureAnswers): readonly FirstAnswer[] =>
  questions.flatMap(({ mark, tries: [first] }) =>
    first ? [{ mark, first: firstOf(first), guess: first.guess }] : [],
  );

/** The code of these lectures' first answers, and how many of them it holds. */
export function answerCode(
  lectures: readonly { readonly record: LectureAnswers; readonly scenario: Scenario }[],
): { code: string; lectures: number } {
  return codeOf(
    lectures.map(({ record, scenario }) => ({
      lecture: knownLecture(scenario),
      answers: firstAnswers(record),
    })),
  );
}
