import { expect, it } from 'vitest';
import { endOf } from '../../../../web/stage/travel/bundles';

it('what moves as one ends around its items, and not on another one between them', () => {
  const box = (place: number, y = 0) => ({ x: place * 84, y, width: 72, height: 25 });
  expect(endOf([box(1), box(2)])).toEqual({ ...box(1), width: 156 });
  expect(endOf([box(0), box(4)])).toEqual(box(0));
  expect(endOf([box(1), box(1)])).toEqual(box(1));
  expect(endOf([box(1), box(1, 40)])).toEqual({ ...box(1), height: 65 });
});
