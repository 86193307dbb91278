import type { ListingLine, SchemeDescription, Text } from '../../engine/protocol';
import {
  isFailure,
  VERDICTS,
  type VerdictPairs,
  type VerifyFailure,
  type VerifyPoint,
  type VerifyVerdict,
} from '../../engine/protocol/exploration';
import { largestOf } from '../../model/values/largest';
import { lineOf } from './site_lines';

/** One crash point, in the order of the run. */
export interface MapColumn {
  /** Its number, from 0. */
  readonly index: number;
  readonly point: VerifyPoint;
  /** Index into the rows. */
  readonly row: number;
  readonly worst: VerifyVerdict;
  /** The worst verdict comes only of a further power cut, during recovery. */
  readonly onlyInRecovery: boolean;
  /** 1 to `LEVELS`, by the number of images. */
  readonly level: number;
}

/** A line of an algorithm, or none, for what happened outside of all listings. */
export interface MapRow {
  readonly label: number;
  readonly listing?: Text;
  readonly number?: number;
  readonly line?: ListingLine;
  readonly columns: readonly MapColumn[];
}

export interface CrashMap {
  readonly rows: readonly MapRow[];
  readonly columns: readonly MapColumn[];
}

export const LEVELS = 5;

/** Crash points by line; the lines stand in the order in which the run first reaches them. */
export function crashMap(scheme: SchemeDescription, points: readonly VerifyPoint[]): CrashMap {
  const labels: number[] = [];
  const most = largestOf(
    points.map(({ images }) => images),
    2,
  );
  const columns = points.map((point, index): MapColumn => {
    const label = lineOf(scheme, point.label ?? 0) ? (point.label ?? 0) : 0;
    if (!labels.includes(label)) labels.push(label);
    const worst = worstOf(point.verdicts);
    return {
      index,
      point,
      row: labels.indexOf(label),
      worst,
      onlyInRecovery: (point.verdicts[worst]?.[0] ?? 0) === 0,
      level: levelOf(point.images, most),
    };
  });
  const rows = labels.map((label, row): MapRow => {
    const found = lineOf(scheme, label);
    return {
      label,
      ...(found && { listing: found.listing.title, number: found.number, line: found.line }),
      columns: columns.filter((column) => column.row === row),
    };
  });
  return { rows, columns };
}

/** The worst verdict that was reached. */
export function worstOf(verdicts: VerdictPairs): VerifyVerdict {
  return VERDICTS.find((verdict) => verdicts[verdict] !== undefined) ?? 'consistent';
}

/** The broken promises among these verdicts, worst first. */
export function failuresIn(verdicts: VerdictPairs): readonly VerifyVerdict[] {
  return VERDICTS.filter((verdict) => isFailure(verdict) && verdicts[verdict] !== undefined);
}

/** The level grows with the logarithm, since images multiply. */
function levelOf(images: number, most: number): number {
  const share = Math.log2(Math.max(1, images)) / Math.log2(most);
  return 1 + Math.round(share * (LEVELS - 1));
}

/**
 * The column of the point, or of the last point before it; the first column where there is none.
 */
export function columnAt({ columns }: CrashMap, at: number): MapColumn | undefined {
  return columns.findLast(({ point }) => point.at <= at) ?? columns[0];
}

/** The crash point of a failure's first power cut; `points` are those of the run without delays. */
export function pointOf(
  { cuts, delays, point }: VerifyFailure,
  points: readonly VerifyPoint[] | undefined,
): VerifyPoint | undefined {
  return delays ? point : points?.find(({ at }) => at === cuts[0]?.at);
}
