import { segmentOf } from '../instance/plan_position';
import type { OpenProgress, SessionPlan } from '../instance/session';
import type {
  ByteView,
  CutResult,
  Description,
  Frame,
  Opened,
  Outlook,
  PhaseTrace,
  Refused,
  ScenarioProblem,
  SurvivalPoint,
  Survive,
  TierId,
} from '../protocol';
import { Overtaken } from '../protocol/errors';
import { Newest } from '../worker/newest';
import { pageVisibility, type Visibility } from '../worker/visibility';
import { coarseToFine, crashPoints } from './crash_points';
import type { Reply } from './engine_host';
import type { EngineCalls, SpawnEngine } from './engine_port';
import { FrameReader } from './frame_update';
import { isElsewhere } from './growing_engine';
import { GuardedEngine, type GuardOptions } from './guarded_engine';
import type { StageEngine } from './stage_engine';

/** The crash-and-recover runs that one outlook may take; more images than that are sampled. */
const OUTLOOK_RUNS = 192;
/** The same limit for the strip, which asks at thousands of positions. */
const FATES_RUNS = 48;
/** An outlook that arrives during the scan waits at most this long for the scan. */
const SCAN_SLICE_MS = 25;
const SCAN_SLICE_POSITIONS = 256;

type Call<T> = (calls: EngineCalls) => Promise<Reply<T>>;

export interface StageClientOptions extends GuardOptions {
  readonly visibility?: Visibility;
}

/** The stage's engine over two workers; `spawn` is `spawnEngine` but in tests. */
export class StageClient implements StageEngine {
  private readonly stage: GuardedEngine;
  private readonly scout: GuardedEngine;
  private readonly seeks = new Newest();
  private readonly frames = new FrameReader();
  private readonly outlooks = new Newest();
  private readonly visibility: Visibility;
  private description: Promise<Description> | undefined;
  private plan: SessionPlan | undefined;
  /** The stage's worker is running a text for the first time. */
  private opening = false;
  /** Traces of the phases of `plan`; the last one is what the survival strip shows. */
  private phases: PhaseTrace[] = [];

  constructor(spawn: SpawnEngine, options: StageClientOptions = {}) {
    this.stage = new GuardedEngine(spawn, options);
    this.scout = new GuardedEngine(spawn, options);
    this.visibility = options.visibility ?? pageVisibility;
  }

  describe(): Promise<Description> {
    this.description ??= this.onStage((calls) => calls.describe()).catch((error: unknown) => {
      this.description = undefined;
      throw error;
    });
    return this.description;
  }

  async open(text: string, onProgress?: OpenProgress): Promise<Opened | Refused> {
    // A message that a worker sent before it was ended may arrive afterwards.
    let asked = true;
    const opened = await this.onStage(async (calls) => {
      this.opening = true;
      const told = (events: number) => {
        if (!asked) return;
        this.stage.alive();
        onProgress?.(events);
      };
      const reply = await calls.open(text, told).finally(() => {
        this.opening = false;
      });
      if (asked && reply.ok && reply.value.ok) {
        const { run } = reply.value;
        this.replan({ text, cuts: [], ends: [endOf(run)] }, [run]);
      }
      return reply;
    }).finally(() => {
      asked = false;
    });
    if (opened.ok) await this.forgetSmaller(text);
    return opened;
  }

  cancelOpen(): void {
    if (this.opening) this.stage.interrupt(new Overtaken());
    this.opening = false;
  }

  /** The engine grows to run some texts, and then knows more of their systems than before. */
  private async forgetSmaller(text: string): Promise<void> {
    const known = await this.description?.catch(() => undefined);
    if (known && isElsewhere(text, known)) this.description = undefined;
  }

  /** Texts are checked beside the stage's worker, so that stepping does not wait for typing. */
  check(text: string): Promise<readonly ScenarioProblem[]> {
    return this.onScout((calls) => calls.check(text));
  }

  seek(at: number): Promise<Frame> {
    const have = () => this.frames.have;
    return this.seeks.run(async () =>
      this.frames.read(await this.onStage((calls) => calls.seek(at, have()))),
    );
  }

  async bytes(at: number, tier: TierId, address: number, size: number): Promise<ByteView> {
    const { tiers } = await this.describe();
    return this.onStage((calls) => calls.bytes(at, tiers.indexOf(tier), address, size));
  }

  cut(at: number, survive: Survive): Promise<CutResult> {
    return this.onStage(async (calls) => {
      const reply = await calls.cut(at, survive);
      if (reply.ok && reply.value.ok) this.extend(reply.value.recovery, survive);
      return reply;
    });
  }

  uncut(count: number): Promise<void> {
    return this.onStage(async (calls) => {
      const reply = await calls.uncut(count);
      if (reply.ok && this.plan && count < this.plan.cuts.length) {
        const { text, cuts, ends } = this.plan;
        const plan = { text, cuts: cuts.slice(0, count), ends: ends.slice(0, count + 1) };
        this.replan(plan, this.phases.slice(0, count + 1));
      }
      return reply;
    }).then(() => undefined);
  }

  outlook(at: number): Promise<Outlook> {
    return this.outlooks.run(() => this.onScout((calls) => calls.outlook(at, OUTLOOK_RUNS)));
  }

  async survival(
    onPart: (part: readonly SurvivalPoint[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { plan } = this;
    const last = this.phases.at(-1);
    if (!plan || !last) return;
    const left = coarseToFine(crashPoints(last));
    while (left.length > 0) {
      await this.visibility.visible(signal);
      signal.throwIfAborted();
      if (this.plan !== plan) throw new Overtaken();
      const slice = left.slice(0, SCAN_SLICE_POSITIONS);
      const part = await this.onScout((calls) => calls.fates(slice, FATES_RUNS, SCAN_SLICE_MS));
      signal.throwIfAborted();
      if (this.plan !== plan) throw new Overtaken();
      left.splice(0, part.length);
      onPart(part);
    }
  }

  dispose(): void {
    this.seeks.clear();
    this.outlooks.clear();
    this.stage.dispose();
    this.scout.dispose();
  }

  private onStage<T>(call: Call<T>): Promise<T> {
    return this.stage.run(() => this.plan, call);
  }

  private onScout<T>(call: Call<T>): Promise<T> {
    return this.scout.run(() => this.plan, call);
  }

  /** Called while the stage worker answers: it has the new plan open already. */
  private replan(plan: SessionPlan, phases: PhaseTrace[]): void {
    this.plan = plan;
    this.phases = phases;
    this.stage.holds(plan);
  }

  private extend(recovery: PhaseTrace, survive: Survive): void {
    if (!this.plan) return;
    const { text } = this.plan;
    const kept = segmentOf(this.plan.cuts, recovery.start);
    const cuts = [...this.plan.cuts.slice(0, kept), { at: recovery.start, survive }];
    const ends = [...this.plan.ends.slice(0, kept + 1), endOf(recovery)];
    this.replan({ text, cuts, ends }, [...this.phases.slice(0, kept + 1), recovery]);
  }
}

function endOf(trace: PhaseTrace): number {
  return trace.start + trace.events.length;
}
