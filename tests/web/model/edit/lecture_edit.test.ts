import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Scenario } from '../../../../web/engine/protocol';
import { changedLecture } from '../../../../web/model/edit/changed_lecture';
import { packEdit, unpackEdit } from '../../../../web/model/edit/edit_file';
import {
  applyEdit,
  type KeptMark,
  keptMarks,
  lectureEdit,
} from '../../../../web/model/edit/lecture_edit';
import { shortName } from '../../../../web/model/edit/mark_names';
import { packText } from '../../../../web/model/link/packed_text';

const read = (id: string): Scenario =>
  JSON.parse(readFileSync(`scenarios/lectures/${id}.json`, 'utf8'));
const base = read('page-never-written');

const changed = (marks: readonly KeptMark[]): readonly KeptMark[] =>
  marks.map((each, place) =>
    place === 0
      ? { ...each, mark: { ...each.mark, say: { ...each.mark.say, en: 'Look at page 1.' } } }
      : each,
  );

const own: KeptMark = {
  name: undefined,
  mark: {
    when: { event: 'write', tx: 'T1' },
    say: { en: 'Mine.' } as KeptMark['mark']['say'],
    ask: { kind: 'value-after-crash', record: 'A' },
  },
};

test('every lecture that ships is the same with no change, and has none', () => {
  for (const name of readdirSync('scenarios/lectures')) {
    const lecture = read(name.slice(0, -'.json'.length));
    const marks = keptMarks(lecture.marks);
    const { title, lecture: about } = lecture;
    const keep = about?.keep;
    expect(lectureEdit(lecture, { title, ...(keep && { keep }), marks }), name).toBeUndefined();
    const same = applyEdit(lecture, {});
    expect(same.scenario, name).toEqual(lecture);
    expect(same.missing).toEqual([]);
  }
});

test('a changed sentence and an own question make a short link that gives the same lecture', () => {
  const marks = [...changed(keptMarks(base.marks)), own];
  const edit = lectureEdit(base, { title: { ...base.title, en: 'Mine' }, marks });
  if (!edit) throw new Error('nothing differs');
  const packed = packEdit(edit);
  expect(packed.length).toBeLessThan(500);
  const { scenario, whole } = changedLecture(base, packed);
  expect(whole).toBe(true);
  expect(scenario.title).toEqual({ en: 'Mine', zh: base.title.zh });
  expect(scenario.marks).toEqual(marks.map(({ mark }) => mark));
  expect(scenario.threads).toEqual(base.threads);
});

test('marks that are left out, moved, or put in another order come back so', () => {
  const kept = keptMarks(base.marks);
  const [first, second, third, ...rest] = kept;
  if (!first || !second || !third) throw new Error('too few marks');
  const moved = { ...third, mark: { ...third.mark, when: { event: 'acknowledge', tx: 'T1' } } };
  const { ask: _asked, ...silent } = moved.mark;
  const marks = [second, first, { ...moved, mark: silent }, ...rest.slice(1)];
  const edit = lectureEdit(base, { title: base.title, marks });
  expect(edit && applyEdit(base, edit).scenario.marks).toEqual(marks.map(({ mark }) => mark));
});

test('what is changed twice differs from what ships, not from what was changed first', () => {
  const once = lectureEdit(base, { title: base.title, marks: changed(keptMarks(base.marks)) });
  const { marks } = applyEdit(base, once ?? {});
  expect(lectureEdit(base, { title: base.title, marks })).toEqual(once);
});

test('a part begins and ends at its marks, however they are named', () => {
  const names = keptMarks(base.marks).map(({ name = '' }) => name);
  const [from = '', to = ''] = [names[2], names[5]];
  const part = applyEdit(base, { from, to }).scenario.marks;
  expect(part).toEqual(base.marks?.slice(2, 6));
  const short = { from: `#${shortName(from)}`, to: `#${shortName(to)}` };
  expect(applyEdit(base, short)).toMatchObject({ missing: [], scenario: { marks: part } });
});

test('a mark that there is not any more is told, and the rest stays', () => {
  const { scenario, missing } = applyEdit(base, {
    marks: { 'T9.write': { say: { en: 'x' } } },
    from: '#000',
  });
  expect(missing).toEqual(['T9.write', '#000']);
  expect(scenario.marks).toEqual(base.marks);
  expect(changedLecture(base, packEdit({ from: '#000' })).whole).toBe(false);
});

test('a link that cannot be read gives the lecture as it ships', () => {
  for (const bad of ['', '!', packText('{'), packText('[]'), packText('{"marks":{"a":{"x":1}}}')])
    expect(changedLecture(base, bad)).toMatchObject({ scenario: base, read: false, whole: false });
  expect(unpackEdit(packText('['.repeat(5000)))).toBeUndefined();
  fc.assert(fc.property(fc.string(), (text) => void unpackEdit(text)));
  fc.assert(fc.property(fc.json(), (json) => void unpackEdit(packText(json))));
});

test('names that every object has are marks like any other', () => {
  const packed = packText('{"marks":{"__proto__":{"say":{"en":"x"}}},"order":["constructor"]}');
  const { scenario, whole } = changedLecture(base, packed);
  expect(whole).toBe(false);
  expect(scenario.marks).toEqual([]);
});
