import { expect, it } from 'vitest';
import { findPattern } from '../../web/model/trace/anchor';
import { timeAt } from '../../web/model/trace/trace';
import { runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/** The times and queues that the lecture on fences states are those of the engine. */

const file = lectureFiles().find(({ scenario }) => scenario.id === 'fence-is-not-free');
if (!file) throw new Error('no lecture fence-is-not-free');
const { session, trace } = await runLecture(file);
const marks = file.scenario.marks ?? [];

function position(name: string): number {
  const mark = marks.find((each) => each.name?.en === name);
  const at = mark && findPattern(trace, mark.when);
  if (at === undefined) throw new Error(`no mark ${name}`);
  return at;
}
const queuesAt = (name: string) => session.seek(position(name)).banks ?? [];
const nsAt = (at: number) => timeAt(trace, at);
const store = (tx: string, nth: number) =>
  nsAt(findPattern(trace, { event: 'nt-store', of: 'btree-node', tx, nth }) ?? Number.NaN);
/**
 * The fence of a transaction's words; before T3's there are two of the group that it makes durable
 * for all.
 */
const fenceOf = (tx: string) =>
  nsAt(findPattern(trace, { event: 'fence', tx, nth: tx === 'T3' ? 3 : 1 }) ?? Number.NaN);
const us = (ns: number) => Math.round(ns / 100) / 10;

it.each([
  ['Four words wait in DRAM', [0, 0, 0, 0]],
  ['Four lines, four banks', [1, 1, 1, 1]],
  ['The fence took 1 µs', [0, 0, 0, 0]],
  ['Four lines, one bank', [4, 0, 0, 0]],
  ['Three threads, three fences', [4, 2, 2, 2]],
])('%s: the banks have these requests', (name, requests) => {
  expect(queuesAt(name).map(({ length }) => length)).toEqual(requests);
});

it.each([
  ['Four lines, four banks', [['A1'], ['B1'], ['C1'], ['D1']]],
  ['Four lines, one bank', [['A1', 'A2', 'A3', 'A4'], [], [], []]],
  [
    'Three threads, three fences',
    [
      ['A1', 'A2', 'A3', 'A4'],
      ['B4', 'B3'],
      ['C4', 'C3'],
      ['D4', 'D3'],
    ],
  ],
])('%s: the banks write these words, in this order', (name, words) => {
  const { transfers, structures } = session.seek(position(name));
  const records = structures.flatMap(({ items }) => items.flatMap((item) => item.items ?? []));
  const wordOf = (line: number) => {
    const coming = transfers.filter(
      ({ state, to }) => state === 'under-way' && to.address - (to.address % 64) === line,
    );
    const [field] = coming.flatMap(({ brings = [] }) => brings);
    const own = records.find(({ fields }) =>
      fields.some((each) => each.address === field?.address),
    );
    return own?.fields[0]?.value;
  };
  expect(queuesAt(name).map((queue) => queue.map(wordOf))).toEqual(words);
});

it('T5’s fence returns while the first bank has two lines still to write', () => {
  expect(queuesAt('T5 first, after 2 µs')[0]).toHaveLength(2);
});

it('a fence takes 1 µs for lines on four banks, and 4 µs for as many on one', () => {
  expect(us(nsAt(position('The fence took 1 µs')) - store('T1', 4))).toBe(1);
  expect(store('T1', 4) - store('T1', 3)).toBe(6);
  expect(us(nsAt(position('The same fence, 4 µs')) - store('T2', 1))).toBe(4);
});

it('with three threads fences take 2, 3 and 4 µs', () => {
  expect(store('T5', 3) - store('T3', 1)).toBeLessThan(100);
  expect(us(fenceOf('T5') - store('T5', 1))).toBe(2);
  expect(us(fenceOf('T3') - store('T3', 1))).toBe(3);
  expect(us(fenceOf('T4') - store('T4', 1))).toBe(4);
});
