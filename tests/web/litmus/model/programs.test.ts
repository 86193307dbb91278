import { expect, it } from 'vitest';
import { type LitmusLink, LONGEST, litmusFields } from '../../../../web/litmus/model/link';
import { layersOf } from '../../../../web/litmus/model/order';
import {
  gradePuzzle,
  type LitmusPuzzle,
  statementsOf,
} from '../../../../web/litmus/model/programs';

const text = (words: string) => ({ en: words, zh: words });
const puzzle: LitmusPuzzle = {
  id: 'p',
  title: text('p'),
  about: text('a'),
  text: 'thread\n  x = 1 # a comment\n  y=1\nnever y == 1 && x == 0\n',
  best: 2,
  without: ['clflush'],
  solution: '',
  why: text('w'),
};
const found = (satisfied: boolean, fences: number, writeBacks: number, whole = true) => ({
  fences,
  writeBacks,
  whole,
  answer: { satisfied },
});
const grade = (between: string, reply: ReturnType<typeof found>) =>
  gradePuzzle(puzzle, `thread\nx = 1\n${between}\ny = 1\nnever y==1&&x==0`, reply);

it('grades the promise first, then the cost', () => {
  expect(grade('fence', found(false, 1, 0)).kind).toBe('broken');
  expect(grade('clwb x; fence; fence', found(true, 2, 1))).toEqual({ kind: 'dear', cost: 3 });
  expect(grade('clwb x; fence', found(true, 1, 1))).toEqual({ kind: 'solved', cost: 2 });
});

it('solves nothing by draws alone', () => {
  expect(grade('clwb x; fence', found(true, 1, 1, false)).kind).toBe('broken');
});

it('leaves stores, tests and the question as they are', () => {
  expect(grade('x = 2', found(true, 0, 0)).kind).toBe('changed');
  expect(gradePuzzle(puzzle, 'thread\ny = 1\nx = 1', found(true, 0, 0)).kind).toBe('changed');
});

it('names a statement that the puzzle forbids', () => {
  expect(grade('clflush x', found(true, 0, 1))).toEqual({
    kind: 'forbidden',
    statement: 'clflush x',
  });
});

it('reads statements without comments, at semicolons too', () => {
  expect(statementsOf('a = 1; b = 2 # c\n\n  fence')).toEqual(['a = 1', 'b = 2', 'fence']);
});

it('reads back every link that it writes, and refuses the others', () => {
  const link = { id: 'one', text: 'thread\nx = 1', model: 'eadr' } as const;
  let back: LitmusLink = {};
  for (const field of litmusFields.encode(link)) {
    const next = litmusFields.read(field, back);
    if (typeof next !== 'object') throw new Error(`${field.name} is not read`);
    back = next;
  }
  expect(back).toEqual(link);
  expect(litmusFields.read({ name: 'q.m', value: 'best' })).toBe('unreadable');
  expect(litmusFields.read({ name: 'q.t', value: '%%' })).toBe('unreadable');
  const [, long] = litmusFields.encode({ id: '', text: 'x'.repeat(LONGEST + 1) });
  expect(long && litmusFields.read(long)).toBe('too-large');
  expect(litmusFields.read({ name: 'b.id', value: 'x' })).toBeUndefined();
});

it('draws each store behind those that come before it', () => {
  const pairs = [
    { from: 1, to: 3 },
    { from: 2, to: 3 },
    { from: 3, to: 5 },
  ];
  expect(layersOf(pairs)).toEqual([[1, 2], [3], [5]]);
  expect(
    layersOf([
      { from: 1, to: 2 },
      { from: 2, to: 1 },
    ])
      .flat()
      .sort(),
  ).toEqual([1, 2]);
});
