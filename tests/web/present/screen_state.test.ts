import { expect, test } from 'vitest';
import { speakerId } from '../../../web/present/open_speaker';
import { firstWords, mapOf } from '../../../web/present/screen/screen_state';

test('does a mark without a name get the first words of what is said?', () => {
  expect(firstWords('One two three four five six seven')).toBe('One two three four five six…');
  expect(firstWords('One two.')).toBe('One two.');
  expect(firstWords('一个提交还不成组，若一直只有它就要等。')).toBe(
    '一个提交还不成组，若一直只有…',
  );
  const when = { event: 'step' };
  const say = { en: 'Here it is said at some length indeed.', zh: '这里。' };
  const marks = [
    { index: 1, position: 3, mark: { when, say } },
    { index: 0, position: 5, mark: { when, say, name: { en: 'Named', zh: '有名' }, minutes: 2 } },
  ];
  const [first, second] = mapOf({ marks });
  expect(first?.name).toEqual({ en: 'Here it is said at some…', zh: '这里。' });
  expect(second).toMatchObject({ index: 0, name: { en: 'Named' }, minutes: 2, asks: false });
});

test('does only an address of a speaker name one?', () => {
  expect(speakerId('#v=present&id=ab12cd')).toBe('ab12cd');
  expect(speakerId('#v=present')).toBe('');
  expect(speakerId('#v=present&id=<script>')).toBe('');
  expect(speakerId('#v=1&s=group-commit')).toBeUndefined();
});
