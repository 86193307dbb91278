import type { ReactNode } from 'react';
import type { Field, Item, Structure, StructureExtent, Text } from '../../engine/protocol';

/** A rectangle in design pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest rectangle around all of these. */
export function boundsOf(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The amount of an item's text: all, its first lines, or its heading. */
export type Density = 'full' | 'compact' | 'heading';

/**
 * The values that a renderer needs beside the structure; they are the same at every position of a
 * session.
 */
export interface ShapeContext {
  readonly text: (text: Text) => string;
  /** The label of an item of a shape of pages: `page 3`. */
  readonly pageName: (label: string) => string;
  /** The text for further items: `5 more`. */
  readonly moreName: (count: number) => string;
  /** The name of a transaction; '' for none. */
  readonly txnName: (txn: number) => string;
  readonly maxWidth: number;
  readonly density: Density;
  /**
   * True where there is not even room for cards that name their subjects, but only for their kinds.
   */
  readonly terse?: boolean;
}

/** The fixed places of a structure's items, relative to its own corner. */
export interface ShapeLayout {
  readonly width: number;
  readonly height: number;
  /** The place of each item, by key. */
  readonly items: ReadonlyMap<number, Box>;
  /**
   * The height of a row with the gap behind it, and of the part above the first row: a structure
   * that scrolls shows complete rows.
   */
  readonly row: number;
  readonly gap?: number;
  readonly head?: number;
  /** The place of items that the layout did not plan: one after the other in rows of so many. */
  readonly strangers?: { readonly first: number; readonly columns: number; readonly box: Box };
}

export interface DrawProps {
  readonly structure: Structure;
  /** The items that the structure ever shows, which determine widths and columns. */
  readonly extent: StructureExtent;
  readonly layout: ShapeLayout;
  readonly context: ShapeContext;
  /** The distance by which its content is scrolled; names of columns stay in sight. */
  readonly scroll: number;
  /** Wraps the drawing of one item: role, name, selection and the mark of the running event. */
  readonly frame: (item: Item, box: Box, content: ReactNode) => ReactNode;
}

/** A renderer of one shape: the interface draws shapes, not schemes. */
export interface ShapeRenderer {
  /** Lays out all items that the structure ever shows, once. */
  readonly measure: (extent: StructureExtent, context: ShapeContext) => ShapeLayout;
  /**
   * Returns the places of the present items; without it, they are at their places in the layout.
   */
  readonly locate?: (
    structure: Structure,
    layout: ShapeLayout,
    extent: StructureExtent,
    context: ShapeContext,
  ) => ReadonlyMap<number, Box>;
  /**
   * Returns the place of an item inside another, by its key; without it, such items are not drawn
   * separately. `boxes` are those of `locate`.
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
  /** True if it draws the pointers between items of the structure. */
  readonly arrows?: boolean;
  /** Draws an item alone, as it travels; without it, its label is drawn in a frame. */
  readonly Piece?: (props: { item: Item; box: Box; context: ShapeContext }) => ReactNode;
}

/**
 * The places of the present items: those of the layout, and behind them the places of items that
 * came later.
 */
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

/** The fields that are written out, and the fields that are drawn as dots. */
export function splitBits(fields: readonly Field[]): { plain: Field[]; bits: Field[] } {
  const plain: Field[] = [];
  const bits: Field[] = [];
  for (const field of fields) (field.bit ? bits : plain).push(field);
  return { plain, bits };
}
