import type { ReactNode } from 'react';
import type { Field, Item, Structure, Text } from '../../engine/protocol';

/** A rectangle in design pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a renderer needs to know beside the structure. */
export interface ShapeContext {
  readonly text: (text: Text) => string;
  /** `page 3` for the label of an item of a shape of pages. */
  readonly pageName: (label: string) => string;
  /** `5 more`. */
  readonly moreName: (count: number) => string;
  /** Name of a transaction; '' for none. */
  readonly txnName: (txn: number) => string;
  readonly maxWidth: number;
  /** The item that the running event works on, where it is this structure's. */
  readonly touched?: number;
}

/** Where a structure's parts stand, relative to its own corner. */
export interface ShapeLayout {
  readonly width: number;
  readonly height: number;
  /** The place of each item drawn, by key. */
  readonly items: ReadonlyMap<number, Box>;
  /** Items left out for want of room; the caption says how many. */
  readonly hidden: number;
}

export interface DrawProps {
  readonly structure: Structure;
  readonly layout: ShapeLayout;
  readonly context: ShapeContext;
  /** Wraps the drawing of one item: role, name, selection and the mark of the running event. */
  readonly frame: (item: Item, box: Box, content: ReactNode) => ReactNode;
}

/** One of the general renderers: the interface draws shapes, not schemes. */
export interface ShapeRenderer {
  readonly measure: (structure: Structure, context: ShapeContext) => ShapeLayout;
  readonly Draw: (props: DrawProps) => ReactNode;
}

/** The last `most` items of a long list, or those around the one that the running event works on. */
export function lastItems(
  items: readonly Item[],
  most: number,
  touched: number | undefined,
): readonly Item[] {
  const last = Math.max(0, items.length - most);
  const at = touched === undefined ? -1 : items.findIndex(({ key }) => key === touched);
  // By halves, so that the next item does not move everything.
  const half = Math.max(1, Math.floor(most / 2));
  const from = at < 0 || at >= last ? last : Math.max(0, Math.floor(at / half) * half - half);
  return items.slice(from, from + most);
}

/** Fields that are written out, and fields that are drawn as dots. */
export function splitBits(fields: readonly Field[]): { plain: Field[]; bits: Field[] } {
  const plain: Field[] = [];
  const bits: Field[] = [];
  for (const field of fields) (field.bit ? bits : plain).push(field);
  return { plain, bits };
}
