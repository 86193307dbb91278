import type { Session } from '../../engine/instance/session';
import type {
  Fact,
  Fate,
  Frame,
  PhaseTrace,
  Scenario,
  ScenarioProblem,
  SessionInfo,
  Survive,
  Text,
  Verdict,
} from '../../engine/protocol';
import { FileRefused } from '../../engine/protocol/errors';
import { type CheckedFact, checkFacts } from '../../model/lecture/facts';
import { type MissingEvent, resolveFault, resolveMarks } from '../../model/lecture/marks';
import { readScenario } from '../../model/scenario/scenario_text';
import { findPattern } from '../../model/trace/anchor';
import { joinPhases, type Trace, traceNames } from '../../model/trace/trace';
import { type PhaseSummary, summarize } from './phase_summary';
import { valuesShown } from './values_shown';

export interface ScenarioResult {
  readonly id: string;
  readonly title: Text;
  readonly engine: string;
  /** The digest of the events and device bytes of the run: the same everywhere. */
  readonly digest: string;
  readonly info: SessionInfo;
  readonly phases: readonly PhaseSummary[];
  readonly cuts: readonly { readonly at: number; readonly survive: Survive }[];
  readonly verdicts: readonly Verdict[];
  readonly counters: Frame['counters'];
  readonly marks: readonly { readonly index: number; readonly position: number }[];
  readonly facts: readonly CheckedFact[];
}

type FateFact = Extract<Fact, { fate: Fate }>;

/** The limit is higher than the stage's for an outlook, since facts need exact answers. */
const FACT_RUNS = 4096;

/** Runs a scenario, its faults in order, and checks its facts. Throws FileRefused. */
export function runScenario(
  session: Session,
  engine: { digest(): string },
  text: string,
): ScenarioResult {
  const opened = session.open(text);
  if (!opened.ok) throw new FileRefused(opened.problems);
  const scenario = readScenario(text);
  const description = session.describe();
  const digest = session.broken ? '' : engine.digest();
  const names = traceNames(description, opened.info);
  const lastFrame = session.seek(opened.run.events.length);
  const missed = lastFrame.delays?.findIndex((outcome) => outcome !== 'over') ?? -1;
  if (missed >= 0)
    throw refused(`delays[${missed}]`, 'this delay never comes about', '此延迟从未发生');
  const afterRun = valuesShown(
    lastFrame,
    opened.info.records.map(({ name }) => name),
  );
  const story = new Story(session, scenario, (parts) => joinPhases(names, parts), opened.run);
  for (let n = 0; n < (scenario.faults?.length ?? 0); n++) story.fault(n);
  return {
    id: scenario.id,
    title: scenario.title,
    engine: description.version,
    digest,
    info: opened.info,
    phases: story.parts.map((part) => summarize(part, description, opened.info)),
    cuts: session.plan?.cuts ?? [],
    verdicts: story.parts.flatMap(({ verdict }) => (verdict ? [verdict] : [])),
    counters: story.counters,
    marks: story.marks,
    facts: story.facts(opened.run.trap ? undefined : afterRun),
  };
}

/** The state of a scenario while its faults happen one after the other. */
class Story {
  readonly parts: PhaseTrace[];
  readonly marks: { index: number; position: number }[] = [];
  private readonly fates = new Map<number, Fate>();
  private trace: Trace;

  constructor(
    private readonly session: Session,
    private readonly scenario: Scenario,
    private readonly join: (parts: readonly PhaseTrace[]) => Trace,
    run: PhaseTrace,
  ) {
    this.parts = [run];
    this.trace = this.join(this.parts);
    this.lookAround();
  }

  get counters(): Frame['counters'] {
    return this.session.seek(this.trace.length).counters;
  }

  fault(index: number): void {
    const found = resolveFault(this.trace, this.scenario, index);
    if ('missing' in found) throw new FileRefused([problemOf(found.missing)]);
    const path = `faults[${index}]`;
    if (found.position <= (this.parts.at(-1)?.start ?? 0) && index > 0) {
      throw refused(`${path}.at`, 'not after the fault before it', '不在前一次故障之后');
    }
    const crash = this.scenario.faults?.[index]?.crash ?? { survive: 'none' };
    const cut = this.session.cut(found.position, crash);
    if (!cut.ok) {
      const { unit, rule } = cut.refusal;
      throw refused(`${path}.crash.units[${unit}]`, rule.en, rule.zh);
    }
    this.parts.push(cut.recovery);
    this.trace = this.join(this.parts);
    this.lookAround();
  }

  facts(afterRun: ReadonlyMap<string, number | null> | undefined): CheckedFact[] {
    const verdict = this.parts.at(-1)?.verdict;
    return checkFacts(this.scenario.facts ?? [], {
      ...(afterRun && { afterRun }),
      ...(verdict && { afterRecovery: valuesOf(verdict), verdict: verdict.verdict }),
      fateOf: (index) => this.fates.get(index),
    });
  }

  /** Finds the evidence about the newest phase, before the next power cut cuts it short. */
  private lookAround(): void {
    const phase = this.parts.length - 1;
    const { stops, missing } = resolveMarks(this.trace, this.scenario);
    const here = stops.filter(({ mark }) => (mark.when.phase ?? 0) === phase);
    this.marks.push(...here.map(({ index, position }) => ({ index, position })));
    const never = missing.filter(({ pattern }) => (pattern.phase ?? 0) === phase);
    if (never.length > 0) throw new FileRefused(never.map(problemOf));
    this.scenario.facts?.forEach((fact, index) => {
      if ('fate' in fact && (fact.at.phase ?? 0) === phase) this.askFate(fact, index);
    });
  }

  private askFate(fact: FateFact, index: number): void {
    const at = findPattern(this.trace, fact.at);
    const id = this.trace.names.transactions.find(({ name }) => name === fact.tx)?.id;
    if (at === undefined)
      throw refused(`facts[${index}].at`, 'this event never happens', '此事件从未发生');
    const outlook = this.session.outlook(at, FACT_RUNS);
    const fate = outlook.transactions.find((transaction) => transaction.id === id)?.fate;
    if (fate) this.fates.set(index, fate);
  }
}

function valuesOf(verdict: Verdict): Map<string, number | null> {
  return new Map(verdict.records.map(({ name, value }) => [name, value]));
}

function problemOf({ path, pattern, nearest }: MissingEvent): ScenarioProblem {
  const what = JSON.stringify(pattern);
  return {
    path,
    reason: {
      en: `no such event happens: ${what} (nearest: after event ${nearest})`,
      zh: `没有这样的事件：${what}（最近：第 ${nearest} 个事件之后）`,
    },
  };
}

function refused(path: string, en: string, zh: string): FileRefused {
  return new FileRefused([{ path, reason: { en, zh } }]);
}
