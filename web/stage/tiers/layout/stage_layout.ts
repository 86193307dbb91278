import type { StructureExtent, TierId } from '../../../engine/protocol';
import type { Named } from '../../../model/lecture/subjects';
import type { Box, ShapeContext } from '../../shapes/shape';
import type { StructurePlace } from './stacks';

/** A structure that the lecture is not about: a name and a count. */
export interface FoldedPlace {
  readonly id: string;
  readonly tier: TierId;
  readonly extent: StructureExtent;
  readonly box: Box;
  /**
   * The number of a tier's folded structures that have one place, where there is hardly any room;
   * only the first has it.
   */
  readonly together?: number;
}

export interface Band {
  readonly tier: TierId;
  readonly y: number;
  readonly height: number;
  /** True if nothing in it is open: the band is only a line. */
  readonly line: boolean;
  /** The room at its top for the sign of the boundary. */
  readonly sign: number;
}

/** The place of a disk's volatile cache: its whole band, and the lines in it. */
export interface DiskCachePlace {
  readonly band: Box;
  readonly lines: Box;
}

export interface StageLayout {
  readonly width: number;
  readonly height: number;
  /**
   * The left edge of the bands' content; the bands' names are left of it, or above on narrow pages.
   */
  readonly bodyX: number;
  readonly bodyWidth: number;
  readonly narrow: boolean;
  /** True where bands' names are in the row of captions: there is hardly any room. */
  readonly tight: boolean;
  /** The size of a line of the cache, and the gap between two. */
  readonly cacheLine: { readonly width: number; readonly height: number; readonly gap: number };
  /** The place of the clients; undefined where none is shown. */
  readonly clients: Box | undefined;
  readonly bands: readonly Band[];
  readonly places: readonly StructurePlace[];
  readonly folded: readonly FoldedPlace[];
  /** The place of lines that are newer in the cache. */
  readonly cache: Box | undefined;
  /** The row of the disks' volatile caches, above the boundary; undefined where disks have none. */
  readonly diskCache?: DiskCachePlace | undefined;
  /** The line below which things survive a power failure. */
  readonly boundaryY: number;
  readonly wear: Box | undefined;
  /** The place of the NVM's banks, if it has a limit of them. */
  readonly banks: Box | undefined;
}

/** The words with which a layout is made. */
export type LayoutWords = Omit<ShapeContext, 'maxWidth' | 'density'> & {
  readonly tierName: (tier: TierId) => string;
};

export interface StageLayoutInput {
  readonly extents: readonly StructureExtent[];
  /** The structure below that receives what is in this one. */
  readonly below: (id: string) => string | undefined;
  /** Returns true if a structure is drawn, and not folded to its name. */
  readonly open: (structure: StructureExtent) => boolean;
  /** The items that each mark's sentence names: they have room before all others. */
  readonly named?: readonly (readonly Named[])[];
  /** Returns true if a structure is folded where it would take room from named items. */
  readonly yields?: (structure: StructureExtent) => boolean;
  readonly width: number;
  readonly height: number;
  readonly clients: boolean;
  readonly wear: boolean;
  /** The number of banks of the NVM; 0 without a limit. */
  readonly banks: number;
  /** The most cache lines that are newer than the NVM at one time. */
  readonly dirtyLines: number;
  /** True if the machine keeps its caches when the power fails: they are below the boundary. */
  readonly cachesKept?: boolean | undefined;
  /** True if disks have a volatile cache, which takes writes first. */
  readonly diskCache?: boolean | undefined;
  readonly context: LayoutWords;
}
