import type { PointResult, SampleFrame } from '../../engine/protocol/experiment';

/** A run that is shown on its way, at the playhead. */
export interface RunMoment {
  /** Virtual nanoseconds since its start. */
  readonly time: number;
  /** The commits a second up to that time. */
  readonly throughput: number;
  /** The counters at that time, and the latest known ones. */
  readonly frame: SampleFrame | undefined;
  readonly last: SampleFrame | undefined;
}

/** A run that panels show beside others. */
export interface Run {
  readonly name: string;
  /** Its number among the series of the view, which is unique. */
  readonly series: number;
  /** The result, once the run has ended. */
  readonly result: PointResult | undefined;
  /** The moment at which the run is shown; without it, the end. */
  readonly moment?: RunMoment;
}

/** Runs that stand side by side. */
export interface RunPlace {
  /** The number among the places of the view. */
  readonly number: number;
  readonly name: string;
  readonly runs: readonly Run[];
}
