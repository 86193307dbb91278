import type { Ask, Frame, Mark, Scenario, SchemeDescription, Text } from '../../engine/protocol';
import type { Judgement } from '../questions/answer';
import type { Choice } from '../questions/choices';

/** A rule's complaint about a lecture, and its place in the file: `marks[2].ask.because.always`. */
export interface RuleProblem {
  readonly path: string;
  readonly reason: string;
  /** The words of the lecture that the complaint is about. */
  readonly words?: string;
}

/** The rules that apply to a lecturer's own copy of a lecture as well. */
export type CopyRule = 'closed' | 'gives-away' | 'supposes' | 'wording';

/** A term of the glossary: the ways in which texts use it, and phrases one of which explains it. */
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
  /** The lectures of the course, in its order. */
  readonly course: readonly string[];
}

/** A mark at its place in the run, and the texts that the stage can draw there. */
export interface PlayedMark {
  readonly index: number;
  readonly position: number;
  readonly mark: Mark;
  readonly frame: Frame;
}

/** A guess at a question, and the engine's judgement of it. */
export interface JudgedGuess extends Judgement {
  readonly guess: string;
}

/** A question, its possible answers, and the engine's judgement of each. */
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

/** A rule that every lecture must obey; `says` completes "A lecture ...". */
export interface LectureRule<Lecture> {
  readonly says: string;
  /** The name of the page's words for it, where it applies to a lecturer's own copy, too. */
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
