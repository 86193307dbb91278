import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import file from '../../scenarios/codes.json';
import { CODE_DIGITS, CODE_LENGTH, codes } from '../../web/course/model/codes';
import { markName } from '../../web/model/edit/lecture_edit';
import { shortName } from '../../web/model/edit/mark_names';

const idsIn = (folder: string) =>
  readdirSync(`scenarios/${folder}`)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));

test('every lecture and every measured one has one code, and no two collide', () => {
  const groups = { lectures: idsIn('lectures'), measured: idsIn('predictions') };
  for (const [group, ids] of Object.entries(groups)) {
    const table: Record<string, readonly string[]> = file[group as 'lectures' | 'measured'];
    const today = Object.values(table).map((names) => names.at(-1) ?? '');
    expect(today.toSorted()).toEqual(ids.toSorted());
  }
  // A key that is there twice would be lost without a word, so the text is looked at.
  const text = readFileSync('scenarios/codes.json', 'utf8');
  const keys = [...text.matchAll(/^ {4}"([^"]+)":/gm)].map(([, key]) => key ?? '');
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.toSorted()).toEqual(codes.all.toSorted());
  for (const key of keys) {
    expect(key).toHaveLength(CODE_LENGTH);
    for (const digit of key) expect(CODE_DIGITS).toContain(digit);
  }
  const names = Object.values({ ...file.lectures, ...file.measured }).flat();
  expect(new Set(names).size).toBe(names.length);
});

// Links and pasted answers have them: a code that was given stays, and so does what it leads to.
const RELEASED = { first: '10', last: '2y', count: 63 };

test('codes that were given are there', () => {
  expect(codes.all.length).toBeGreaterThanOrEqual(RELEASED.count);
  expect(codes.all).toContain(RELEASED.first);
  expect(codes.lectureOf('10')).toBe(codes.nameOf('page-never-written'));
  expect(codes.lectureOf('13')).toBe(codes.nameOf('crash-during-undo'));
});

test('no two marks of a lecture have the same short name', () => {
  for (const id of idsIn('lectures')) {
    const lecture = JSON.parse(readFileSync(`scenarios/lectures/${id}.json`, 'utf8'));
    const names: string[] = lecture.marks.map(markName).map(shortName);
    expect(new Set(names).size, id).toBe(names.length);
  }
});
