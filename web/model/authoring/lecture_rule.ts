import type { Ask, Frame, Mark, Scenario, SchemeDescription, Text } from '../../engine/protocol';
import type { Judgement } from '../questions/answer';
import type { Choice } from '../questions/choices';

/** What a rule has against a lecture, and where in its file: `marks[2].ask.because.always`. */
export interface RuleProblem {
  readonly path: string;
  readonly reason: string;
  /** The words of the lecture that it is about. */
  readonly words?: string;
}

/** Rules that a lecturer's own copy of a lecture is held to as well. */
export type CopyRule = 'closed' | 'gives-away' | 'supposes' | 'wording';

/** A term of the glossary: how a text uses it, and phrases of which one explains it. */
export interface Term {
  readonly term: Text;
  readonly uses: Text;
  readonly explained: Readonly<Record<Language, readonly string[]>>;
}

export type Language = 'en' | 'zh';
export const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** A lecture as a file, and the files beside it. */
export interface LectureFile {
  /** The file's own name, without folders. */
  readonly name: string;
  readonly scenario: Scenario;
  /** Every lecture that ships, by its id. */
  readonly library: ReadonlyMap<string, Scenario>;
  readonly terms: readonly Term[];
  /** The course's lectures, in its order. */
  readonly course: readonly string[];
}

/** A mark where the run comes to it, and what the stage can draw there. */
export interface PlayedMark {
  readonly index: number;
  readonly position: number;
  readonly mark: Mark;
  readonly frame: Frame;
}

/** A guess at a question, and what the engine says of it. */
export interface JudgedGuess extends Judgement {
  readonly guess: string;
}

/** A question, what may be answered, and what the engine says of each answer. */
export interface AnsweredMark extends PlayedMark {
  readonly ask: Ask;
  readonly choices: readonly Choice[];
  /** The engine's answer; UNKNOWN where it has none. */
  readonly truth: string;
  readonly guesses: readonly JudgedGuess[];
}

/** A lecture as the engine plays it, with its power cuts. */
export interface PlayedLecture extends LectureFile {
  readonly scheme: SchemeDescription;
  readonly marks: readonly PlayedMark[];
  readonly asked: readonly AnsweredMark[];
}

/** One thing that is asked of every lecture; `says` completes "A lecture ...". */
export interface LectureRule<Lecture> {
  readonly says: string;
  /** Asked of a lecturer's own copy, too: the name of the page's words for it. */
  readonly copy?: CopyRule;
  readonly check: (lecture: Lecture) => readonly RuleProblem[];
}

/** A text in a language; empty where it is missing. */
export const inLanguage = (text: Text | undefined, language: Language): string =>
  text?.[language] ?? '';

/** A complaint for each language in which a text is missing. */
export function untold(path: string, text: Text | undefined, what: string): RuleProblem[] {
  return LANGUAGES.flatMap((language) =>
    inLanguage(text, language).trim() === ''
      ? [{ path: `${path}.${language}`, reason: `${what} is missing` }]
      : [],
  );
}

/** The path of a mark in the file. */
export const markPath = (index: number): string => `marks[${index}]`;
