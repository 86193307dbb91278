import type { EngineModule, EngineOptions } from '../generated/engine_traced.mjs';
import {
  type ByteView,
  type CutRefusal,
  type Description,
  EVENT_BYTES,
  type Fate,
  type Frame,
  type Outlook,
  type ScenarioProblem,
  type SessionInfo,
  SPAN_BYTES,
  type StructureExtent,
  type Survive,
  type Verdict,
} from '../protocol';
import { EngineTrap, FileRefused } from '../protocol/errors';
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

/** The default export of a generated module. */
export type CreateEngine = (options?: EngineOptions) => Promise<EngineModule>;

/** The codes with which `ai_advance` ends. */
export type Advanced = 'reached' | 'phase-ended' | 'buffer-full';

const ENDED = 1;
const REFUSED = 2;
const BUFFER_FULL = 3;
/** A request stays in the module's memory: long texts come in pieces. */
const PIECE_BYTES = 1 << 20;
const FATES: readonly Fate[] = ['never', 'sometimes', 'always'];

/**
 * The C ABI (engine-wasm/api/c_api.h) with JavaScript's types. Every method throws `EngineTrap`
 * when the WebAssembly traps or a check of the engine fails; the instance must then be thrown away,
 * although `at`, `recordedEvents` and `recordedSpans` can still be read.
 */
export class WasmModule implements ExperimentEngine, VerifyEngine {
  private constructor(private readonly api: EngineModule) {}

  /** Makes a new instance with a memory of its own. */
  static async instantiate(create: CreateEngine, wasmBinary: Uint8Array): Promise<WasmModule> {
    return new WasmModule(await create({ wasmBinary }));
  }

  describe(): Description {
    return this.json(() => this.api._ai_describe());
  }

  /** Checks the text and opens a session at event 0; problems leave the open session as it was. */
  open(text: string): { info: SessionInfo } | { problems: ScenarioProblem[] } {
    const status = this.request(text, (size) => this.api._ai_open(size));
    if (status === REFUSED) return { problems: this.parseReply() };
    return { info: this.parseReply() };
  }

  /** Returns the problems that keep a scenario's text from being opened. It opens nothing. */
  check(text: string): ScenarioProblem[] {
    this.request(text, (size) => this.api._ai_check(size));
    return this.parseReply();
  }

  /** Runs to event `to` of the session or the phase's end, keeping the events only if `record`. */
  advance(to: number, record: boolean): Advanced {
    const status = this.guard(() => this.api._ai_advance(to, record ? 1 : 0));
    if (status === ENDED) return 'phase-ended';
    return status === BUFFER_FULL ? 'buffer-full' : 'reached';
  }

  /** The number of events so far, over all phases. */
  at(): number {
    return this.api._ai_at();
  }

  /** The number of power cuts so far. */
  phase(): number {
    return this.api._ai_phase();
  }

  /** A view on the recorded event bytes, valid until the next call. */
  recordedEvents(): Uint8Array {
    return this.view(this.api._ai_events(), this.api._ai_event_count() * EVENT_BYTES);
  }

  /** A view on the recorded span bytes, valid until the next call. */
  recordedSpans(): Uint8Array {
    return this.view(this.api._ai_spans(), this.api._ai_span_count() * SPAN_BYTES);
  }

  /** Forgets the recorded events and spans. */
  drain(): void {
    this.guard(() => this.api._ai_drain());
  }

  /** Runs on to event `to` and returns all that structures show on the way. */
  extents(to: number): readonly StructureExtent[] {
    return this.json(() => this.api._ai_extents(to));
  }

  inspect(): Frame {
    return this.json(() => this.api._ai_inspect());
  }

  /** Returns bytes of a tier, which is an index into `Description.tiers`. */
  bytes(tier: number, address: number, size: number): ByteView {
    return this.json(() => this.api._ai_bytes(tier, address, size));
  }

  /** Crashes and recovers forks of the state here, at most `limit` times. */
  outlook(limit: number): Outlook {
    return this.json(() => this.api._ai_outlook(limit));
  }

  /**
   * Returns the fates alone, in the order of the transactions: they are much cheaper to carry than
   * an outlook.
   */
  fates(limit: number): { fates: Fate[]; exact: boolean } {
    this.guard(() => this.api._ai_fates(limit));
    const reply = Array.from(this.reply());
    const exact = reply.pop() === 1;
    return { fates: reply.map((code) => FATES[code] ?? 'never'), exact };
  }

  /** Cuts the power here; returns a refusal, and changes nothing, where the choice is illegal. */
  cut(survive: Survive): CutRefusal | undefined {
    const status = this.request(JSON.stringify(survive), (size) => this.api._ai_cut(size));
    return status === REFUSED ? this.parseReply<CutRefusal>() : undefined;
  }

  /** Returns the oracle's verdict; undefined while the phase has not ended. */
  verdict(): Verdict | undefined {
    const status = this.guard(() => this.api._ai_verdict());
    return status === REFUSED ? undefined : this.parseReply<Verdict>();
  }

  /** Returns a digest of all events and device bytes so far: 16 hexadecimal digits. */
  digest(): string {
    this.guard(() => this.api._ai_digest());
    return new TextDecoder().decode(this.reply());
  }

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

  /** The same of a text that comes in pieces: nothing is kept of it but what has been read. */
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

  /** Gives the point's memory back. */
  dropPoint(): void {
    this.guard(() => this.api._ai_point_drop());
  }

  /**
   * Checks the text and makes it what is explored; problems leave nothing open. Traced engine only.
   */
  openVerification(text: string, task: VerifyTask): readonly ScenarioProblem[] | undefined {
    const { depth, maxRuns, maxMb, shard, shards, images = 0, seed = 0 } = task;
    const model = FAILURE_MODELS.indexOf(task.model);
    const status = this.request(text, (size) =>
      this.api._ai_verify_open(
        ...([size, model, depth, maxRuns, maxMb, shard, shards] as const),
        ...([task.first ? 1 : 0, images, seed] as const),
      ),
    );
    return status === REFUSED ? this.parseReply<ScenarioProblem[]>() : undefined;
  }

  advanceVerification(runs: number, from: number): { ended: boolean; progress: VerifyProgress } {
    const status = this.guard(() => this.api._ai_verify_advance(runs, from));
    if (status === REFUSED) throw new RangeError('no verification is open');
    return { ended: status === ENDED, progress: this.parseReply() };
  }

  /** Returns a report of what was found so far. */
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
   * All that a power cut may leave of a litmus program; throws FileRefused. The explorer's engine
   * only.
   */
  litmus(text: string, model: FailureModelId): LitmusReply {
    const number = FAILURE_MODELS.indexOf(model);
    const status = this.request(text, (size) => this.api._ai_litmus(size, number));
    if (status === REFUSED) throw new FileRefused(this.parseReply<ScenarioProblem[]>());
    return this.parseReply();
  }

  /** A view on the linear memory in use: the whole state between two calls. */
  memory(): Uint8Array {
    return this.view(0, this.api._ai_memory_top());
  }

  /** The bytes of linear memory, as the browser accounts for them. */
  reservedBytes(): number {
    return this.api.wasmMemory.buffer.byteLength;
  }

  /** Views are made anew each time: growth detaches the old ones. */
  private view(address: number, size: number): Uint8Array {
    return new Uint8Array(this.api.wasmMemory.buffer, address, size);
  }

  private reply(): Uint8Array {
    return this.view(this.api._ai_reply(), this.api._ai_reply_size());
  }

  private parseReply<T>(): T {
    return JSON.parse(new TextDecoder().decode(this.reply())) as T;
  }

  /** Throws RangeError where the engine refuses the arguments, or has no session open. */
  private json<T>(call: () => number): T {
    if (this.guard(call) === REFUSED) throw new RangeError('the engine refused these arguments');
    return this.parseReply<T>();
  }

  private request(text: string, call: (size: number) => number): number {
    return this.requestBytes(new TextEncoder().encode(text), call);
  }

  private requestBytes<T>(bytes: Uint8Array, call: (size: number) => T): T {
    const address = this.guard(() => this.api._ai_request(bytes.byteLength));
    this.view(address, bytes.byteLength).set(bytes);
    return this.guard(() => call(bytes.byteLength));
  }

  private guard<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw new EngineTrap(
        this.positionAfterTrap(),
        error instanceof Error ? error.message : `${error}`,
      );
    }
  }

  private positionAfterTrap(): number {
    try {
      return this.api._ai_at();
    } catch {
      return 0;
    }
  }
}
