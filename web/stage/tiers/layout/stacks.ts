import type { StructureExtent, TierId } from '../../../engine/protocol';
import { plannedPart } from '../../../model/frame/extents';
import { sansWidth } from '../../../ui/text_width';
import { shapes } from '../../shapes';
import type { Box, Density, ShapeContext, ShapeLayout } from '../../shapes/shape';
import { type Column, GAP, type Group } from './columns';
import { share } from './share';
import { heightNamed } from './subjects';

export const TIERS: readonly TierId[] = ['cache', 'dram', 'nvm', 'disk'];
/** The room beside a caption for the sign that there is more to scroll to. */
const CAPTION_SIGNS = 60;
/** Height of a structure's caption. */
export const CAPTION = 18;

/**
 * A structure's place: the same at every position of a session. Content that does not fit scrolls
 * inside.
 */
export interface StructurePlace {
  readonly id: string;
  readonly tier: TierId;
  /** The items of all members of its group, so that copies are above one another. */
  readonly extent: StructureExtent;
  readonly context: ShapeContext;
  readonly content: ShapeLayout;
  /** The visible part of the content; its caption is above. */
  readonly box: Box;
  /**
   * The distance of its caption from the box's edge, and the caption's greatest width: up to the
   * next thing beside it.
   */
  readonly captionX: number;
  readonly captionWidth: number;
  /** The number of the group that scrolls together. */
  readonly group: number;
}

/** A structure of a column, with its wanted and its least height. */
export interface Stacked {
  readonly group: Group;
  readonly structure: StructureExtent;
  readonly content: ShapeLayout;
  readonly context: ShapeContext;
  readonly natural: number;
  readonly least: number;
}

/** A column's part of a band. */
export interface Stack {
  readonly x: number;
  readonly width: number;
  readonly items: readonly Stacked[];
}

/** The parts of itself that a structure shows in a column of a width. */
export type Context = Omit<ShapeContext, 'maxWidth'>;

/**
 * The measures of each group during the layout of its stage: many arrangements are tried, and a
 * structure may have hundreds of items.
 */
const known = new WeakMap<Group, Map<string, Stacked>>();

/** A structure in a column of this width; a group always has the same words. */
export function stackedOf(
  group: Group,
  structure: StructureExtent,
  maxWidth: number,
  base: Context,
): Stacked {
  const ofGroup = known.get(group) ?? new Map<string, Stacked>();
  known.set(group, ofGroup);
  const key = `${structure.tier}.${structure.id} ${maxWidth} ${base.density} ${base.terse}`;
  const stacked = ofGroup.get(key) ?? measured(group, structure, maxWidth, base);
  ofGroup.set(key, stacked);
  return stacked;
}

function measured(
  group: Group,
  structure: StructureExtent,
  maxWidth: number,
  base: Context,
): Stacked {
  const context = { ...base, maxWidth };
  const { measure } = shapes[structure.shape];
  const extent = group.extentOf(structure);
  const content = measure(extent, context);
  // Measuring is done only once, since there may be hundreds of pages.
  const natural = extent.planned ? measure(plannedPart(extent), context).height : content.height;
  // Rows can be scrolled to, but half of a tree is useless.
  const row = (content.head ?? 0) + content.row - (content.gap ?? 0);
  const named = heightNamed(extent, content, context, group.namedOf(structure));
  const least = structure.shape === 'tree' ? natural : Math.min(natural, Math.max(row, named));
  return { group, structure, content, context, natural, least };
}

/** The columns' parts of each band. */
export function stacksOf(
  columns: readonly Column[],
  bodyX: number,
  density: Density,
  base: Omit<Context, 'density'>,
): ReadonlyMap<TierId, readonly Stack[]> {
  const edge = bodyX + Math.max(0, ...columns.map(({ x, width }) => x + width));
  return new Map(
    TIERS.map((tier) => {
      const stacks = columns.flatMap(({ x, width, groups }) => {
        const items = groups.flatMap((group) =>
          group.members
            .filter((structure) => structure.tier === tier)
            .map((structure) => stackedOf(group, structure, width, { ...base, density })),
        );
        return items.length > 0 ? [{ x: bodyX + x, width, items }] : [];
      });
      return [tier, spread(stacks, edge, { ...base, density })];
    }),
  );
}

/**
 * Tables that are the only content of a tier stand beside one another where they can: the width is
 * free.
 */
function spread(stacks: readonly Stack[], edge: number, base: Context): readonly Stack[] {
  const [only] = stacks;
  if (!only || stacks.length > 1 || only.items.length < 2) return stacks;
  const tables = only.items.every(
    ({ structure, group }) => structure.shape === 'table' && group.members.length === 1,
  );
  const wide = only.items.map(({ structure, group }) =>
    stackedOf(group, structure, edge - only.x, base),
  );
  const captions = wide.map(({ structure, content }) =>
    Math.max(content.width, sansWidth(base.text(structure.title)) + CAPTION_SIGNS),
  );
  const all = captions.reduce((sum, each) => sum + each + GAP, -GAP);
  if (!tables || all > edge - only.x) return stacks;
  let x = only.x;
  return wide.map((item, index) => {
    const own = { x, width: captions[index] ?? 0, items: [item] };
    x += own.width + GAP;
    return own;
  });
}

/** The height of a stack with its captions. */
export const total = (
  items: readonly Stacked[],
  gap: number,
  height: (item: Stacked) => number,
): number =>
  items.reduce((sum, item) => sum + CAPTION + height(item), 0) +
  Math.max(0, items.length - 1) * gap;

/** The part of a height that shows complete rows; all of it where nothing has to be scrolled. */
function wholeRows({ height: own, row, gap = 0, head = 0 }: ShapeLayout, height: number): number {
  if (own <= height) return height;
  const rows = Math.max(1, Math.floor((height - head + gap) / row));
  return Math.min(Math.max(height, head + row - gap), head + rows * row - gap + 1);
}

/** Places structures one below the other, each with its part of the room. */
export function placeStack(
  stack: Stack,
  top: number,
  bottom: number,
  gap: number,
): StructurePlace[] {
  const gaps = stack.items.length * CAPTION + Math.max(0, stack.items.length - 1) * gap;
  const heights = share(
    bottom - top - gaps,
    stack.items.map(({ natural }) => natural),
    stack.items.map(({ least }) => least),
    stack.items.map(() => 0),
  );
  let y = top;
  return stack.items.map(({ structure, group, content, context }, index) => {
    const height = heights[index] ?? 0;
    const seen = wholeRows(content, height);
    const box = { x: stack.x, y: y + CAPTION, width: stack.width, height: seen };
    y += CAPTION + height + gap;
    const { id, tier } = structure;
    return {
      id,
      tier,
      extent: group.extentOf(structure),
      context,
      content,
      box,
      captionX: 0,
      captionWidth: box.width,
      group: group.number,
    };
  });
}

/** Captions extend to the right as far as the tier is free there. */
export function withCaptions(
  places: readonly StructurePlace[],
  rightOf: (place: StructurePlace) => number,
): StructurePlace[] {
  return places.map((place) => {
    const beside = places
      .filter(({ tier, box }) => tier === place.tier && box.x > place.box.x)
      .filter(({ box }) => Math.abs(box.y - place.box.y) < 24 || box.y < place.box.y)
      .filter(({ box }) => box.y + box.height > place.box.y - CAPTION);
    const edge = Math.min(rightOf(place), ...beside.map(({ box }) => box.x - 12));
    return { ...place, captionWidth: edge - place.box.x - place.captionX };
  });
}
