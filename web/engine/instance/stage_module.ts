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
import { EngineTrap } from '../protocol/errors';
import { parsed } from './engine_text';

/** The default export of a generated module. */
export type CreateEngine = (options?: EngineOptions) => Promise<EngineModule>;

/** The codes with which `ai_advance` ends. */
export type Advanced = 'reached' | 'phase-ended' | 'buffer-full';

export const ENDED = 1;
export const REFUSED = 2;
const BUFFER_FULL = 3;
const FATES: readonly Fate[] = ['never', 'sometimes', 'always'];

/**
 * The part of the C ABI (engine-wasm/api/c_api.h) that the stage needs, with JavaScript's types.
 * Every method throws `EngineTrap` when the WebAssembly traps or a check of the engine fails; the
 * instance must then be thrown away, although `at`, `recordedEvents` and `recordedSpans` can still
 * be read.
 */
export class StageModule {
  /** Wraps a module that has started; `instantiate` starts one. */
  constructor(protected readonly api: EngineModule) {}

  /** Makes a new instance with a memory of its own; all instances share the compiled code. */
  static async instantiate<M>(
    this: new (
      api: EngineModule,
    ) => M,
    create: CreateEngine,
    wasm: WebAssembly.Module,
  ): Promise<M> {
    const api = await new Promise<EngineModule>((resolve, reject) => {
      const made = create({
        instantiateWasm(imports, done) {
          WebAssembly.instantiate(wasm, imports).then(done, reject);
          return {};
        },
      });
      made.then(resolve, reject);
    });
    return new this(api);
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

  /** Runs on to event `to` and returns everything that structures show on the way. */
  extents(to: number): readonly StructureExtent[] {
    return this.json(() => this.api._ai_extents(to));
  }

  inspect(): Frame {
    return parsed(this.frameText());
  }

  /** The state here as the engine writes it. */
  frameText(): string {
    return this.text(() => this.api._ai_inspect());
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
    return this.replyText();
  }

  /** A view on the linear memory in use: the complete state between two calls. */
  memory(): Uint8Array {
    return this.view(0, this.api._ai_memory_top());
  }

  /** The bytes of linear memory, as the browser accounts for them. */
  reservedBytes(): number {
    return this.api.wasmMemory.buffer.byteLength;
  }

  /** Views are made anew each time: growth detaches the old ones. */
  protected view(address: number, size: number): Uint8Array {
    return new Uint8Array(this.api.wasmMemory.buffer, address, size);
  }

  protected reply(): Uint8Array {
    return this.view(this.api._ai_reply(), this.api._ai_reply_size());
  }

  private replyText(): string {
    return new TextDecoder().decode(this.reply());
  }

  protected parseReply<T>(): T {
    return parsed(this.replyText());
  }

  /** Throws RangeError where the engine refuses the arguments, or has no session open. */
  private text(call: () => number): string {
    if (this.guard(call) === REFUSED) throw new RangeError('the engine refused these arguments');
    return this.replyText();
  }

  protected json<T>(call: () => number): T {
    return parsed(this.text(call));
  }

  protected request(text: string, call: (size: number) => number): number {
    return this.requestBytes(new TextEncoder().encode(text), call);
  }

  protected requestBytes<T>(bytes: Uint8Array, call: (size: number) => T): T {
    const address = this.guard(() => this.api._ai_request(bytes.byteLength));
    this.view(address, bytes.byteLength).set(bytes);
    return this.guard(() => call(bytes.byteLength));
  }

  protected guard<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw new EngineTrap(
        this.positionAfterTrap(),
        error instanceof Error ? error.message : `${error}`,
      );
    }
  }

  protected positionAfterTrap(): number {
    try {
      return this.api._ai_at();
    } catch {
      return 0;
    }
  }
}
