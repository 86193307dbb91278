import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  draftOf,
  editOfDraft,
  exchanged,
  splitEdit,
  withMarkAt,
  withOwnMark,
  withoutMarkAt,
} from '../../../web/course/model/change_lecture';
import type { Mark, Scenario, Text } from '../../../web/engine/protocol';
import { problemsOfCopy } from '../../../web/model/authoring/copy_rules';
import { packEdit, unpackEdit } from '../../../web/model/edit/edit_file';
import { applyEdit } from '../../../web/model/edit/lecture_edit';
import { withMarkText } from '../../../web/stage/model/authoring';

const shipped = JSON.parse(
  readFileSync('scenarios/lectures/page-never-written.json', 'utf8'),
) as Scenario;
const first = draftOf(shipped, {});
const markOf = (place: number): Mark => {
  const mark = first.marks[place]?.mark;
  if (!mark) throw new Error(`no mark ${place}`);
  return mark;
};
const own: Mark = { when: { event: 'acknowledge', tx: 'T2' }, say: { en: 'Mine.' } as Text };

test('a lecture that nobody has changed differs in nothing', () => {
  expect(editOfDraft(shipped, first)).toEqual({});
});

test('whatever is changed comes back from its link', () => {
  const { pause: _none, ...second } = markOf(1);
  let draft = withMarkAt(first, 0, { ...markOf(0), say: { en: 'Look.', zh: '看。' } });
  draft = withMarkAt(draft, 1, { ...second, focus: [], pause: 5, ask: { kind: 'fate', tx: 'T1' } });
  draft = exchanged(withoutMarkAt(withOwnMark(draft, 2, own), 5), 3, 4);
  const edit = editOfDraft(shipped, draft);
  const back = unpackEdit(packEdit(edit));
  expect(back).toEqual(edit);
  const { marks } = draftOf(shipped, back ?? {});
  expect(marks.map(({ name }) => name)).toEqual(draft.marks.map(({ name }) => name));
  for (const [n, { mark }] of marks.entries()) {
    const { focus = [], ...rest } = mark;
    const { focus: looked = [], ...other } = draft.marks[n]?.mark ?? own;
    expect([rest, focus]).toEqual([other, looked]);
  }
});

test('two marks that are exchanged exchange their events', () => {
  const draft = exchanged(first, 0, 1);
  expect(draft.marks.map(({ mark }) => mark.when)).toEqual(
    first.marks.map(({ mark }) => mark.when),
  );
  expect(draft.marks[0]?.mark.say).toEqual(markOf(1).say);
  expect(exchanged(first, 0, 99)).toBe(first);
});

test('a part stays what it is, whatever is changed in it', () => {
  const { edit, part } = splitEdit({ title: { en: 'Mine' }, from: 'a', to: 'b' });
  expect([edit, part]).toEqual([{ title: { en: 'Mine' } }, { from: 'a', to: 'b' }]);
});

test('the rules have nothing against a lecture that ships, and name the place in a copy', () => {
  expect(problemsOfCopy(shipped)).toEqual([]);
  const asked = withMarkAt(first, 0, { ...markOf(0), ask: { kind: 'fate', tx: 'T1' } });
  const rules = (draft: typeof first) =>
    problemsOfCopy(applyEdit(shipped, editOfDraft(shipped, draft)).scenario);
  expect(rules(asked)).toEqual([expect.objectContaining({ rule: 'closed', mark: 0 })]);
  // One language is enough.
  const question: Mark = { ...markOf(0), ask: { kind: 'fate', tx: 'T1' } };
  const closed = withMarkText(question, 'then', 'en', 'So.');
  expect(rules(withMarkAt(first, 0, closed))).toEqual([]);
  // A phrase that gives a later question away is reported with its words.
  const place = first.marks.findIndex(({ mark }) => mark.ask?.gives_away?.en?.[0]);
  const phrase = first.marks[place]?.mark.ask?.gives_away?.en?.[0] ?? '';
  const told = { ...markOf(0), say: { en: `It is so: ${phrase}.` } as Text };
  expect(rules(withMarkAt(first, 0, told))).toContainEqual(
    expect.objectContaining({ rule: 'gives-away', mark: 0, words: phrase }),
  );
});
