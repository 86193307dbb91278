import type { ScenarioProblem } from '../protocol';
import { FileRefused } from '../protocol/errors';
import type {
  ExperimentEngine,
  ExperimentPlan,
  PointProgress,
  PointResult,
  WorkloadInputSummary,
} from '../protocol/experiment';
import {
  FAILURE_MODELS,
  type FailureModelId,
  type ScheduleSet,
  type VerifyEngine,
  type VerifyProgress,
  type VerifyReport,
  type VerifyTask,
  type VerifyWay,
} from '../protocol/exploration';
import type { LitmusReply } from '../protocol/litmus';
import { ENDED, REFUSED, StageModule } from './stage_module';

export type { Advanced, CreateEngine } from './stage_module';

/** Compiles an engine once for all its instances. */
export const compileEngine = (bytes: Uint8Array<ArrayBuffer>) => WebAssembly.compile(bytes);

/** A request stays in the module's memory: long texts come in pieces. */
const PIECE_BYTES = 1 << 20;

/** A task as ai_verify_task of c_api.h has it, followed by the scenario's text. */
function verifyRequest(task: VerifyTask, text: string): Uint8Array {
  const { depth, maxRuns, maxMb, shard, shards, first, images = 0, seed = 0 } = task;
  const model = FAILURE_MODELS.indexOf(task.model);
  const words = Uint32Array.of(
    model,
    depth,
    maxRuns,
    maxMb,
    shard,
    shards,
    first ? 1 : 0,
    images,
    seed,
  );
  const scenario = new TextEncoder().encode(text);
  const request = new Uint8Array(words.byteLength + scenario.byteLength);
  request.set(new Uint8Array(words.buffer));
  request.set(scenario, words.byteLength);
  return request;
}

/**
 * The functions of the modules that run every system: experiments, explorations, litmus programs.
 * The stage's own module comes with the first lecture, and does not need them.
 */
export class WasmModule extends StageModule implements ExperimentEngine, VerifyEngine {
  randomScenario(seed: number): string {
    this.guard(() => this.api._ai_random_scenario(seed));
    return new TextDecoder().decode(this.reply());
  }

  /** Runs micro-benchmark `which` (see c_api.h) and returns its checksum. */
  bench(which: number, operations: number): number {
    return this.guard(() => this.api._ai_bench(which, operations));
  }

  /** Reads the text that the next experiments run; problems leave the one before as it was. */
  openInput(text: string): { summary: WorkloadInputSummary } | { problems: ScenarioProblem[] } {
    this.beginInput();
    this.feedInput(new TextEncoder().encode(text));
    return this.endInput();
  }

  /** Reads such a text in pieces, and keeps only the result of reading it. */
  beginInput(): void {
    this.guard(() => this.api._ai_input_begin());
  }

  feedInput(piece: Uint8Array): void {
    for (let at = 0; at < piece.byteLength; at += PIECE_BYTES) {
      const bytes = piece.subarray(at, at + PIECE_BYTES);
      this.requestBytes(bytes, (size) => this.api._ai_input_feed(size));
    }
  }

  endInput(): { summary: WorkloadInputSummary } | { problems: ScenarioProblem[] } {
    const status = this.guard(() => this.api._ai_input_end());
    if (status === REFUSED) return { problems: this.parseReply() };
    return { summary: this.parseReply() };
  }

  /** Checks the text and makes it the open experiment; problems leave the open one as it was. */
  openExperiment(text: string): { plan: ExperimentPlan } | { problems: ScenarioProblem[] } {
    const status = this.request(text, (size) => this.api._ai_experiment_open(size));
    if (status === REFUSED) return { problems: this.parseReply() };
    return { plan: this.parseReply() };
  }

  /** Builds a point of the open experiment; returns the problems of one that cannot be built. */
  startPoint(index: number): readonly ScenarioProblem[] | undefined {
    const status = this.guard(() => this.api._ai_point_start(index));
    return status === REFUSED ? this.parseReply<ScenarioProblem[]>() : undefined;
  }

  advancePoint(steps: number): { ended: boolean; progress: PointProgress } {
    const status = this.guard(() => this.api._ai_point_advance(steps));
    if (status === REFUSED) throw new RangeError('no point has been started');
    return { ended: status === ENDED, progress: this.parseReply() };
  }

  /** Returns the result of the point, which must have ended. */
  pointResult(): PointResult {
    return this.json(() => this.api._ai_point_result());
  }

  /**
   * Checks the text and makes it the subject of exploration; problems leave nothing open. Traced
   * engine only.
   */
  dropPoint(): void {
    this.guard(() => this.api._ai_point_drop());
  }

  /**
   * Checks the text and makes it what is explored; problems leave nothing open. Traced engine only.
   */
  openVerification(text: string, task: VerifyTask): readonly ScenarioProblem[] | undefined {
    const status = this.requestBytes(verifyRequest(task, text), (size) =>
      this.api._ai_verify_open(size),
    );
    return status === REFUSED ? this.parseReply<ScenarioProblem[]>() : undefined;
  }

  advanceVerification(runs: number, from: number): { ended: boolean; progress: VerifyProgress } {
    const status = this.guard(() => this.api._ai_verify_advance(runs, from));
    if (status === REFUSED) throw new RangeError('no verification is open');
    return { ended: status === ENDED, progress: this.parseReply() };
  }

  /** Returns a report of the results so far. */
  verificationReport(): VerifyReport {
    return this.json(() => this.api._ai_verify_report());
  }

  verificationWays(index: number): readonly VerifyWay[] {
    return this.json(() => this.api._ai_verify_ways(index));
  }

  /** Gives the verification's memory back. */
  dropVerification(): void {
    this.guard(() => this.api._ai_verify_drop());
  }

  /**
   * Returns the schedules of a scenario with up to so many delays; throws FileRefused. The
   * explorer's engine only.
   */
  schedules(text: string, bound: number): ScheduleSet {
    const status = this.request(text, (size) => this.api._ai_schedules(size, bound));
    if (status === REFUSED) throw new FileRefused(this.parseReply<ScenarioProblem[]>());
    return this.parseReply();
  }

  /**
   * Returns all images that a power cut may leave of a litmus program; throws FileRefused. The
   * explorer's engine only.
   */
  litmus(text: string, model: FailureModelId): LitmusReply {
    const number = FAILURE_MODELS.indexOf(model);
    const status = this.request(text, (size) => this.api._ai_litmus(size, number));
    if (status === REFUSED) throw new FileRefused(this.parseReply<ScenarioProblem[]>());
    return this.parseReply();
  }
}
