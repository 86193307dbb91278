import type { WearMap } from '../../engine/experiment_protocol';
import type { WearNumbers } from '../../model/wear';

/** A run's wear as the panel shows it. */
export interface WearEntry {
  readonly name: string;
  /** Its number among the series of the view; no two have the same. */
  readonly series: number;
  readonly map: WearMap;
  readonly numbers: WearNumbers;
  /** Virtual time that it took. */
  readonly seconds: number;
  /** Bytes of a unit, where they are known. */
  readonly unitBytes?: number | undefined;
}

/** What a cell of the map stands for. */
export type WearKind = 'most' | 'all';
export const wearKinds: readonly WearKind[] = ['most', 'all'];

export const cellsOf = ({ wear, wearMax }: WearMap, kind: WearKind) =>
  kind === 'most' ? wearMax : wear;
