/**
 * @file What a course system keeps of a student between two visits, in `cmi.suspend_data`:
 *
 *   1~k3f9~0~!Bs.Z.=3-1-0
 *   | |    | lectures in their order: `!` for one that has ended, then its first tries, three
 * questions a letter;
 *   | |    | `=` and how many were right, wrong and shown, where there is no room for that
 *   | |    the lecture that was open
 *   | which course this is of
 *   version
 */
import type { Part } from '../../embed/model/tally';
import { shortHash } from '../../model/edit/short_code';
import type { FirstTry } from '../../model/lecture/lecture_state';
import type { CourseQuestions } from './course_file';

/** The number of characters that every course system must keep. */
export const LONGEST_SUSPEND = 4096;

/** The student's place, and the results of the questions. */
export interface Visit {
  /** The lecture that was open. */
  readonly lecture: string | undefined;
  readonly parts: readonly Part[];
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TRIES: readonly (FirstTry | undefined)[] = [undefined, 'right', 'wrong', 'shown'];
/** The number of questions that one letter encodes. */
const EACH = 3;

/** The name of a course, which differs for one with other questions. */
const courseName = (course: readonly CourseQuestions[]): string =>
  shortHash(JSON.stringify(course.map(({ lecture, digest }) => [lecture, digest])), 4);

function triesText({ questions, first }: Part): string {
  let text = '';
  for (let from = 0; from < questions.length; from += EACH) {
    const three = questions.slice(from, from + EACH);
    const value = three.reduceRight((sum, mark) => sum * 4 + TRIES.indexOf(first[mark]), 0);
    text += LETTERS[value];
  }
  return text.replace(/A+$/, '');
}

function countsText({ questions, first }: Part): string {
  const count = (which: FirstTry) => questions.filter((mark) => first[mark] === which).length;
  return `=${count('right')}-${count('wrong')}-${count('shown')}`;
}

const endedText = ({ ended }: Part): string => (ended ? '!' : '');

/**
 * Encodes a visit in at most 4,096 characters: where the tries of lectures do not fit, only their
 * numbers by result are kept, beginning with the longest lecture.
 */
export function suspendText(visit: Visit, course: readonly CourseQuestions[]): string {
  const known = new Map(visit.parts.map((part) => [part.lecture, part]));
  const parts = course.map(({ lecture, questions }): Part => {
    return { first: {}, ended: false, ...known.get(lecture), lecture, questions };
  });
  const texts = parts.map((part) => endedText(part) + triesText(part));
  const at = course.findIndex(({ lecture }) => lecture === visit.lecture);
  const whole = () => ['1', courseName(course), String(Math.max(0, at)), texts.join('.')];
  const length = () => whole().join('~').length;
  const longest = texts.map((_text, place) => place);
  longest.sort((a, b) => (texts[b]?.length ?? 0) - (texts[a]?.length ?? 0));
  for (const place of longest) {
    const part = parts[place];
    if (length() <= LONGEST_SUSPEND || !part) break;
    texts[place] = endedText(part) + countsText(part);
  }
  return whole().join('~');
}

function triesIn(text: string, questions: readonly number[]): Part['first'] {
  const values = [...text].flatMap((letter) => {
    const value = LETTERS.indexOf(letter);
    return [value % 4, (value >> 2) % 4, value >> 4];
  });
  return byMark(
    questions,
    values.map((value) => TRIES[value]),
  );
}

/**
 * The results from their numbers alone: the right ones are put on the first questions, since the
 * places are lost. The score stays the same.
 */
function countsIn(text: string, questions: readonly number[]): Part['first'] {
  const [right = 0, wrong = 0, shown = 0] = text.slice(1).split('-').map(Number);
  const some = (count: number, which: FirstTry) =>
    Array<FirstTry>(Math.max(0, Math.min(count, questions.length)) || 0).fill(which);
  return byMark(questions, [
    ...some(right, 'right'),
    ...some(wrong, 'wrong'),
    ...some(shown, 'shown'),
  ]);
}

const byMark = (questions: readonly number[], tries: readonly (FirstTry | undefined)[]) =>
  Object.fromEntries(
    questions.flatMap((mark, place) => (tries[place] ? [[mark, tries[place]] as const] : [])),
  );

/**
 * Reads what `suspendText` writes; nothing is known if it belongs to another course, or cannot be
 * read.
 */
export function readSuspend(text: string, course: readonly CourseQuestions[]): Visit {
  const [version, name, at = '', all = ''] = text.split('~');
  const texts = all.split('.');
  if (version !== '1' || name !== courseName(course) || texts.length !== course.length)
    return { lecture: undefined, parts: [] };
  const parts = course.map(({ lecture, questions }, place): Part => {
    const whole = texts[place] ?? '';
    const tries = whole.replace(/^!/, '');
    const first = tries.startsWith('=') ? countsIn(tries, questions) : triesIn(tries, questions);
    return { lecture, questions, first, ended: whole.startsWith('!') };
  });
  return { lecture: course[Number(at)]?.lecture, parts };
}
