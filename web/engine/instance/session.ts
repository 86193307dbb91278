import type {
  ByteView,
  Cut,
  CutResult,
  Description,
  Frame,
  Opened,
  Outlook,
  PhaseTrace,
  Refused,
  ScenarioProblem,
  StructureExtent,
  SurvivalPoint,
  Survive,
} from '../protocol';
import { EngineTrap } from '../protocol/errors';
import { TraceGatherer } from './columns';
import { parsed } from './engine_text';
import { type Image, type ImageLimits, ImageStore, restoreImage } from './images';
import { segmentOf } from './plan_position';
import type { StageModule } from './stage_module';

/**
 * The plan of a session: with it, another instance of the engine can come back to where the session
 * was.
 */
export interface SessionPlan {
  readonly text: string;
  readonly cuts: readonly Cut[];
  /** Position at which each phase ends by itself, index = phase. */
  readonly ends: readonly number[];
}

/** The calls that a session makes; `StageModule` fills it. */
export type SessionEngine = Pick<
  StageModule,
  | (
      | 'describe'
      | 'open'
      | 'check'
      | 'advance'
      | 'at'
      | 'recordedEvents'
      | 'recordedSpans'
      | 'drain'
    )
  | ('extents' | 'frameText' | 'bytes' | 'outlook' | 'fates' | 'cut' | 'verdict' | 'memory')
>;

export interface SessionOptions {
  readonly images?: ImageLimits;
  /** Milliseconds; only the speed of going back depends on it, never a result. */
  readonly now?: () => number;
  /** A phase is stopped, as if it had trapped, after this many events. */
  readonly maxPhaseEvents?: number;
}

/** Receives the number of events that a run has so far. */
export type OpenProgress = (events: number) => void;

const MAX_PHASE_EVENTS = 2_000_000;
/**
 * A slice is short enough to learn the speed early, and long enough that the call costs nothing.
 */
const CHUNK_EVENTS = 2048;
/** The code is not optimized yet before this many events: its speed says nothing. */
const WARM_EVENTS = 8192;

/** Runs that take less than this report no progress. */
const PROGRESS_MS = 250;

/**
 * One open scenario, its power cuts, and the way to any position of it. Runs in a worker or in
 * Node; every call is synchronous. Throws `EngineTrap` as `StageModule` does: then only `plan` is
 * of use, for `adopt` in a session on a new instance.
 */
export class Session {
  private text: string | undefined;
  private cuts: Cut[] = [];
  private ends: number[] = [];
  /** Segment (cuts made so far) in which the engine is. */
  private segment = 0;
  private trapped = false;
  /** The cost of the dearest of the newest images, in milliseconds. */
  private imageMs = 0;
  private readonly images: ImageStore;
  private readonly now: () => number;
  private readonly maxPhaseEvents: number;

  constructor(
    private readonly engine: SessionEngine,
    options: SessionOptions = {},
  ) {
    this.images = new ImageStore(options.images);
    this.now = options.now ?? (() => performance.now());
    this.maxPhaseEvents = options.maxPhaseEvents ?? MAX_PHASE_EVENTS;
  }

  /** The plan so far; undefined until a scenario is open. */
  get plan(): SessionPlan | undefined {
    if (this.text === undefined) return undefined;
    return { text: this.text, cuts: [...this.cuts], ends: [...this.ends] };
  }

  /** True once a phase trapped: the recording is good, the engine instance is not. */
  get broken(): boolean {
    return this.trapped;
  }

  /** The number of images kept, and the bytes that they take. */
  get imageUse(): { readonly bytes: number; readonly count: number } {
    return { bytes: this.images.bytes, count: this.images.count };
  }

  describe(): Description {
    return this.engine.describe();
  }

  /**
   * Checks the text, opens it and runs phase 0 to its end; a long run reports its progress. A
   * refused text changes nothing.
   */
  open(text: string, onProgress?: OpenProgress): Opened | Refused {
    const opened = this.engine.open(text);
    if ('problems' in opened) return { ok: false, problems: opened.problems };
    this.begin(text);
    return { ok: true, info: opened.info, run: this.runPhase(onProgress) };
  }

  /** Returns the problems that keep a text from being opened. It opens nothing. */
  check(text: string): readonly ScenarioProblem[] {
    return this.engine.check(text);
  }

  /** Opens a plan that another session made, without running it yet. */
  adopt(plan: SessionPlan): void {
    const opened = this.engine.open(plan.text);
    if ('problems' in opened) throw new EngineTrap(0, 'the scenario no longer opens');
    this.begin(plan.text);
    this.cuts = [...plan.cuts];
    this.ends = [...plan.ends];
  }

  /** Returns the state after the first `at` events; beyond the plan's end, the state at its end. */
  seek(at: number): Frame {
    return parsed(this.frameText(at));
  }

  /** The state that `seek` returns, as the engine writes it. */
  frameText(at: number): string {
    this.goTo(at);
    return this.engine.frameText();
  }

  bytes(at: number, tier: number, address: number, size: number): ByteView {
    this.goTo(at);
    return this.engine.bytes(tier, address, size);
  }

  outlook(at: number, limit: number): Outlook {
    this.goTo(at);
    return this.engine.outlook(limit);
  }

  /**
   * Returns the fates at the first of `positions`, and at as many more as fit into `budgetMs` of
   * wall time.
   */
  fates(positions: readonly number[], limit: number, budgetMs: number): SurvivalPoint[] {
    const end = this.now() + budgetMs;
    const points: SurvivalPoint[] = [];
    for (const at of positions) {
      this.goTo(at);
      points.push({ at, ...this.engine.fates(limit) });
      if (this.now() >= end) break;
    }
    return points;
  }

  /** Cuts the power at `at` and runs recovery to its end; later cuts are dropped. */
  cut(at: number, survive: Survive): CutResult {
    const position = this.clamp(at);
    this.goTo(position);
    const refusal = this.engine.cut(survive);
    if (refusal) return { ok: false, refusal };
    this.segment = segmentOf(this.cuts, position);
    this.truncate(this.segment);
    this.cuts.push({ at: position, survive });
    this.segment++;
    return { ok: true, recovery: this.runPhase() };
  }

  /** Keeps the first `count` cuts; the phase after them runs on as it did. */
  uncut(count: number): void {
    if (count >= this.cuts.length) return;
    this.truncate(count);
  }

  /**
   * Brings the engine to position `at` of the plan by the nearest image and replay; it makes power
   * cuts again where needed.
   */
  goTo(at: number): void {
    const target = this.clamp(at);
    const segment = segmentOf(this.cuts, target);
    const here = this.segment === segment && this.engine.at() <= target;
    const image = this.images.nearest(segment, target);
    if (image && (!here || image.at > this.engine.at())) this.restore(image);
    else if (!here) this.cutAgain(segment);
    this.replay(target);
  }

  private clamp(at: number): number {
    return Math.max(0, Math.min(Math.trunc(at) || 0, this.ends.at(-1) ?? 0));
  }

  private begin(text: string): void {
    this.text = text;
    this.cuts = [];
    this.ends = [];
    this.segment = 0;
    this.images.clear();
    this.keepImage();
  }

  private truncate(count: number): void {
    this.cuts.length = count;
    this.ends.length = count + 1;
    this.images.dropFrom(count + 1);
    // The segment does not exist any more: the next goTo must not take the engine to be in it.
    if (this.segment > count) this.segment = -1;
  }

  /** Segment starts whose images were dropped are made again from the segment before. */
  private cutAgain(segment: number): void {
    const cut = this.cuts[segment - 1];
    if (!cut) throw new Error('the image of event 0 is never dropped');
    this.goTo(cut.at);
    if (this.engine.cut(cut.survive))
      throw new EngineTrap(cut.at, 'a power cut was not repeatable');
    this.segment = segment;
    this.keepImage();
  }

  private restore(image: Image): void {
    // Memory in use now may reach higher than it did then.
    const inUse = Math.max(this.engine.memory().byteLength, image.byteLength);
    const { buffer } = this.engine.memory();
    restoreImage(image, new Uint8Array(buffer, 0, inUse));
    this.segment = image.segment;
  }

  private keepImage(): void {
    const began = this.now();
    this.images.add(this.segment, this.engine.at(), this.engine.memory());
    this.imageMs = Math.max(this.imageMs / 2, this.now() - began);
  }

  private replay(target: number): void {
    while (this.engine.at() < target) {
      const due = this.images.nextDue(this.segment, this.engine.at());
      const reached = this.engine.advance(Math.min(due, target), false);
      if (this.engine.at() === due) this.keepImage();
      if (reached === 'phase-ended') return;
    }
  }

  /** Runs the phase that was just opened to its end, recording it. */
  private runPhase(onProgress?: OpenProgress): PhaseTrace {
    const start = this.engine.at();
    const gatherer = new TraceGatherer();
    let trap: PhaseTrace['trap'];
    try {
      this.keepImage();
      trap = this.record(gatherer, start, onProgress);
    } catch (error) {
      if (!(error instanceof EngineTrap)) throw error;
      this.gather(gatherer);
      this.trapped = true;
      trap = { at: error.at, message: error.message };
    }
    const traced = gatherer.finish();
    this.ends[this.segment] = start + traced.events.length;
    const verdict = trap || this.segment === 0 ? undefined : this.engine.verdict();
    const extents = trap ? undefined : this.extentsOf(start);
    return {
      phase: this.segment,
      start,
      ...traced,
      ...(extents && { extents }),
      ...(verdict && { verdict }),
      ...(trap && { trap }),
    };
  }

  /** Runs the phase once more and looks at its structures; the engine is at its end again. */
  private extentsOf(start: number): readonly StructureExtent[] | undefined {
    // The image is not sought by `goTo`: a phase after a power cut begins at the position at which
    // the one before ends.
    const image = this.images.nearest(this.segment, start);
    if (image?.at !== start) return undefined;
    this.restore(image);
    return this.engine.extents(this.ends[this.segment] ?? start);
  }

  private record(
    gatherer: TraceGatherer,
    start: number,
    onProgress?: OpenProgress,
  ): PhaseTrace['trap'] {
    let runMs = 0;
    let told = this.now();
    for (;;) {
      const at = this.engine.at();
      const due = this.images.nextDue(this.segment, at);
      const began = this.now();
      const ended = this.engine.advance(Math.min(due, at + CHUNK_EVENTS), true) === 'phase-ended';
      runMs += this.now() - began;
      this.gather(gatherer);
      this.engine.drain();
      if (ended) return undefined;
      const seen = this.engine.at() - start;
      if (onProgress && this.now() - told >= PROGRESS_MS) {
        told = this.now();
        onProgress(seen);
      }
      if (seen >= WARM_EVENTS) this.images.tune(runMs / seen, this.imageMs);
      if (this.engine.at() >= due) this.keepImage();
      if (seen >= this.maxPhaseEvents) {
        return { at: this.engine.at(), message: `stopped after ${seen} events without an end` };
      }
    }
  }

  private gather(gatherer: TraceGatherer): void {
    gatherer.add(this.engine.recordedEvents(), this.engine.recordedSpans());
  }
}
