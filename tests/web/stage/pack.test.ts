import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pack } from '../../../web/stage/tiers/pack';

const GAP_X = 34;
const GAP_Y = 8;
const sizes = fc.array(
  fc.record({ width: fc.integer({ min: 1, max: 300 }), height: fc.integer({ min: 1, max: 200 }) }),
  { maxLength: 12 },
);

it('what is short leaves room below it', () => {
  const tall = { width: 136, height: 170 };
  const short = { width: 150, height: 60 };
  expect(pack([tall, short, { width: 155, height: 80 }], 488, GAP_X, GAP_Y)).toEqual([
    { x: 0, y: 0 },
    { x: 170, y: 0 },
    { x: 170, y: 68 },
  ]);
});

it('nothing overlaps, nothing leaves the width that need not', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: 160, max: 1000 }), (all, width) => {
      const places = pack(all, width, GAP_X, GAP_Y).map((place, n) => ({ ...place, ...all[n] }));
      places.forEach((one, n) => {
        const { x = 0, y = 0, width: w = 0, height: h = 0 } = one;
        expect(x + w <= width || x === 0).toBe(true);
        for (const other of places.slice(0, n)) {
          const { x: ox = 0, y: oy = 0, width: ow = 0, height: oh = 0 } = other;
          const apart =
            ox + ow + GAP_X <= x ||
            x + w + GAP_X <= ox ||
            oy + oh + GAP_Y <= y ||
            y + h + GAP_Y <= oy;
          expect(apart).toBe(true);
        }
      });
    }),
  );
});
