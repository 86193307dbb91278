import { expect, test } from 'vitest';
import { locateProblems } from '../../../../web/model/scenario/located_problems';
import {
  distance,
  hintFor,
  type KnownNames,
  withoutEchoes,
} from '../../../../web/stage/model/problem_hints';

const known: KnownNames = {
  schemes: ['aries', 'nv-logging', 'rewind'],
  machines: ['today', 'setup-a'],
  events: ['acknowledge', 'write-back', 'log-insert'],
  fields: ['threads', 'records', 'say', 'nth', 'tx'],
};

const lines = (...text: readonly string[]) => text.join('\n');

function hints(text: string, problems: readonly { path: string; en: string; column?: number }[]) {
  const given = problems.map(({ path, en, column }) => ({
    path,
    reason: { en, zh: '错误' },
    line: 1,
    ...(column !== undefined && { column }),
  }));
  return locateProblems(text, given).map((problem) => hintFor(text, problem, known));
}

test('is another name meant where one is close, and are the names told where none is?', () => {
  const text = lines(
    '{"scheme": {"id": "nvlogging"}, "machine": {"id": "laptop"},',
    '"marks": [{"when": {"event": "acknowledged"}}], "thread": []}',
  );
  expect(
    hints(text, [
      { path: 'scheme.id', en: 'there is no system with this name' },
      { path: 'machine.id', en: 'there is no machine with this name' },
      { path: 'marks[0].when.event', en: 'there is no event of this kind' },
      { path: 'thread', en: 'there is no such field' },
    ]),
  ).toEqual([
    { kind: 'nearest', name: 'nv-logging' },
    { kind: 'known', names: 'today, setup-a' },
    { kind: 'nearest', name: 'acknowledge' },
    { kind: 'nearest', name: 'threads' },
  ]);
});

test('are ways of writing told: assignments, texts, numbers?', () => {
  const text = '{"threads": [["A = A + 1"]], "marks": [{"say": "Look"}], "seed": "7"}';
  expect(
    hints(text, [
      { path: 'threads[0][0]', en: 'not a statement' },
      { path: 'marks[0].say', en: 'an object is expected' },
      { path: 'seed', en: 'a whole number is expected' },
    ]),
  ).toEqual([{ kind: 'assign' }, { kind: 'text' }, { kind: 'digits' }]);
});

test('are a comma too many and other quotes seen in what is no JSON?', () => {
  const problem = (column: number) => [{ path: '', en: 'not JSON', column }];
  expect(hints('{"a": 1, }', problem(10))).toEqual([{ kind: 'comma' }]);
  expect(hints("{'a': 1}", problem(2))).toEqual([{ kind: 'quotes' }]);
  expect(hints('{“a”: 1}', problem(2))).toEqual([{ kind: 'quotes' }]);
  expect(hints('{"a" 1}', problem(6))).toEqual([undefined]);
});

test('is nothing advised where the name itself is right?', () => {
  const text =
    '{"scheme": {"id": "aries"}, "marks": [{"when": {"event": "acknowledge", "tx": "9"}}]}';
  expect(
    hints(text, [
      { path: 'scheme.id', en: 'this system cannot do that' },
      { path: 'marks[0].when.event', en: 'it never happens' },
      { path: 'marks[0].when.tx', en: 'the script has no such transaction' },
    ]),
  ).toEqual([undefined, undefined, undefined]);
});

test('does a record with a wrong number not count as missing, too?', () => {
  const text = '{"records": {"A": "x"}, "threads": [["A := 1"], ["C := 1"]]}';
  const missing = { en: 'there is no record with this name; add it to records', zh: '没有' };
  const located = locateProblems(text, [
    { path: 'records.A', reason: { en: 'a whole number is expected', zh: '应为整数' } },
    { path: 'threads[0][0]', reason: missing },
    { path: 'threads[1][0]', reason: missing },
  ]);
  expect(withoutEchoes(text, located).map(({ path }) => path)).toEqual([
    'records.A',
    'threads[1][0]',
  ]);
});

test('is the distance of words that of their letters?', () => {
  expect(distance('acknowledged', 'acknowledge')).toBe(1);
  expect(distance('', 'abc')).toBe(3);
  expect(distance('same', 'same')).toBe(0);
});
