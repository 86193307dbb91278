import type { Structure, StructureExtent } from '../../../engine/protocol';
import type { Named } from '../../../model/lecture/subjects';
import { shapes } from '../../shapes';
import type { Box, ShapeContext, ShapeLayout } from '../../shapes/shape';

/**
 * The place of a named item, or of one named inside it, among the places of a structure's items.
 */
export function boxNamed(
  { shape, items }: Pick<Structure, 'shape' | 'items'>,
  boxes: ReadonlyMap<number, Box>,
  { key, inner }: Named,
  extent: StructureExtent,
  context: ShapeContext,
): Box | undefined {
  if (inner === undefined) return boxes.get(key);
  const [item, whole] = [items, extent.items].map((each) => each.find((one) => one.key === key));
  const { inside } = shapes[shape];
  if (inside) return item && inside(item, inner, boxes, context, whole);
  // A node shows its content in the line below its number, if it has one.
  return context.density === 'heading' ? undefined : boxes.get(key);
}

/** The items named in a chain may be anywhere in it: records come before them and leave. */
function boxesOfNamed(
  extent: StructureExtent,
  places: ReadonlyMap<number, Box>,
  name: Named,
  context: ShapeContext,
): readonly Box[] {
  if (extent.shape !== 'chains' || name.inner === undefined)
    return [boxNamed(extent, places, name, extent, context) ?? []].flat();
  const inners = extent.items.find(({ key }) => key === name.key)?.items ?? [];
  return [name.key, ...inners.map(({ key }) => key)].flatMap((key) => places.get(key) ?? []);
}

/** The height in which all items that any one mark names in a structure are visible at once. */
export function heightNamed(
  extent: StructureExtent,
  content: ShapeLayout,
  context: ShapeContext,
  marks: readonly (readonly Named[])[],
): number {
  const { row, head = 0, gap = 0 } = content;
  const places = shapes[extent.shape].locate?.(extent, content, extent, context) ?? content.items;
  const heights = marks.map((names) => {
    const boxes = names.flatMap((name) => boxesOfNamed(extent, places, name, context));
    if (boxes.length === 0) return 0;
    const top = Math.min(...boxes.map(({ y }) => y));
    const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
    // Structures scroll by complete rows, and show complete rows.
    const end = head + Math.ceil((bottom - head + gap) / row) * row - gap;
    return Math.max(bottom, end) - Math.max(0, Math.floor((top - head) / row) * row);
  });
  return Math.max(0, ...heights);
}
