import { expect, test } from 'vitest';
import { clockText, plannedInAll, spentAt, spentInAll, visit } from '../../../web/present/timing';

test('does time add up at a mark that is visited twice?', () => {
  let visits = visit([], 0, 1000);
  visits = visit(visits, 1, 5000);
  visits = visit(visits, 0, 6000);
  expect(visit(visits, 0, 7000)).toBe(visits);
  expect([...spentAt(visits, 9000)]).toEqual([
    [0, 7000],
    [1, 1000],
  ]);
  expect(spentInAll(visits, 9000)).toBe(8000);
  expect(spentInAll([], 9000)).toBe(0);
});

test('is what the lecture plans its own number, else that of its marks?', () => {
  expect(plannedInAll([{ minutes: 2 }, {}, { minutes: 1.5 }], undefined)).toBe(210_000);
  expect(plannedInAll([{ minutes: 2 }], 20)).toBe(1_200_000);
  expect(plannedInAll([{}], undefined)).toBeUndefined();
});

test('is a time written as on a clock?', () => {
  expect(clockText(0)).toBe('0:00');
  expect(clockText(751_000)).toBe('12:31');
  expect(clockText(3_751_000)).toBe('1:02:31');
});
