import { describe, expect, it } from 'vitest';
import { embedAddress, frameCode, HOST_CODE } from '../../../web/embed/model/code';
import { LONGEST_MESSAGE, readMessage } from '../../../web/embed/model/messages';
import { hostsOf, mayAsk, targetOf } from '../../../web/embed/model/origins';
import { plannedLectures, plannedText } from '../../../web/embed/model/plan_library';
import { scoreOfParts } from '../../../web/embed/model/tally';

describe('a message of a host', () => {
  it('is left alone where it is not meant for a lecture', () => {
    for (const data of [undefined, null, 'ping', 7, {}, [], { type: 'ping' }])
      expect(readMessage(data)).toBeUndefined();
  });

  it('is a command with its number where it is well formed', () => {
    expect(readMessage({ afterimage: 1, type: 'go', mark: 2, id: 'a' })).toMatchObject({
      command: { type: 'go', mark: 2 },
      id: 'a',
    });
    expect(readMessage({ afterimage: 1, type: 'load', lecture: 'torn-page' })).toMatchObject({
      command: { type: 'load', lecture: 'torn-page' },
    });
  });

  it.each([
    [{ afterimage: 2, type: 'ping' }, 'afterimage'],
    [{ afterimage: '1', type: 'ping' }, 'afterimage'],
    [{ afterimage: 1 }, 'type'],
    [{ afterimage: 1, type: 'toString' }, 'type'],
    [{ afterimage: 1, type: 'load' }, 'lecture'],
    [{ afterimage: 1, type: 'load', lecture: 'a', link: 'b' }, 'lecture'],
    [{ afterimage: 1, type: 'load', lecture: '../x' }, 'lecture'],
    [{ afterimage: 1, type: 'load', lecture: 'a', language: 'fr' }, 'language'],
    [{ afterimage: 1, type: 'load', link: 7 }, 'link'],
    [{ afterimage: 1, type: 'load', link: 'x'.repeat(LONGEST_MESSAGE + 1) }, ''],
    [{ afterimage: 1, type: 'go' }, 'to'],
    [{ afterimage: 1, type: 'go', to: 'end' }, 'to'],
    [{ afterimage: 1, type: 'go', mark: 0 }, 'mark'],
    [{ afterimage: 1, type: 'go', mark: 1.5 }, 'mark'],
    [{ afterimage: 1, type: 'go', mark: Number.NaN }, 'mark'],
    [{ afterimage: 1, type: 'go', mark: 1, to: 'next' }, 'to'],
    [{ afterimage: 1, type: 'fit' }, 'on'],
  ])('%j is refused with its place', (data, path) => {
    const read = readMessage(data);
    expect(read && 'problem' in read && read.problem.path).toBe(path);
    expect(read && 'problem' in read && read.problem.reason).not.toBe('');
  });
});

it('who may embed, and whom is an answer for?', () => {
  expect(hostsOf('')).toBe('any');
  const some = hostsOf('?host=https://a.example/course/&host=http://b.example:8080');
  expect(some).toEqual(['https://a.example', 'http://b.example:8080']);
  expect(mayAsk(some, 'https://a.example')).toBe(true);
  for (const other of ['http://a.example', 'https://a.example.org', 'null'])
    expect(mayAsk(some, other)).toBe(false);
  // A misspelt address admits no host.
  expect(hostsOf('?host=course')).toEqual([]);
  expect(mayAsk(hostsOf('?host='), 'https://a.example')).toBe(false);
  expect(targetOf('https://a.example')).toBe('https://a.example');
  expect(targetOf('null')).toBe('*');
});

it('can what is copied break out of its place?', () => {
  const address = embedAddress('https://x.example/db/#v=1&s=torn-page', ['https://a.example']);
  expect(address).toBe(
    'https://x.example/db/embed.html?host=https%3A%2F%2Fa.example#v=1&s=torn-page',
  );
  const code = frameCode({ address, title: '"><script>alert(1)</script>', height: 600 });
  expect(code).not.toContain('<script>');
  expect(code).toContain('&amp;s=torn-page');
  expect(HOST_CODE.split('\n').length).toBeLessThanOrEqual(15);
});

it('what is the score of several lectures?', () => {
  const first = { 1: 'right', 3: 'wrong', 4: 'shown', 9: 'right' } as const;
  const parts = [
    { lecture: 'a', questions: [1, 3, 4, 6], first, ended: true },
    { lecture: 'b', questions: [0], first: { 0: 'right' as const }, ended: false },
  ];
  expect(scoreOfParts(parts)).toEqual({
    right: 2,
    wrong: 1,
    shown: 1,
    of: 5,
    scaled: 0.4,
    complete: false,
  });
  expect(scoreOfParts([])).toMatchObject({ of: 0, scaled: 0, complete: false });
});

describe('the lectures of a plan', () => {
  const text = { en: 'x', zh: 'x' };
  const plan = {
    format: 1,
    kind: 'plan',
    title: text,
    minutes: 45,
    entries: [
      { lecture: 'torn-page' },
      { task: text },
      { lecture: 'torn-page', from: 'T1.begin' },
      { measured: 'what-fsync-costs' },
      { lecture: 'torn-page' },
    ],
  } as const;

  it('have names of their own, and those that do not run on the stage have none', () => {
    const names = plannedLectures(plan).map(({ name }) => name);
    expect(names).toEqual(['torn-page', 'torn-page--2', 'torn-page--3']);
  });

  it('are parts where the plan says so', () => {
    const mark = (tx: string) => ({ when: { event: 'begin', tx }, say: text });
    const marks = [mark('T1'), mark('T2')];
    const shipped = JSON.stringify({ id: 'a', kind: 'scenario', title: text, marks });
    const part = JSON.parse(plannedText(shipped, { lecture: 'a', from: 'T2.begin' }));
    expect(part.marks).toEqual([mark('T2')]);
    expect(plannedText(shipped, { lecture: 'a' })).toBe(shipped);
  });
});
