/** @file The state at a position, with what the page adds. */
import type { Frame, ShownExtent } from './replies/frame';

export * from './replies/frame';

/**
 * All that a structure ever shows in a phase: each item, in the order of appearance, at its
 * largest.
 */
export interface StructureExtent extends ShownExtent {
  /**
   * The numbers of items, in all and at one time, for which the stage was laid out before a branch
   * brought more.
   */
  readonly planned?: { readonly items: number; readonly most: number };
}

export type CounterId = keyof Frame['counters'];
