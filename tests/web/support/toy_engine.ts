import { allocateColumns } from '../../../web/engine/instance/columns';
import type { SessionEngine } from '../../../web/engine/instance/session';
import type { Advanced } from '../../../web/engine/instance/wasm_module';
import { EVENT_BYTES, type Frame, type Survive, type Verdict } from '../../../web/engine/protocol';
import { EngineTrap } from '../../../web/engine/protocol/errors';

/** The scenario text of the toy. */
export interface ToyScenario {
  /** Events of the run, and of each recovery. */
  readonly events: number;
  readonly recovery?: number;
  /** Bytes of linear memory in use. */
  readonly memory?: number;
  /** The call of `advance` that would produce this event traps. */
  readonly trapAt?: number;
  readonly refuse?: string;
  /** Every n-th event is flagged as one that changes a device. */
  readonly deviceEvery?: number;
}

const HEADER_WORDS = 16;
const BUFFER_EVENTS = 256;
const Word = { at: 0, phase: 1, left: 2, random: 3, drained: 4, top: 5 } as const;

/**
 * A double of the engine for tests of images and sessions: like the real one, its whole state
 * between two calls is its linear memory, and every event changes a few bytes of it.
 */
export class ToyEngine implements SessionEngine {
  readonly buffer = new ArrayBuffer(1 << 20);
  private readonly words = new Uint32Array(this.buffer);
  private scenario: ToyScenario = { events: 0 };
  /** Counters for the tests, outside of the state. */
  readonly calls = { advance: 0, replayed: 0, cut: 0 };

  open(text: string): ReturnType<SessionEngine['open']> {
    const scenario = JSON.parse(text) as ToyScenario;
    if (scenario.refuse) {
      return { problems: [{ path: 'refuse', reason: { en: scenario.refuse, zh: '' } }] };
    }
    this.scenario = scenario;
    this.words.fill(0);
    this.words[Word.left] = scenario.events;
    this.words[Word.random] = 12345;
    this.words[Word.top] = scenario.memory ?? 1 << 16;
    return { info: { memoryBytes: this.memory().byteLength } as never };
  }

  check(text: string): ReturnType<SessionEngine['check']> {
    const { refuse } = JSON.parse(text) as ToyScenario;
    return refuse ? [{ path: 'refuse', reason: { en: refuse, zh: '' } }] : [];
  }

  advance(to: number, record: boolean): Advanced {
    this.calls.advance++;
    while ((this.words[Word.left] ?? 0) > 0 && this.at() < to) {
      if (record && this.pending() >= BUFFER_EVENTS) return 'buffer-full';
      if (this.at() === this.scenario.trapAt) throw new EngineTrap(this.at(), 'unreachable');
      if (!record) this.calls.replayed++;
      this.event(record);
    }
    return this.words[Word.left] === 0 ? 'phase-ended' : 'reached';
  }

  at(): number {
    return this.words[Word.at] ?? 0;
  }

  recordedEvents(): Uint8Array {
    return new Uint8Array(this.buffer, HEADER_WORDS * 4, this.pending() * EVENT_BYTES);
  }

  recordedSpans(): Uint8Array {
    return new Uint8Array(0);
  }

  drain(): void {
    this.words[Word.drained] = 0;
  }

  describe(): never {
    return { tiers: ['', 'cache', 'dram', 'nvm', 'disk'] } as never;
  }

  extents(to: number): never {
    this.advance(to, false);
    return [] as never;
  }

  frameText(): string {
    return JSON.stringify(this.inspect());
  }

  inspect(): Frame {
    return { at: this.at(), phase: this.words[Word.phase], time: this.checksum() } as Frame;
  }

  bytes(tier: number, address: number, size: number): never {
    return { tier, address, size, at: this.at() } as never;
  }

  outlook(limit: number): never {
    return { at: this.at(), runs: limit } as never;
  }

  fates(): ReturnType<SessionEngine['fates']> {
    return { fates: [this.at() % 2 === 0 ? 'always' : 'never'], exact: true };
  }

  cut(survive: Survive): ReturnType<SessionEngine['cut']> {
    this.calls.cut++;
    if (survive.seed === 666) return { unit: 0, rule: { en: 'forbidden', zh: '' } };
    this.words[Word.phase] = (this.words[Word.phase] ?? 0) + 1;
    this.words[Word.left] = this.scenario.recovery ?? 10;
    this.mix(survive.seed ?? 1);
    return undefined;
  }

  verdict(): Verdict | undefined {
    return this.words[Word.left] === 0 ? ({ verdict: 'consistent' } as Verdict) : undefined;
  }

  memory(): Uint8Array {
    return new Uint8Array(this.buffer, 0, this.words[Word.top]);
  }

  private pending(): number {
    return this.words[Word.drained] ?? 0;
  }

  private event(record: boolean): void {
    const value = this.mix(1);
    // The heap: beyond header and trace buffer.
    const heap = HEADER_WORDS + (BUFFER_EVENTS * EVENT_BYTES) / 4;
    const size = (this.words[Word.top] ?? 0) / 4 - heap;
    const slot = heap + (value % size);
    this.words[slot] = (this.words[slot] ?? 0) + value;
    if (record) this.record(value);
    this.words[Word.at] = this.at() + 1;
    this.words[Word.left] = (this.words[Word.left] ?? 0) - 1;
  }

  private record(value: number): void {
    const at = HEADER_WORDS * 4 + this.pending() * EVENT_BYTES;
    const view = new DataView(this.buffer, at, EVENT_BYTES);
    view.setUint32(0, this.at(), true);
    view.setUint8(4, value % 200);
    view.setUint8(7, this.at() % (this.scenario.deviceEvery ?? 1) === 0 ? 1 : 0);
    view.setUint32(8, this.at() * 10, true);
    view.setUint32(40, value, true);
    this.words[Word.drained] = this.pending() + 1;
  }

  private mix(salt: number): number {
    const next = (Math.imul((this.words[Word.random] ?? 0) + salt, 1664525) + 1013904223) >>> 0;
    this.words[Word.random] = next;
    return next;
  }

  /** A checksum over the entire state but the trace buffer, which a replay does not fill. */
  private checksum(): number {
    const heap = HEADER_WORDS + (BUFFER_EVENTS * EVENT_BYTES) / 4;
    let sum = this.words[Word.random] ?? 0;
    const end = (this.words[Word.top] ?? 0) / 4;
    for (let i = heap; i < end; i++) sum = (Math.imul(sum, 31) + (this.words[i] ?? 0)) >>> 0;
    return sum;
  }
}

/** Columns of nothing, for traces that only need a length. */
export const emptyColumns = allocateColumns;
