import { describe, expect, it } from 'vitest';
import { inChapters, OTHERS } from '../../web/lectures/model/course';
import { courseFile, courseSchemaProblems, lectureFiles, predictionFiles } from './scenario_files';

const course = courseFile();
const lectures = new Map(lectureFiles().map(({ scenario }) => [scenario.id, scenario]));
const measured = predictionFiles().flatMap(({ prediction: { id, lecture } }) =>
  lecture === null ? [id] : [],
);
const there = [...lectures.keys(), ...measured];
const texts = [
  ...(course.about ? [course.about] : []),
  ...course.chapters.map(({ title }) => title),
  ...course.paths.flatMap(({ title, about }) => [title, ...(about ? [about] : [])]),
];
const double = (ids: readonly string[]) => ids.filter((id, n) => ids.indexOf(id) !== n);

describe('the course', () => {
  it('keeps to its schema, which finds what is wrong', () => {
    expect(courseSchemaProblems(course)).toEqual([]);
    const [chapter, ...rest] = course.chapters;
    const wrong = { ...course, chapters: [{ ...chapter, lectures: [1] }, ...rest], more: 1 };
    expect(courseSchemaProblems(wrong).sort()).toEqual(['chapters[0].lectures[0]', 'more']);
  });

  it('names only lectures that there are', () => {
    const named = [...course.chapters, ...course.paths].flatMap((each) => each.lectures);
    expect(named.filter((id) => !there.includes(id))).toEqual([]);
  });

  it('names no lecture, chapter or path twice', () => {
    expect(double(course.chapters.flatMap((each) => each.lectures))).toEqual([]);
    expect(double([...course.chapters.map(({ id }) => id), OTHERS])).toEqual([]);
    expect(double(course.paths.map(({ id }) => id))).toEqual([]);
  });

  it('shows every lecture once: in its chapter, or among the others', () => {
    const shown = inChapters(
      course,
      there.map((id) => ({ id })),
    );
    expect(shown.flatMap((each) => each.lectures.map(({ id }) => id)).sort()).toEqual(
      [...there].sort(),
    );
  });

  it('speaks both languages, Chinese with its own punctuation', () => {
    for (const { en, zh } of texts) {
      expect(en).not.toMatch(/[\u4e00-\u9fff]/);
      expect(zh, en).toMatch(/[\u4e00-\u9fff]/);
      expect(zh).not.toMatch(/[\u4e00-\u9fff][,;:?!()]|[,;:?!()][\u4e00-\u9fff]/);
    }
  });
});

describe.each(course.paths)('the path $id', ({ minutes, lectures: ids }) => {
  it('comes to what a lecture needs before that lecture', () => {
    for (const [n, id] of ids.entries()) {
      const needs = lectures.get(id)?.lecture?.needs ?? [];
      expect(ids.slice(0, n), id).toEqual(expect.arrayContaining([...needs]));
    }
  });

  it('fits into its time', () => {
    const needed = ids.map((id) => lectures.get(id)?.lecture?.minutes ?? 0);
    expect(needed.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(
      minutes ?? Number.POSITIVE_INFINITY,
    );
  });
});
