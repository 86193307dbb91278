import type { WearMap } from '../../engine/protocol/experiment';
import type { WearKind } from '../model/measure_choice';
import type { WornRun } from '../model/wear_report';

/** A run's wear as the panel shows it. */
export interface WearEntry extends WornRun {
  /** Its number among the series of the view; no two have the same. */
  readonly series: number;
}

export const wearKinds: readonly WearKind[] = ['most', 'all'];

export const cellsOf = ({ wear, wearMax }: WearMap, kind: WearKind) =>
  kind === 'most' ? wearMax : wear;
