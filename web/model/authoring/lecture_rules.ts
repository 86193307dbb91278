import { FILE_RULES } from './file_rules';
import type { LectureFile, LectureRule, PlayedLecture, RuleProblem } from './lecture_rule';
import { QUESTION_RULES } from './question_rules';
import { SECRET_RULES } from './secret_rules';
import { SUBJECT_RULES } from './subject_rules';

/** The rules for a lecture of the library once it has been played. */
export const PLAYED_RULES: readonly LectureRule<PlayedLecture>[] = [
  ...QUESTION_RULES,
  ...SECRET_RULES,
  ...SUBJECT_RULES,
];

/** All complaints of rules about a lecture's file, which need not run. */
export const problemsOfFile = (lecture: LectureFile): readonly RuleProblem[] =>
  FILE_RULES.flatMap(({ check }) => check(lecture));

/** All complaints of rules about a lecture that runs. */
export const problemsOfLecture = (lecture: PlayedLecture): readonly RuleProblem[] => [
  ...problemsOfFile(lecture),
  ...PLAYED_RULES.flatMap(({ check }) => check(lecture)),
];
