import { beforeAll, describe, expect, it } from 'vitest';
import type { PlayedLecture } from '../../web/model/authoring/lecture_rule';
import { SUBJECT_RULES } from '../../web/model/authoring/subject_rules';
import { runLecture } from '../../web/runner/lecture/play';
import { besideIt } from './played';
import { lectureFiles } from './scenario_files';

describe.each(lectureFiles())('lecture $name', (file) => {
  let lecture: PlayedLecture;
  beforeAll(async () => {
    const { scheme, marks } = await runLecture(file.text);
    lecture = { ...besideIt(file), scheme, marks, asked: [] };
  });

  it.each(SUBJECT_RULES)('$says', ({ check }) => {
    expect(check(lecture)).toEqual([]);
  });
});
