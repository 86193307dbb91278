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
   * Where there is hardly any room all of a tier have one place: the first says how many they are,
   * the others nothing.
   */
  readonly together?: number;
}

export interface Band {
  readonly tier: TierId;
  readonly y: number;
  readonly height: number;
  /** Nothing in it is open: the band is only a line. */
  readonly line: boolean;
  /** Room at its top for the sign of the boundary. */
  readonly sign: number;
}

/** Where a disk's volatile cache is drawn: all of its band, and in it the lines. */
export interface DiskCachePlace {
  readonly band: Box;
  readonly lines: Box;
}

export interface StageLayout {
  readonly width: number;
  readonly height: number;
  /**
   * Left edge of what the bands hold; the bands' names are left of it, or above on narrow pages.
   */
  readonly bodyX: number;
  readonly bodyWidth: number;
  readonly narrow: boolean;
  /** Bands' names are in the row of captions: there is hardly any room. */
  readonly tight: boolean;
  /** Size of a line of the cache, and what is between two. */
  readonly cacheLine: { readonly width: number; readonly height: number; readonly gap: number };
  /** Where the clients are told; none where nobody is shown. */
  readonly clients: Box | undefined;
  readonly bands: readonly Band[];
  readonly places: readonly StructurePlace[];
  readonly folded: readonly FoldedPlace[];
  /** Where lines that are newer in the cache are drawn. */
  readonly cache: Box | undefined;
  /**
   * The row of what disks' volatile caches hold, above the boundary; none where disks have none.
   */
  readonly diskCache?: DiskCachePlace | undefined;
  /** The line below which things survive a power failure. */
  readonly boundaryY: number;
  readonly wear: Box | undefined;
  /** Where the NVM's banks are drawn, if it has a limit of them. */
  readonly banks: Box | undefined;
}

/** The words that a layout is made with. */
export type LayoutWords = Omit<ShapeContext, 'maxWidth' | 'density'> & {
  readonly tierName: (tier: TierId) => string;
};

export interface StageLayoutInput {
  readonly extents: readonly StructureExtent[];
  /** The structure below that receives what is in this one. */
  readonly below: (id: string) => string | undefined;
  /** Whether a structure is drawn, and not folded to its name. */
  readonly open: (structure: StructureExtent) => boolean;
  /** What each mark's sentence names: it has room before all else. */
  readonly named?: readonly (readonly Named[])[];
  /** Whether a structure is folded where it would take room from what is named. */
  readonly yields?: (structure: StructureExtent) => boolean;
  readonly width: number;
  readonly height: number;
  readonly clients: boolean;
  readonly wear: boolean;
  /** Banks of the NVM; 0 without a limit. */
  readonly banks: number;
  /** Cache lines that are newer than the NVM at one time, at most. */
  readonly dirtyLines: number;
  /** The machine keeps its caches when the power fails: they are below the boundary. */
  readonly cachesKept?: boolean | undefined;
  /** Disks have a volatile cache, which takes writes first. */
  readonly diskCache?: boolean | undefined;
  readonly context: LayoutWords;
}
