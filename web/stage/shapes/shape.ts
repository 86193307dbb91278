import type { ReactNode } from 'react';
import type { Field, Item, Structure, StructureExtent, Text } from '../../engine/protocol';

/** A rectangle in design pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest rectangle around all. */
export function boundsOf(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** How much an item says of itself: all, its first lines, or its heading. */
export type Density = 'full' | 'compact' | 'heading';

/** What a renderer needs to know beside the structure; the same at every position of a session. */
export interface ShapeContext {
  readonly text: (text: Text) => string;
  /** `page 3` for the label of an item of a shape of pages. */
  readonly pageName: (label: string) => string;
  /** `5 more`. */
  readonly moreName: (count: number) => string;
  /** Name of a transaction; '' for none. */
  readonly txnName: (txn: number) => string;
  readonly maxWidth: number;
  readonly density: Density;
  /** There is not even room for cards that say what they are about: of what kind they are has. */
  readonly terse?: boolean;
}

/** Where a structure's items are whenever they are there, relative to its own corner. */
export interface ShapeLayout {
  readonly width: number;
  readonly height: number;
  /** The place of each item, by key. */
  readonly items: ReadonlyMap<number, Box>;
  /**
   * Height of a row with the gap behind it, and what is above the first row: what scrolls shows
   * whole rows.
   */
  readonly row: number;
  readonly gap?: number;
  readonly head?: number;
  /** Where items go that the layout did not know of, one after the other in rows of so many. */
  readonly strangers?: { readonly first: number; readonly columns: number; readonly box: Box };
}

export interface DrawProps {
  readonly structure: Structure;
  /** What the structure ever shows: widths and columns come from it. */
  readonly extent: StructureExtent;
  readonly layout: ShapeLayout;
  readonly context: ShapeContext;
  /** How far its content is moved up; names of columns stay in sight all the same. */
  readonly scroll: number;
  /** Wraps the drawing of one item: role, name, selection and the mark of the running event. */
  readonly frame: (item: Item, box: Box, content: ReactNode) => ReactNode;
}

/** One of the general renderers: the interface draws shapes, not schemes. */
export interface ShapeRenderer {
  /** Lays out all that the structure ever shows, once. */
  readonly measure: (extent: StructureExtent, context: ShapeContext) => ShapeLayout;
  /** Where the items of this moment are; where it is left out, at their places in the layout. */
  readonly locate?: (
    structure: Structure,
    layout: ShapeLayout,
    extent: StructureExtent,
    context: ShapeContext,
  ) => ReadonlyMap<number, Box>;
  /**
   * Where an item inside of one is drawn, by its key; where it is left out, nowhere. `boxes`: those
   * of `locate`.
   */
  readonly inside?: (
    item: Item,
    inner: number,
    boxes: ReadonlyMap<number, Box>,
    context: ShapeContext,
    /** The item at its largest. */
    whole?: Item,
  ) => Box | undefined;
  readonly Draw: (props: DrawProps) => ReactNode;
  /** It draws the pointers from item to item of the structure. */
  readonly arrows?: boolean;
  /** An item alone, as it travels; where it is left out, its label in a frame. */
  readonly Piece?: (props: { item: Item; box: Box; context: ShapeContext }) => ReactNode;
}

/** Where the items of this moment are: at their places, and behind those what only came later. */
export function boxesOf(structure: Structure, layout: ShapeLayout): ReadonlyMap<number, Box> {
  const { strangers } = layout;
  const strange = structure.items.filter(({ key }) => !layout.items.has(key));
  if (!strangers || strange.length === 0) return layout.items;
  const { first, columns, box } = strangers;
  const boxes = new Map(layout.items);
  strange.forEach(({ key }, index) => {
    const slot = first + index;
    const x = box.x + (slot % columns) * box.width;
    const y = box.y + Math.floor(slot / columns) * layout.row;
    const gap = layout.gap ?? 0;
    boxes.set(key, { x, y, width: box.width - gap, height: layout.row - gap });
  });
  return boxes;
}

/** Fields that are written out, and fields that are drawn as dots. */
export function splitBits(fields: readonly Field[]): { plain: Field[]; bits: Field[] } {
  const plain: Field[] = [];
  const bits: Field[] = [];
  for (const field of fields) (field.bit ? bits : plain).push(field);
  return { plain, bits };
}
