// What crosses the boundary to the crash explorer, with what the page adds to its answers.
import type { ScenarioProblem, VerdictKind } from '.';
import type {
  ExplorationReport,
  ExploredFailure,
  ScheduleSet,
  TriedSchedules,
  VerifyPoint,
  VerifyProgress,
  VerifyVerdict,
  VerifyWay,
} from './replies/exploration';
import type { FailureModelId } from './replies/names';

export { FAILURE_MODELS } from './failure_models';
export * from './replies/exploration';
export type { FailureModelId } from './replies/names';

/** All verdicts, the worst first. */
export const VERDICTS: readonly VerifyVerdict[] = [
  'recovery-failed',
  'damaged',
  'never-existed',
  'lost',
  'visible',
  'allowed',
  'consistent',
];

export const isFailure = (verdict: VerifyVerdict): boolean =>
  verdict !== 'consistent' && verdict !== 'allowed';

/**
 * Numbers of (point, image) pairs by verdict: with one power cut, and with further ones in
 * recovery.
 */
export type VerdictPairs = VerifyPoint['verdicts'];

/** The simplest failure of a verdict and a number of power cuts. */
export interface VerifyFailure extends ExploredFailure {
  /** With `delays`: the crash point of its first power cut. */
  readonly point?: VerifyPoint;
}

export interface ScheduleCounts extends TriedSchedules {
  /** The number of delays that was asked for. */
  readonly asked: number;
}

export interface VerifyReport extends Omit<ExplorationReport, 'failures'> {
  readonly failures: readonly VerifyFailure[];
  /** The counts of other schedules, if they were asked for. */
  readonly schedules?: ScheduleCounts;
}

/** The task of one engine. */
export interface VerifyTask {
  readonly model: FailureModelId;
  /** The number of further power cuts in recovery. */
  readonly depth: number;
  /** Recoveries after which it gives up; 0: never. */
  readonly maxRuns: number;
  /** The MiB, about, that it may keep of recoveries before it gives up; 0: no limit. */
  readonly maxMb: number;
  /** It explores every shards-th point from number `shard` on. */
  readonly shard: number;
  readonly shards: number;
  /** True where it is to end with the first failure. */
  readonly first: boolean;
  /** The verdict soon after which it is to end. */
  readonly until?: VerdictKind;
  /**
   * The number of images of a point, drawn by `seed`, with some points of each recovery; 0 or
   * undefined for all.
   */
  readonly images?: number;
  readonly seed?: number;
}

/** An engine that explores: wasm_module.ts, or a stand-in for tests. */
export interface VerifyEngine {
  openVerification(text: string, task: VerifyTask): readonly ScenarioProblem[] | undefined;
  /** Goes on for about `runs` recoveries; the reply has the points from number `from` on. */
  advanceVerification(runs: number, from: number): { ended: boolean; progress: VerifyProgress };
  verificationReport(): VerifyReport;
  /** Returns the ways of the point with this index among those that were explored. */
  verificationWays(index: number): readonly VerifyWay[];
  dropVerification(): void;
  /** Returns the schedules with up to so many delays; throws FileRefused. */
  schedules(text: string, bound: number): ScheduleSet;
}
