import type { Shape } from '../../engine/protocol';
import { keyValue } from './key_value';
import { list } from './list';
import { pages } from './pages';
import type { ShapeRenderer } from './shape';
import { table } from './table';

/**
 * The code for shapes that only some systems have: it comes with the first stage that shows one.
 */
const LATE: Partial<Record<Shape, () => Promise<ShapeRenderer>>> = {
  ring: () => import('./ring').then(({ ring }) => ring),
  chains: () => import('./chains').then(({ chains }) => chains),
  tree: () => import('./tree').then(({ tree }) => tree),
  bitmap: () => import('./bitmap').then(({ bitmap }) => bitmap),
  states: () => import('./states').then(({ states }) => states),
  places: () => import('./places').then(({ places }) => places),
};

/** The renderer of each shape; those of `missingShapes` exist after `fetchShapes`. */
export const shapes = { list, table, pages, 'key-value': keyValue } as Record<Shape, ShapeRenderer>;

/** The shapes among these that have no renderer yet. */
export const missingShapes = (wanted: readonly Shape[]): readonly Shape[] =>
  wanted.filter((shape) => !(shape in shapes));

const coming = new Map<string, Promise<unknown>>();

/** Fetches renderers; returns the same promise for the same shapes. */
export function fetchShapes(wanted = Object.keys(LATE) as readonly Shape[]): Promise<unknown> {
  const key = wanted.join();
  const fetched =
    coming.get(key) ??
    Promise.all(
      wanted.map(async (shape) => {
        const renderer = await LATE[shape]?.();
        if (renderer) shapes[shape] = renderer;
      }),
    );
  coming.set(key, fetched);
  return fetched;
}
