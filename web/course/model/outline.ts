/** @file What a plan needs to know of a lecture: its marks, and how long they take. */
import type { Mark, Text } from '../../engine/protocol';
import { markName } from '../../model/edit/lecture_edit';
import type { Prediction } from '../../model/experiment/prediction';

/** The number of English words and Chinese characters that a lecturer says in a minute. */
export const SAID_IN_A_MINUTE = { en: 120, zh: 240 } as const;
/** The seconds to look at the changes at a mark. */
export const SECONDS_A_MARK = 15;
/** The seconds that a class needs to answer a question and to see why. */
export const SECONDS_A_QUESTION = 60;
/** The seconds until the result of a measured lecture is there. */
export const SECONDS_TO_MEASURE = 60;

/** A mark of a lecture, with its texts; anchors name events (`T1.write.2`). */
export interface MarkOutline {
  readonly ref: string;
  readonly name: Text;
  readonly seconds: { readonly en: number; readonly zh: number };
  /** The kind of its question. */
  readonly ask?: string;
}

/** A lecture as a list of its marks; a measured one has none, and only a total time. */
export interface LectureOutline {
  readonly title: Text;
  readonly measured?: true;
  readonly marks: readonly MarkOutline[];
  readonly seconds: { readonly en: number; readonly zh: number };
}

type Words = Partial<Text> | undefined;

const count = {
  en: (words: string) => words.split(/\s+/).filter(Boolean).length,
  zh: (words: string) => words.replace(/\s/g, '').length,
};

/** The seconds to say these texts; a text in one language alone is said in that language. */
function spoken(texts: readonly Words[], language: 'en' | 'zh'): number {
  const other = language === 'en' ? 'zh' : 'en';
  const minutes = texts.map((text) => {
    const said = text?.[language] ? language : other;
    return count[said](text?.[said] ?? '') / SAID_IN_A_MINUTE[said];
  });
  return minutes.reduce((sum, each) => sum + each, 0) * 60;
}

const inBoth = (texts: readonly Words[], besides: number) => ({
  en: Math.round(spoken(texts, 'en') + besides),
  zh: Math.round(spoken(texts, 'zh') + besides),
});

/** A mark's name, or the beginning of its text. */
function nameOf({ name, say }: Mark): Text {
  if (name) return name;
  const short = (text: string | undefined) => (text ?? '').slice(0, 40);
  return { en: short(say.en), zh: short(say.zh) };
}

/** The outline of one mark. */
export function markOutline(mark: Mark): MarkOutline {
  const { say, then, ask } = mark;
  const besides = SECONDS_A_MARK + (ask ? SECONDS_A_QUESTION : 0);
  return {
    ref: markName(mark),
    name: nameOf(mark),
    seconds: inBoth([say, then, ask?.words], besides),
    ...(ask && { ask: ask.kind }),
  };
}

/** The outline of a lecture on the stage. */
export function lectureOutline(lecture: {
  readonly title: Text;
  readonly marks?: readonly Mark[];
}): LectureOutline {
  const marks = (lecture.marks ?? []).map(markOutline);
  return { title: lecture.title, marks, seconds: sumOf(marks) };
}

/** The outline of a measured lecture. */
export function measuredOutline({
  title,
  about,
  close,
  questions,
}: Pick<Prediction, 'title' | 'about' | 'close' | 'questions'>): LectureOutline {
  const said = questions.flatMap(({ say, ask, choices }) => [
    say,
    ask,
    ...choices.flatMap(({ text, why }) => [text, why]),
  ]);
  const waiting = questions.length * SECONDS_A_QUESTION + SECONDS_TO_MEASURE;
  return { title, measured: true, marks: [], seconds: inBoth([about, close, ...said], waiting) };
}

/** The time of some marks. */
export function sumOf(marks: readonly MarkOutline[]): LectureOutline['seconds'] {
  const sum = (language: 'en' | 'zh') =>
    marks.reduce((seconds, mark) => seconds + mark.seconds[language], 0);
  return { en: sum('en'), zh: sum('zh') };
}
