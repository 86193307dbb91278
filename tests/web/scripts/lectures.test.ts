import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { beginningOf, lectureAbouts, lectureHeads } from '../../../web/scripts/vite/lectures';

const folder = mkdtempSync(join(tmpdir(), 'afterimage-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('does a list of lectures have what each is about in every language, and in its own alone?', () => {
  const [lectures, predictions] = ['lectures', 'predictions'].map((name) => join(folder, name));
  if (!lectures || !predictions) throw new Error('no folder');
  const write = (path: string, file: unknown) => writeFileSync(path, JSON.stringify(file));
  for (const path of [lectures, predictions]) mkdirSync(path);
  write(join(lectures, 'b.json'), { title: { en: 'B' }, about: { en: 'English' } });
  write(join(lectures, 'a.json'), { title: { en: 'A', zh: '甲' }, lecture: { minutes: 3 } });
  write(join(predictions, 'c.json'), { title: { en: 'C' }, about: { en: 'Both', zh: '两种' } });
  expect(JSON.parse(JSON.stringify(lectureHeads(lectures)))).toEqual([
    { id: 'a', title: { en: 'A', zh: '甲' }, minutes: 3 },
    { id: 'b', title: { en: 'B' } },
  ]);
  const both = [lectures, predictions];
  expect(lectureAbouts(both, 'en')).toEqual({ b: 'English', c: 'Both' });
  expect(lectureAbouts(both, 'zh')).toEqual({ b: 'English', c: '两种' });
});

it.each([
  ['One. Two? Three', 9, 'One. Two?'],
  ['One. Two? Three', 8, 'One.'],
  [
    'The first sentence is always there. The next is not.',
    5,
    'The first sentence is always there.',
  ],
  ['It costs 8.3 ms of T1.x; really. More.', 34, 'It costs 8.3 ms of T1.x; really.'],
  ['第一句。第二句？第三句。', 8, '第一句。第二句？'],
  ['no full stop', 3, 'no full stop'],
  ['', 3, ''],
])('of %j a card of %i letters has room for %j', (about, most, beginning) => {
  expect(beginningOf(about, most)).toBe(beginning);
});
