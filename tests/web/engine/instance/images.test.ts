import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  IMAGE_LIMITS,
  type ImageLimits,
  ImageStore,
  PAGE_BYTES,
  restoreImage,
} from '../../../../web/engine/instance/images';

const limits = (budgetPages: number, spacing = 10): ImageLimits => ({
  budgetBytes: budgetPages * PAGE_BYTES,
  spacing,
  replayMs: 12,
});

/** Memory of `pages` pages, filled with what depends on the page and `seed` alone. */
function memoryOf(pages: number, seed: number, changed: readonly number[] = []): Uint8Array {
  const bytes = new Uint8Array(pages * PAGE_BYTES);
  for (let page = 0; page < pages; page++) {
    bytes.fill(
      changed.includes(page) ? seed : page + 1,
      page * PAGE_BYTES,
      (page + 1) * PAGE_BYTES,
    );
  }
  return bytes;
}

describe('an image', () => {
  it('gives back every byte of memory it was made of, whatever came between', () => {
    const memories = fc.array(fc.array(fc.nat(7), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(memories, (changes) => {
        const store = new ImageStore(limits(1000));
        const made = changes.map((changed, n) => memoryOf(8, 100 + n, changed));
        made.forEach((memory, n) => {
          store.add(0, n * 10, memory);
        });
        made.forEach((memory, n) => {
          const image = store.nearest(0, n * 10 + 5);
          const target = new Uint8Array(8 * PAGE_BYTES).fill(255);
          if (image) restoreImage(image, target);
          expect(Buffer.compare(target, memory)).toBe(0);
        });
      }),
    );
  });

  it('of less memory clears what lies above it', () => {
    const store = new ImageStore(limits(100));
    store.add(0, 0, memoryOf(2, 1).subarray(0, PAGE_BYTES + 100));
    const target = new Uint8Array(3 * PAGE_BYTES).fill(7);
    restoreImage(store.nearest(0, 0) as NonNullable<ReturnType<typeof store.nearest>>, target);
    expect(target[PAGE_BYTES + 99]).toBe(2);
    expect(target.subarray(PAGE_BYTES + 100).every((byte) => byte === 0)).toBe(true);
  });

  it('costs only the pages that changed since the one before', () => {
    const store = new ImageStore(limits(100));
    store.add(0, 0, memoryOf(8, 50));
    store.add(0, 10, memoryOf(8, 51, [3]));
    store.add(0, 20, memoryOf(8, 51, [3]));
    expect(store.bytes).toBe(9 * PAGE_BYTES);
    expect(store.count).toBe(3);
  });

  it('does not change when memory does', () => {
    const store = new ImageStore(limits(100));
    const memory = memoryOf(2, 9);
    store.add(0, 0, memory);
    memory.fill(77);
    restoreImage(store.nearest(0, 0) as NonNullable<ReturnType<typeof store.nearest>>, memory);
    expect(memory).toEqual(memoryOf(2, 9));
  });
});

describe('where images stand', () => {
  it('is never closer than the spacing, and due just when it may be', () => {
    const store = new ImageStore(limits(1000));
    expect(store.nextDue(0, 3)).toBe(13);
    store.add(0, 0, memoryOf(1, 1));
    store.add(0, 9, memoryOf(1, 2));
    expect(store.count).toBe(1);
    expect(store.nextDue(0, 4)).toBe(10);
    expect(store.nextDue(0, 30)).toBe(31);
  });

  it('is the nearest at or before a position, in its own segment', () => {
    const store = new ImageStore(limits(1000));
    for (const at of [0, 10, 20]) store.add(0, at, memoryOf(1, at));
    store.add(1, 14, memoryOf(1, 14));
    expect(store.nearest(0, 19)?.at).toBe(10);
    expect(store.nearest(0, 20)?.at).toBe(20);
    expect(store.nearest(1, 19)?.at).toBe(14);
    expect(store.nearest(1, 13)).toBeUndefined();
    expect(store.nearest(2, 99)).toBeUndefined();
  });

  it('is denser where replay is slow', () => {
    const store = new ImageStore({ ...limits(1000), spacing: 4096 });
    store.tune(0.0001, 0);
    expect(store.spacing).toBe(4096);
    store.tune(0.012, 0);
    expect(store.spacing).toBe(1000);
    store.tune(1000, 0);
    expect(store.spacing).toBe(256);
    store.tune(0.0001, 0);
    expect(store.spacing).toBe(4096);
  });

  it('is never so dense that images cost more than running', () => {
    const store = new ImageStore({ ...limits(1000), spacing: 4096 });
    store.tune(0.012, 24);
    expect(store.spacing).toBe(2000);
    store.tune(0.012, 1e6);
    expect(store.spacing).toBe(4096);
  });
});

describe('over budget', () => {
  const fill = (budgetPages: number, images: number) => {
    const store = new ImageStore(limits(budgetPages));
    for (let n = 0; n < images; n++) {
      store.add(0, n * 10, memoryOf(8, n % 256, [n % 8, (n * 3) % 8, (n * 5) % 8]));
    }
    return store;
  };

  it('stays within it, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 16, max: 200 }),
        fc.integer({ min: 1, max: 300 }),
        (pages, images) => {
          expect(fill(pages, images).bytes).toBeLessThanOrEqual(pages * PAGE_BYTES);
        },
      ),
    );
  });

  it('thins evenly: no gap grows beyond twice the spacing', () => {
    const store = fill(60, 400);
    expect(store.spacing).toBeGreaterThan(10);
    for (let at = 0; at < 4000; at += 10) {
      const image = store.nearest(0, at);
      expect(at - (image?.at ?? -1e9)).toBeLessThan(2 * store.spacing);
    }
  });

  it('keeps the first image of a segment while it has others', () => {
    const store = fill(60, 400);
    expect(store.nearest(0, 0)?.at).toBe(0);
  });

  it('gives up middle segments last, and never event 0', () => {
    const store = new ImageStore(limits(20));
    for (let segment = 0; segment < 6; segment++) {
      store.add(segment, segment * 5, memoryOf(8, segment + 40, [0, 1, 2, 3, 4, 5, 6, 7]));
    }
    expect(store.bytes).toBeLessThanOrEqual(20 * PAGE_BYTES);
    expect(store.nearest(0, 0)?.at).toBe(0);
    expect(store.nearest(5, 25)?.at).toBe(25);
  });
});

describe('dropping a plan', () => {
  it('drops its images and gives their bytes back', () => {
    const store = new ImageStore(limits(1000));
    store.add(0, 0, memoryOf(8, 1));
    const before = store.bytes;
    store.add(1, 5, memoryOf(8, 2, [1, 2]));
    store.add(2, 9, memoryOf(8, 3, [1, 2]));
    store.dropFrom(1);
    expect(store.bytes).toBe(before);
    expect(store.nearest(1, 99)).toBeUndefined();
    expect(store.nearest(0, 99)?.at).toBe(0);
    store.clear();
    expect([store.bytes, store.count]).toEqual([0, 0]);
  });
});

it('has a budget that the issue allows', () => {
  expect(IMAGE_LIMITS.budgetBytes).toBeLessThanOrEqual(96 * 1024 * 1024);
});
