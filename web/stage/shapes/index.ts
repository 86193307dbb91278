import type { Shape } from '../../engine/protocol';
import { bitmap } from './bitmap';
import { chains } from './chains';
import { keyValue } from './key_value';
import { list } from './list';
import { pages } from './pages';
import { ring } from './ring';
import type { ShapeRenderer } from './shape';
import { states } from './states';
import { table } from './table';
import { tree } from './tree';

/** The renderer of each shape. */
export const shapes: Readonly<Record<Shape, ShapeRenderer>> = {
  ring,
  list,
  chains,
  tree,
  table,
  pages,
  bitmap,
  'key-value': keyValue,
  states,
};
