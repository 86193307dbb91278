import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../web/engine/protocol';
import type { Box } from '../../../web/stage/shapes/shape';
import { layoutTiers } from '../../../web/stage/tiers/tiers_layout';
import { everyShape } from '../support/every_shape';
import { tellStory } from '../support/fixture_story';

const frames = tellStory().frames;

function layout(frame: Frame, width: number) {
  return layoutTiers({
    frame,
    width,
    height: 300,
    text: (text) => text.en,
    pageName: (label) => `page ${label}`,
    moreName: (count) => `${count} more`,
    txnName: (txn) => `T${txn}`,
    grown: {},
  });
}

const apart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

describe('the layout of the tiers', () => {
  for (const width of [336, 560, 850, 1600]) {
    it(`keeps every item inside its band and apart from the others, ${width} wide`, () => {
      for (const frame of [...frames, everyShape]) {
        const { bands } = layout(frame, width);
        for (const band of bands) {
          const boxes = band.structures.flatMap(({ x, y, layout: shape }) =>
            [...shape.items.values()].map((box) => ({ ...box, x: x + box.x, y: y + box.y })),
          );
          for (const box of boxes) {
            expect(box.y).toBeGreaterThanOrEqual(band.y);
            expect(box.y + box.height).toBeLessThanOrEqual(band.y + band.height);
            expect(box.x + box.width).toBeLessThanOrEqual(width);
          }
          boxes.forEach((box, index) => {
            for (const other of boxes.slice(index + 1)) expect(apart(box, other)).toBe(true);
          });
        }
      }
    });
  }

  it('puts dirty lines apart, and in flight above their home', () => {
    for (const frame of frames) {
      const { lines, boundaryY } = layout(frame, 850);
      lines.forEach(({ box, home }, index) => {
        for (const other of lines.slice(index + 1)) expect(apart(box, other.box)).toBe(true);
        expect(home?.y).toBeGreaterThan(boundaryY);
        expect(box.y + box.height).toBeLessThan(boundaryY);
      });
    }
  });

  it('shrinks the bands of a system that keeps nothing in NVM, and draws no wear there', () => {
    const [frame] = frames;
    if (!frame) throw new Error('no frame');
    const onDisk = {
      ...frame,
      structures: frame.structures.filter(({ tier }) => tier !== 'nvm'),
      cacheLines: [],
      wear: { ...frame.wear, max: 0 },
    };
    const { bands, wear } = layout(onDisk, 850);
    expect(bands.filter(({ unused }) => unused).map(({ tier }) => tier)).toEqual(['cache', 'nvm']);
    for (const { unused, height } of bands) expect(height < 40).toBe(unused);
    expect(wear).toBeUndefined();
    expect(layout(frame, 850).bands.some(({ unused }) => unused)).toBe(false);
    const noDisk = {
      ...frame,
      structures: frame.structures.filter(({ tier }) => tier !== 'disk'),
    };
    const notUsed = layout(noDisk, 850).bands.filter(({ unused }) => unused);
    expect(notUsed.map(({ tier }) => tier)).toEqual(['disk']);
  });
});
