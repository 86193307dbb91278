import type { Description, Opened, Scenario } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { scenarioText } from '../../model/scenario/scenario_text';
import { type SideChoice, sideScenario } from '../../model/scenario/side_choice';
import { findPattern } from '../../model/trace/anchor';
import { describedScheme } from '../../model/trace/described_scheme';
import { joinPhases, timeAt, traceNames } from '../../model/trace/trace';
import { positionAtMoment } from '../model/clock';
import type { CompareCut } from '../model/link';
import { transactionTimes } from '../model/transaction_times';
import type { CompareSide, SideRun } from './compare_state';

/** Opens a choice on a side's engine; if the engine refuses it, the earlier run stays. */
export async function openSide(
  engine: StageEngine,
  base: Scenario,
  choice: SideChoice,
  before: CompareSide | undefined,
): Promise<CompareSide> {
  try {
    const opened = await engine.open(scenarioText(sideScenario(base, choice)));
    if (!opened.ok) {
      // Line and column are left out: they refer to a text that the reader has not typed.
      const problems = opened.problems.map(({ path, reason }) => ({ path, reason }));
      return { ...before, choice, problems };
    }
    const { trap } = opened.run;
    const description = await engine.describe();
    return {
      choice,
      problems: [],
      run: runOf(opened, description, choice),
      ...(trap && { trap }),
    };
  } catch (error) {
    return { choice, problems: [], trap: { at: 0, message: messageOf(error) } };
  }
}

function runOf(opened: Opened, description: Description, choice: SideChoice): SideRun {
  const { info, run } = opened;
  const scheme = describedScheme(description, info);
  if (!scheme) throw new Error(`the engine runs ${info.scheme} but does not describe it`);
  const trace = joinPhases(traceNames(description, info), [run]);
  const times = transactionTimes({ trace, info });
  return { choice, info, description, scheme, parts: [run], trace, times };
}

/** Cuts the power on one side at the clock's time; the recovery follows. */
export async function cutSide(
  engine: StageEngine,
  side: CompareSide,
  phase: number,
  cut: CompareCut,
): Promise<CompareSide> {
  const { run } = side;
  if (!run) return side;
  const at = positionAtMoment(run.trace, { phase, time: cut.time });
  const { survive, seed } = cut;
  try {
    const result = await engine.cut(at, { survive, ...(seed !== undefined && { seed }) });
    if (!result.ok) throw new Error(result.refusal.rule.en);
    const { trap } = result.recovery;
    return {
      ...withParts(side, run, [...run.parts.slice(0, phase + 1), result.recovery]),
      ...(trap && { trap }),
    };
  } catch (error) {
    return { ...side, trap: { at, message: messageOf(error) } };
  }
}

/** Takes back all power cuts except the first `count`. */
export async function uncutSide(
  engine: StageEngine,
  side: CompareSide,
  count: number,
): Promise<CompareSide> {
  const { run } = side;
  if (!run) return side;
  try {
    await engine.uncut(count);
    return withParts(side, run, run.parts.slice(0, count + 1));
  } catch (error) {
    return { ...side, trap: { at: run.trace.length, message: messageOf(error) } };
  }
}

function withParts(side: CompareSide, run: SideRun, parts: SideRun['parts']): CompareSide {
  const trace = joinPhases(run.trace.names, parts);
  const times = transactionTimes({ trace, info: run.info });
  const { trap: _trap, outlook: _outlook, ...rest } = side;
  return { ...rest, run: { ...run, parts, trace, times } };
}

/** The power cut of the scenario's own fault on the clock, by the first side that has its event. */
export function faultCut(
  base: Scenario,
  sides: readonly CompareSide[],
  phase: number,
): CompareCut | undefined {
  const fault = base.faults?.[phase];
  if (!fault) return undefined;
  for (const { run } of sides) {
    const position = run && findPattern(run.trace, fault.at);
    if (run && position !== undefined && (fault.at.phase ?? 0) === phase) {
      const { survive, seed } = fault.crash;
      return {
        time: timeAt(run.trace, position),
        survive,
        ...(seed !== undefined && { seed }),
      };
    }
  }
  return undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
