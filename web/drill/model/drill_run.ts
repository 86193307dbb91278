import type {
  Description,
  EventPattern,
  Frame,
  Scenario,
  ScenarioProblem,
  SchemeDescription,
  SessionInfo,
  Survive,
} from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { type ItemLabels, labelsOf } from '../../model/frame/item_labels';
import type { GradedRun } from '../../model/grading/graded_run';
import { judge } from '../../model/grading/judge';
import type { GradingTools } from '../../model/grading/tools';
import type { MarkStop } from '../../model/lecture/marks';
import type { Judgement } from '../../model/questions/answer';
import { findPattern } from '../../model/trace/anchor';
import { describedScheme } from '../../model/trace/described_scheme';
import { newPlan } from '../../model/trace/plan';
import { joinPhases, type TraceNames, traceNames } from '../../model/trace/trace';

/** A case as it runs: the run, and its recovery where the power was cut. */
export interface DrillRun extends GradedRun {
  readonly scheme: SchemeDescription;
  readonly labels: ItemLabels;
}

/** The place at which the power fails, and what survives. */
export interface DrillCut {
  readonly at: EventPattern;
  readonly survive: Survive;
}

/** The engine as drills use it: one instance for all cases, one after the other. */
export class DrillEngine {
  /**
   * The engine's latest description of itself: it may know only the names of systems that it has
   * not run.
   */
  private described: Description;
  /** The recoveries of the run that was opened last. */
  private readonly recoveries = new Map<DrillCut, Promise<DrillRun | undefined>>();

  private constructor(
    private readonly engine: StageEngine,
    description: Description,
    private readonly explore: GradingTools['explore'],
  ) {
    this.described = description;
  }

  get description(): Description {
    return this.described;
  }

  /** Starts an engine; the caller ends it by `dispose`. */
  static async start({
    spawn,
    explore,
  }: Pick<GradingTools, 'spawn' | 'explore'>): Promise<DrillEngine> {
    const engine = spawn();
    try {
      return new DrillEngine(engine, await engine.describe(), explore);
    } catch (error) {
      engine.dispose();
      throw error;
    }
  }

  dispose(): void {
    this.engine.dispose();
  }

  /** Returns the problems that keep a scenario's text from being run. */
  check(text: string): Promise<readonly ScenarioProblem[]> {
    return this.engine.check(text);
  }

  /** The tools for grading, on this engine; a question that ends does not end it. */
  get tools(): GradingTools {
    return {
      spawn: () => lent(this.engine),
      explore: this.explore,
      outlookAt: () => undefined,
      onProgress: () => {},
    };
  }

  /**
   * Runs a scenario, with a power cut where one is given. Undefined where the engine refuses it or
   * stops.
   */
  async open(scenario: Scenario, cut?: DrillCut): Promise<DrillRun | undefined> {
    try {
      return await this.tryToOpen(scenario, cut);
    } catch {
      // A broken system may trap; then no question can be asked about it.
      return undefined;
    }
  }

  private async tryToOpen(scenario: Scenario, cut: DrillCut | undefined) {
    const text = JSON.stringify(scenario);
    this.recoveries.clear();
    const opened = await this.engine.open(text);
    if (!opened.ok || opened.run.trap) return undefined;
    const { info, run } = opened;
    const scheme = await this.schemeOf(info);
    if (!scheme) return undefined;
    const names = traceNames(this.description, info);
    const made = withCuts({ text, scenario, info, scheme }, names, [run], []);
    return cut ? this.tryToCut(made, cut) : made;
  }

  /**
   * The recovery of the run that was opened last from a power cut; recoveries are kept until
   * another run is opened. Undefined where the run does not reach the cut, or recovery stops. No
   * state of the run may be sought afterwards.
   */
  async recovered(run: DrillRun, cut: DrillCut): Promise<DrillRun | undefined> {
    const known = this.recoveries.get(cut);
    if (known) return known;
    const found = this.recoveries.size > 0 ? this.cutAgain(run, cut) : this.tryToCut(run, cut);
    this.recoveries.set(
      cut,
      found.catch(() => undefined),
    );
    return this.recoveries.get(cut);
  }

  private async cutAgain(run: DrillRun, cut: DrillCut): Promise<DrillRun | undefined> {
    await this.engine.uncut(0);
    return this.tryToCut(run, cut);
  }

  private async tryToCut(run: DrillRun, cut: DrillCut): Promise<DrillRun | undefined> {
    const at = findPattern(run.trace, cut.at);
    if (at === undefined) return undefined;
    const made = await this.engine.cut(at, cut.survive);
    if (!made.ok || made.recovery.trap) return undefined;
    const { names } = run.trace;
    return withCuts(run, names, [...run.parts, made.recovery], [{ at, survive: cut.survive }]);
  }

  /**
   * The complete description of the system that runs: the page's engine grows where a scenario
   * needs more than it has.
   */
  private async schemeOf(info: SessionInfo): Promise<SchemeDescription | undefined> {
    const find = () => describedScheme(this.described, info);
    if (!find()?.here) this.described = await this.engine.describe();
    return find();
  }

  /** The state at a position of the run that was opened last. */
  seek(at: number): Promise<Frame> {
    return this.engine.seek(at);
  }

  outlook(at: number) {
    return this.engine.outlook(at);
  }

  /** Returns the engine's answer to a question, found in the same way as for lectures. */
  answer(run: DrillRun, stop: MarkStop): Promise<Judgement> {
    return judge(this.tools, run, stop, '');
  }
}

/** The run with the phases that it has. */
function withCuts(
  { text, scenario, info, scheme }: Pick<DrillRun, 'text' | 'scenario' | 'info' | 'scheme'>,
  names: TraceNames,
  parts: DrillRun['parts'],
  cuts: DrillRun['plan']['branches'][number]['cuts'],
): DrillRun {
  const [branch] = newPlan().branches;
  const plan = { ...newPlan(), branches: branch ? [{ ...branch, cuts }] : [] };
  const trace = joinPhases(names, parts);
  return { text, scenario, info, parts, trace, plan, scheme, labels: labelsOf(parts) };
}

/** The engine for a caller that would end it. */
function lent(engine: StageEngine): StageEngine {
  return {
    describe: () => engine.describe(),
    open: (text, onProgress) => engine.open(text, onProgress),
    cancelOpen: () => engine.cancelOpen(),
    check: (text) => engine.check(text),
    seek: (at) => engine.seek(at),
    bytes: (at, tier, address, size) => engine.bytes(at, tier, address, size),
    cut: (at, survive) => engine.cut(at, survive),
    uncut: (count) => engine.uncut(count),
    outlook: (at) => engine.outlook(at),
    survival: (onPart, signal) => engine.survival(onPart, signal),
    dispose: () => {},
  };
}
