import { expect, it } from 'vitest';
import { scrollFor, together } from '../../../web/stage/tiers/in_sight';

const at = (top: number, bottom: number) => ({ top, bottom });

it('shows with the first whatever fits the pane beside it', () => {
  expect(together([], 100)).toBeUndefined();
  expect(together([at(10, 40)], 100)).toEqual(at(10, 40));
  expect(together([at(100, 140), at(20, 60), at(300, 340)], 200)).toEqual(at(20, 140));
  expect(together([at(100, 140), at(300, 340), at(150, 180)], 100)).toEqual(at(100, 180));
});

it('scrolls only where something cannot be seen', () => {
  expect(scrollFor(at(10, 90), 0, 100)).toBeUndefined();
  expect(scrollFor(at(400, 440), 0, 300)).toBe(328);
  expect(scrollFor(at(20, 60), 200, 300)).toBe(0);
  expect(scrollFor(at(400, 690), 0, 300)).toBe(395);
  expect(scrollFor(at(400, 900), 0, 300)).toBe(400);
});
