import { describe, expect, it } from 'vitest';
import {
  type Course,
  courseOrder,
  inChapters,
  OTHERS,
} from '../../../../web/lectures/model/course';

const say = (en: string) => ({ en, zh: en });
const course: Course = {
  format: 1,
  kind: 'course',
  chapters: [
    { id: 'one', title: say('One'), lectures: ['c', 'a', 'gone'] },
    { id: 'empty', title: say('Empty'), lectures: ['not-there'] },
    { id: 'two', title: say('Two'), lectures: ['b'] },
  ],
  paths: [],
};
const lectures = ['z', 'a', 'b', 'c', 'm'].map((id) => ({ id }));

describe('what does a course make of the lectures that there are?', () => {
  it('puts them in its order, and those that it does not name after them by name', () => {
    const ids = lectures.map(({ id }) => id);
    expect(ids.sort(courseOrder(course))).toEqual(['c', 'a', 'b', 'm', 'z']);
  });

  it('groups them by chapter, without chapters or lectures that are not there', () => {
    const found = inChapters(course, lectures);
    expect(found.map(({ id, lectures: of }) => [id, of.map((each) => each.id)])).toEqual([
      ['one', ['c', 'a']],
      ['two', ['b']],
      [OTHERS, ['m', 'z']],
    ]);
    expect(found.at(-1)?.title).toBeUndefined();
  });

  it('has no chapter of others where it names all', () => {
    expect(inChapters(course, [{ id: 'b' }]).map(({ id }) => id)).toEqual(['two']);
  });
});
