/**
 * @file What a package holds beside the site's files: `course.json`, the lectures as they are gone
 * through.
 */

import { type CoursePlan, isLectureEntry, isMeasuredEntry } from '../../course/model/plan';
import { type PlannedLecture, planLibrary, plannedLectures } from '../../embed/model/plan_library';
import type { Text } from '../../engine/protocol';
import { questionsDigest } from '../../model/questions/questions_digest';
import { readScenario } from '../../model/scenario/scenario_text';
import { type Check, list, number, object, oneOf, string } from '../../model/values/shape';

/** A lecture of a package under a distinct name, with its complete text. */
export interface PackagedLecture {
  readonly name: string;
  readonly text: string;
}

/** The lectures of a package. */
export interface Course {
  readonly version: 1;
  readonly title: Partial<Text>;
  /** The language of the page; without it, the reader's own. */
  readonly language?: 'en' | 'zh';
  readonly lectures: readonly PackagedLecture[];
}

/** The name of the file. */
export const COURSE_FILE = 'course.json';

/** The title in a language, or in the other one where it exists in that alone. */
export const titleIn = ({ title }: Pick<Course, 'title'>, language: 'en' | 'zh'): string =>
  title[language] ?? title.en ?? title.zh ?? '';

/** A course of one lecture. */
export const courseOfLecture = (title: Partial<Text>, name: string, text: string): Course => ({
  version: 1,
  title,
  lectures: [{ name, text }],
});

/** The parts of a plan that no package can hold, which is said before one is made. */
export function leftOut({ entries }: CoursePlan): {
  readonly measured: number;
  readonly tasks: number;
} {
  const measured = entries.filter(isMeasuredEntry).length;
  const lectures = entries.filter(isLectureEntry).length;
  return { measured, tasks: entries.length - measured - lectures };
}

/** The lectures of a plan, changed and cut as it says. Throws where one does not exist. */
export async function courseOfPlan(
  plan: CoursePlan,
  load: (id: string) => Promise<string | undefined>,
): Promise<Course> {
  const planned = plannedLectures(plan);
  const library = planLibrary(planned, load);
  const lectures = await Promise.all(planned.map((each) => packaged(each, library.load)));
  return { version: 1, title: plan.title, lectures };
}

async function packaged(
  { name, entry }: PlannedLecture,
  load: (id: string) => Promise<string | undefined>,
): Promise<PackagedLecture> {
  const text = await load(name);
  if (text === undefined) throw new Error(`there is no lecture ${entry.lecture}`);
  return { name, text };
}

const COURSE: Check = object(
  {
    version: number,
    title: object({}, { en: string, zh: string }),
    lectures: list(object({ name: string, text: string }), 100),
  },
  { language: oneOf(['en', 'zh']) },
);

/** Reads the file; undefined where it holds no course of this version. */
export function readCourse(text: string): Course | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (COURSE(value, '')) return undefined;
    const course = value as Course;
    return course.version === 1 && course.lectures.length > 0 ? course : undefined;
  } catch {
    return undefined;
  }
}

/** The marks with questions of each lecture, by their place in the file. */
export const questionsIn = ({ lectures }: Course): readonly CourseQuestions[] =>
  lectures.map(({ name, text }) => {
    const scenario = readScenario(text);
    const questions = (scenario.marks ?? []).flatMap(({ ask }, mark) => (ask ? [mark] : []));
    return { lecture: name, questions, digest: questionsDigest(scenario) };
  });

/** The part of a packaged lecture that its score needs. */
export interface CourseQuestions {
  readonly lecture: string;
  readonly questions: readonly number[];
  /**
   * The digest of the questions: a package with a changed question does not continue a visit to the
   * old one.
   */
  readonly digest: string;
}
