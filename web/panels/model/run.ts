import type { PointResult, SampleFrame } from '../../engine/protocol/experiment';

/** A run that is shown on its way, at the playhead. */
export interface RunMoment {
  /** Virtual nanoseconds since its start. */
  readonly time: number;
  /** Commits a second up to there. */
  readonly throughput: number;
  /** What it had done by then, and what it has done as far as is known. */
  readonly frame: SampleFrame | undefined;
  readonly last: SampleFrame | undefined;
}

/** A run that panels show beside others. */
export interface Run {
  readonly name: string;
  /** Its number among the series of the view; no two have the same. */
  readonly series: number;
  /** What was measured, once it has ended. */
  readonly result: PointResult | undefined;
  /** Without it the run is shown as it ended. */
  readonly moment?: RunMoment;
}

/** Runs that stand side by side. */
export interface RunPlace {
  /** Among the places of the view. */
  readonly number: number;
  readonly name: string;
  readonly runs: readonly Run[];
}
