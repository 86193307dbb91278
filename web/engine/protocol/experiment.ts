/** The types that cross the boundary for experiments. */
import type { Description, ScenarioProblem, SweptValue } from '.';
import type { ExperimentFile } from './experiment_file';
import type { WorkloadInputSummary } from './input_summary';
import type { ExperimentPlan, PointProgress, PointResult, RecoveryPass } from './results';

export type { SweptValue } from './common';
export * from './experiment_file';
export * from './input_summary';
export * from './results';

export type Scale = ExperimentFile['scale'];

/** A pass of a recovery. */
export type RecoveryPassId = RecoveryPass['id'];

/** A selection of points: `scheme` (its index) or a swept name, with the value or values wanted. */
export type PointSelection = Readonly<Record<string, SweptValue | readonly SweptValue[]>>;

/** The experiment's part of a WasmModule. */
export interface ExperimentEngine {
  describe(): Description;
  /** Reads the text that the next experiments run, where their workload reads one. */
  openInput(text: string): { summary: WorkloadInputSummary } | { problems: ScenarioProblem[] };
  /** The same of a text that comes in pieces, as UTF-8. */
  beginInput(): void;
  feedInput(piece: Uint8Array): void;
  endInput(): { summary: WorkloadInputSummary } | { problems: ScenarioProblem[] };
  openExperiment(text: string): { plan: ExperimentPlan } | { problems: ScenarioProblem[] };
  /** Problems of a point that cannot be built. */
  startPoint(index: number): readonly ScenarioProblem[] | undefined;
  advancePoint(steps: number): { ended: boolean; progress: PointProgress };
  pointResult(): PointResult;
  dropPoint(): void;
  reservedBytes(): number;
}
