import type { NamedRun } from '../model/cost_report';

/** A run as the cost panel shows it. */
export interface CostEntry extends NamedRun {
  /** Its number among the series of the view; no two have the same. */
  readonly series: number;
}
