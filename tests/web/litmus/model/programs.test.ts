import { expect, it } from 'vitest';
import { type LitmusLink, LONGEST, litmusFields } from '../../../../web/litmus/model/link';
import { layersOf } from '../../../../web/litmus/model/order';
import {
  gradePuzzle,
  type LitmusPuzzle,
  linesWritten,
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
  words: [
    { name: 'x', cacheLine: 0 },
    { name: 'y', cacheLine: 1 },
    { name: 'z', cacheLine: 1 },
  ],
  whole,
  answer: { satisfied },
});
const grade = (between: string, reply: ReturnType<typeof found>) =>
  gradePuzzle(puzzle, `thread\nx = 1\n${between}\ny = 1\nnever y==1&&x==0`, reply);

it('grades the promise first, then the cost', () => {
  expect(grade('fence', found(false, 1, 0)).kind).toBe('broken');
  const dear = grade('clwb x; fence; fence', found(true, 2, 1));
  expect(dear).toEqual({ kind: 'dear', cost: 3, lines: 1 });
  const solved = grade('clwb x; fence', found(true, 1, 1));
  expect(solved).toEqual({ kind: 'solved', cost: 2, lines: 1 });
});

it.each([
  ['a write-back of what nobody has stored', 'clwb x; x = 1', 0],
  ['two of one store', 'x = 1; clwb x; clwb x; fence', 1],
  ['one behind each store', 'x = 1; clwb x; x = 2; clflush x', 2],
  ['one for two words of a line', 'y = 1; z = 1; clwb y; fence', 1],
  ['stores past the cache to one line', 'nt y = 1; nt z = 1; fence', 1],
  ['the same, fenced apart', 'nt y = 1; fence; nt z = 1', 2],
  ['a locked addition', 'x += 1; clwb x', 1],
  ['a store of what was read', 'r = y; x = r; clwb x', 1],
  ['what another thread stores', 'clwb x; clwb x; thread; x = 1', 2],
])('counts the lines that are written by %s', (_what, statements, lines) => {
  const { words } = found(true, 0, 0);
  expect(linesWritten(`line y z; thread; ${statements}; never x == 1`, words)).toBe(lines);
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
