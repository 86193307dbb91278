import { describe, expect, it } from 'vitest';
import type { Box } from '../../../../web/stage/shapes/shape';
import { restOf, restsOf, type Wish } from '../../../../web/stage/travel/resting';

/** Tests where a thing rests on its way. */

const FIELD = { x: 0, y: 0, width: 400, height: 300 };
/** A card on its way straight down, of which a line of words would do. */
const WISH: Wish = {
  from: { x: 150, y: 20, width: 100, height: 40 },
  to: { x: 150, y: 240, width: 100, height: 40 },
  at: { x: 200, y: 150 },
  forms: [
    { width: 100, height: 40 },
    { width: 80, height: 20 },
  ],
};
const MIDDLE = { x: 150, y: 130, width: 100, height: 40 };

const cover = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe('something that rests', () => {
  it('is where it would best be, as it is drawn best, where that is free', () => {
    expect(restOf(WISH, [], FIELD)).toEqual({ box: MIDDLE, form: 0, cost: 0 });
  });

  it('goes aside from a sign as little as it must, and keeps its form', () => {
    const sign = { x: 100, y: 140, width: 70, height: 20 };
    const { box, form } = restOf(WISH, [sign], FIELD);
    expect(form).toBe(0);
    expect(box).toEqual({ ...MIDDLE, x: 173 });
  });

  it('is said in words where a card would have to go far', () => {
    const above = { x: 0, y: 60, width: 400, height: 75 };
    const below = { x: 0, y: 165, width: 400, height: 75 };
    const { box, form } = restOf(WISH, [above, below], FIELD);
    expect(form).toBe(1);
    expect(box).toEqual({ x: 160, y: 140, width: 80, height: 20 });
  });

  it('does not rest on what it comes from and what it goes to', () => {
    const near: Wish = { ...WISH, to: { ...WISH.from, y: 62 }, at: { x: 200, y: 60 } };
    const { box } = restOf(near, [], FIELD);
    expect(cover(box, near.from)).toBe(false);
    expect(cover(box, near.to)).toBe(false);
  });

  it('keeps inside of the field, also where its way begins at an edge', () => {
    const edge: Wish = { ...WISH, at: { x: 20, y: 150 } };
    expect(restOf(edge, [], FIELD).box.x).toBe(0);
  });

  it('lies over as little as there is where nothing is free, and says so', () => {
    const most = { x: 0, y: 0, width: 400, height: 200 };
    const rest = { x: 0, y: 200, width: 390, height: 100 };
    const { box, cost } = restOf(WISH, [most, rest], FIELD);
    expect(cost).toBe(Number.POSITIVE_INFINITY);
    expect(box.height).toBe(20);
  });
});

describe('several that rest', () => {
  it('stand beside one another, though all would best be in one place', () => {
    const rests = restsOf([WISH, WISH, WISH, WISH], [], FIELD).map(({ box }) => box);
    expect(rests[0]).toEqual(MIDDLE);
    const pairs = rests.flatMap((one, n) => rests.slice(n + 1).map((other) => [one, other]));
    for (const [one, other] of pairs) expect(cover(one as Box, other as Box)).toBe(false);
  });

  it('are where they were when the same comes again', () => {
    expect(restsOf([WISH, WISH], [], FIELD)).toEqual(restsOf([WISH, WISH], [], FIELD));
  });
});
