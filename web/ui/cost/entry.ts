import type { PricedRun } from '../../model/cost';

/** A run as the cost panel shows it. */
export interface CostEntry {
  readonly name: string;
  /** Its number among the series of the view; no two have the same. */
  readonly series: number;
  readonly run: PricedRun;
}
