// Collects what a class has handed in: one row for each student's lecture, and whatever cannot be
// counted, with the reason.
import type { Text } from '../../engine/protocol';
import { type CodeProblem, type CodeReader, codeReader, type FirstAnswer } from './code';
import { fileNamer } from './file_names';
import type { KnownLecture } from './questions';
import type { FileProblem } from './read_file';
import { type AnswerFile, firstOf, type LectureAnswers } from './record';

/** A file with the folders that it was in. */
interface HandedFile {
  readonly kind: 'file';
  readonly name: string;
  readonly file: AnswerFile;
}

/** Something that was dropped or pasted. */
export type Handed =
  | HandedFile
  | { readonly kind: 'code'; readonly line: number; readonly code: string; readonly who: string };

/** The result of one question in one row. */
export interface RowAnswer extends FirstAnswer {
  /** The number of tries; unknown where the answers came in a code. */
  readonly tries?: number;
  /** Seconds to the first answer. */
  readonly took?: number;
}

/** The reason why a row is not counted, or deserves a look. */
export type RowNote =
  /** The same student handed in this lecture again, later; this row is not counted. */
  | { readonly kind: 'replaced' }
  /** Every answer was given at the very moment of another student's. */
  | { readonly kind: 'copy'; readonly of: string }
  /** Its questions differ from those of the lecture here; this row is not counted. */
  | { readonly kind: 'changed' };

/** The answers of one student in one lecture. */
export interface Row {
  readonly key: number;
  /** '' where nobody said so. */
  readonly who: string;
  /** The name of the file, or the code. */
  readonly source: string;
  readonly lecture: KnownLecture | undefined;
  readonly title: Text;
  readonly answers: readonly RowAnswer[];
  readonly right: number;
  /** The number of questions that were answered, and not only shown. */
  readonly of: number;
  /** The beginning, as an ISO date. */
  readonly began?: string;
  /** Seconds from the beginning to the last first answer. */
  readonly seconds?: number;
  readonly note?: RowNote;
}

/** The reason why not all of a folder was read. */
export interface FolderProblem {
  readonly kind: 'too-deep' | 'too-many' | 'not-here';
}

/** The reason why something could not be read. */
export type Refusal =
  | FileProblem
  | FolderProblem
  | CodeProblem
  | { readonly kind: 'no-code' | 'unknown-lecture' };

export interface Refused {
  /** The file's name, or the line. */
  readonly source: string;
  /** The content of the file or line. */
  readonly content: string;
  readonly refusal: Refusal;
}

export interface Collected {
  readonly rows: readonly Row[];
  readonly refused: readonly Refused[];
}

interface Found extends Omit<Row, 'key'> {
  /** A key that tells students apart; undefined where nothing does. */
  readonly student?: string;
  readonly when: number;
  /** The digest of the questions that were answered. */
  readonly digest: string;
  /** The moments of all answers; undefined where none is known. */
  readonly moments?: string;
}

const studentOf = (name: string) => name.trim().toLowerCase();

const scored = (answers: readonly RowAnswer[]) => ({
  right: answers.filter(({ first }) => first === 'right').length,
  of: answers.filter(({ first }) => first !== 'shown').length,
});

function answersOf({ questions }: LectureAnswers): readonly RowAnswer[] {
  return questions.flatMap(({ mark, tries }) => {
    const [first] = tries;
    if (!first) return [];
    const { guess, took } = first;
    return [
      {
        mark,
        first: firstOf(first),
        guess,
        tries: tries.length,
        ...(took !== undefined && { took }),
      },
    ];
  });
}

/** Seconds from the beginning to the last of the first answers. */
function secondsOf({ began, questions }: LectureAnswers): number | undefined {
  const ends = questions.flatMap(({ tries: [first] }) => (first?.at ? [Date.parse(first.at)] : []));
  if (began === undefined || ends.length === 0) return undefined;
  return Math.max(0, Math.round((Math.max(...ends) - Date.parse(began)) / 1000));
}

/** `unnamed` is the name of students who gave none. */
function fromFile(
  { name, file }: HandedFile,
  known: readonly KnownLecture[],
  unnamed: string,
): Found[] {
  return file.lectures.map((given) => {
    const same = known.find(({ digest }) => digest === given.digest);
    const named = same ?? known.find(({ id }) => id === given.lecture);
    const answers = answersOf(given);
    const moments = given.questions.flatMap(({ tries }) => tries.map(({ at }) => at)).join();
    const seconds = secondsOf(given);
    return {
      who: file.name ?? unnamed,
      student: file.name ? studentOf(file.name) : `${name}/${given.began ?? ''}`,
      source: name,
      lecture: named,
      title: named?.title ?? given.title,
      answers,
      ...scored(answers),
      ...(given.began !== undefined && { began: given.began }),
      ...(seconds !== undefined && { seconds }),
      ...(!same && { note: { kind: 'changed' as const } }),
      when: Date.parse(file.made),
      digest: given.digest,
      ...(/\d/.test(moments) && { moments: `${given.digest} ${given.began} ${moments}` }),
    };
  });
}

/**
 * The later of two answers from one student to the same questions counts; of two codes, the lower
 * one.
 */
function withNotes(found: readonly Found[]): readonly Row[] {
  const newest = new Map<string, Found>();
  const keyOf = ({ student, digest }: Found) => `${student} ${digest}`;
  for (const each of found) {
    if (each.student === undefined) continue;
    const before = newest.get(keyOf(each));
    if (!before || each.when >= before.when) newest.set(keyOf(each), each);
  }
  const first = new Map<string, Found>();
  return found.map((each, key) => {
    const { when: _when, digest: _digest, student, moments, ...row } = each;
    const twin = moments === undefined ? undefined : first.get(moments);
    if (moments !== undefined && !twin) first.set(moments, each);
    const replaced = student !== undefined && newest.get(keyOf(each)) !== each;
    const copied = twin && twin.student !== student ? twin : undefined;
    const note: RowNote | undefined = replaced
      ? { kind: 'replaced' }
      : (row.note ?? (copied && { kind: 'copy', of: copied.who }));
    return { ...row, key, ...(note && { note }) };
  });
}

/** True if a row's answers are counted. */
export const counts = ({ note }: Row): boolean => note === undefined || note.kind === 'copy';

/** All that was handed in, matched with the questions of the lectures here. */
export function collect(
  handed: readonly Handed[],
  known: readonly KnownLecture[],
  readCode: CodeReader = codeReader(known),
): Collected {
  const found: Found[] = [];
  const refused: Refused[] = [];
  const nameOf = fileNamer(
    handed.flatMap((each) => (each.kind === 'file' && !each.file.name ? [each.name] : [])),
  );
  for (const each of handed) {
    if (each.kind === 'file') {
      found.push(...fromFile(each, known, nameOf(each.name)));
      continue;
    }
    const { line, code, who } = each;
    const refuse = (refusal: Refusal) =>
      refused.push({ source: String(line), content: `${who} ${code}`.trim(), refusal });
    const read = readCode(code);
    if (read.kind === 'refused') refuse(code === '' ? { kind: 'no-code' } : read.problem);
    else
      for (const { lecture, answers } of read.lectures) {
        if (!lecture) refuse({ kind: 'unknown-lecture' });
        else
          found.push({
            who,
            source: read.code,
            lecture,
            title: lecture.title,
            answers,
            ...(who !== '' && { student: studentOf(who) }),
            ...scored(answers),
            when: line,
            digest: lecture.digest,
          });
      }
  }
  return { rows: withNotes(found), refused };
}
