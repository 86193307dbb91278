import { expect, test } from 'vitest';
import {
  nextToDo,
  tidyPlan,
  withEntry,
  withFields,
  withMoved,
} from '../../../web/course/model/change_plan';
import { begun, changed, redone, undone } from '../../../web/course/model/history';
import {
  type CoursePlan,
  type LectureEntry,
  parsePlan,
  planText,
} from '../../../web/course/model/plan';

const plan: CoursePlan = {
  format: 1,
  kind: 'plan',
  title: { en: 'Mine', zh: '' },
  minutes: 45,
  entries: [
    { lecture: 'stolen-page' },
    { lecture: 'page-never-written' },
    { lecture: 'torn-page' },
  ],
};
const UNTITLED = { en: 'A plan', zh: '计划' };
const ids = ({ entries }: CoursePlan) =>
  entries.map((entry) => ('lecture' in entry ? entry.lecture : ''));

test('an entry moves up and down, and not beyond the ends', () => {
  expect(ids(withMoved(plan, 0, 2))).toEqual(['page-never-written', 'torn-page', 'stolen-page']);
  expect(ids(withMoved(plan, 2, 0))).toEqual(['torn-page', 'stolen-page', 'page-never-written']);
  expect(withMoved(plan, 0, -1)).toBe(plan);
  expect(withMoved(plan, 2, 3)).toBe(plan);
});

test('an entry is taken out, and another one takes its place', () => {
  expect(ids(withEntry(plan, 1))).toEqual(['stolen-page', 'torn-page']);
  expect(ids(withEntry(plan, 1, { lecture: 'group-commit' }))[1]).toBe('group-commit');
  expect(
    withFields<LectureEntry>({ lecture: 'x', from: 'a' }, { from: undefined, to: 'b' }),
  ).toEqual({
    lecture: 'x',
    to: 'b',
  });
});

test('whatever is being written, its file can be read again', () => {
  const writing: CoursePlan = {
    ...plan,
    title: { en: '', zh: ' ' },
    about: { en: '', zh: '' },
    entries: [
      { lecture: 'stolen-page', notes: { en: '', zh: '' } },
      { task: { en: '', zh: '' }, text: { en: 'Do it.', zh: '' } },
    ],
  };
  expect(parsePlan(planText(tidyPlan(writing, UNTITLED)))).toEqual({
    plan: {
      format: 1,
      kind: 'plan',
      title: UNTITLED,
      minutes: 45,
      entries: [{ lecture: 'stolen-page' }, { task: UNTITLED, text: { en: 'Do it.' } }],
    },
  });
});

test('one goes on with the first entry that is not done, and then from the beginning', () => {
  expect(nextToDo(plan, (place) => place !== 1)).toBe(1);
  expect(nextToDo(plan, () => true)).toBe(0);
});

test('letters of one text are taken back together, other changes one by one', () => {
  let history = begun('');
  for (const text of ['a', 'ab', 'abc']) history = changed(history, text, 'title');
  history = changed(history, 'moved');
  expect(undone(history).now).toBe('abc');
  expect(undone(undone(history)).now).toBe('');
  expect(undone(undone(undone(history))).now).toBe('');
  expect(redone(redone(undone(undone(history)))).now).toBe('moved');
  expect(redone(history)).toBe(history);
  // After an undo the next typing begins a new change.
  const again = changed(undone(history), 'x', 'title');
  expect(undone(again).now).toBe('abc');
});
