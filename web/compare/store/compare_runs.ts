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
import {
  type CompareSide,
  type RunningSide,
  runningOf,
  runOf,
  type SideRun,
  type SideState,
  startedOf,
  withRunning,
} from './compare_state';

/** Opens a choice on a side's engine; if the engine refuses it, what was there `before` stays. */
export async function openSide(
  engine: StageEngine,
  base: Scenario,
  choice: SideChoice,
  before: CompareSide | undefined,
): Promise<CompareSide> {
  return { choice, state: await openedState(engine, base, choice, before) };
}

async function openedState(
  engine: StageEngine,
  base: Scenario,
  choice: SideChoice,
  before: CompareSide | undefined,
): Promise<SideState> {
  try {
    const opened = await engine.open(scenarioText(sideScenario(base, choice)));
    if (!opened.ok) {
      // Line and column are left out: they refer to a text that the reader has not typed.
      const problems = opened.problems.map(({ path, reason }) => ({ path, reason }));
      return { is: 'refused', problems, before: before && startedOf(before) };
    }
    const { trap } = opened.run;
    const description = await engine.describe();
    const run = openedRun(opened, description, choice);
    return { is: 'running', run, ...(trap && { trap }) };
  } catch (error) {
    return { is: 'broken', trap: { at: 0, message: messageOf(error) } };
  }
}

function openedRun(opened: Opened, description: Description, choice: SideChoice): SideRun {
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
  const running = runningOf(side);
  if (!running) return side;
  const { run } = running;
  const at = positionAtMoment(run.trace, { phase, time: cut.time });
  const { survive, seed } = cut;
  try {
    const result = await engine.cut(at, { survive, ...(seed !== undefined && { seed }) });
    if (!result.ok) throw new Error(result.refusal.rule.en);
    const { trap } = result.recovery;
    const next = withParts(running, [...run.parts.slice(0, phase + 1), result.recovery]);
    return withRunning(side, { ...next, ...(trap && { trap }) });
  } catch (error) {
    return withRunning(side, { ...running, trap: { at, message: messageOf(error) } });
  }
}

/** Takes back all power cuts except the first `count`. */
export async function uncutSide(
  engine: StageEngine,
  side: CompareSide,
  count: number,
): Promise<CompareSide> {
  const running = runningOf(side);
  if (!running) return side;
  const { run } = running;
  try {
    await engine.uncut(count);
    return withRunning(side, withParts(running, run.parts.slice(0, count + 1)));
  } catch (error) {
    const trap = { at: run.trace.length, message: messageOf(error) };
    return withRunning(side, { ...running, trap });
  }
}

/** The side with other phases; its last frame is shown until the next one is there. */
function withParts({ run, frame }: RunningSide, parts: SideRun['parts']): RunningSide {
  const trace = joinPhases(run.trace.names, parts);
  const times = transactionTimes({ trace, info: run.info });
  return { is: 'running', run: { ...run, parts, trace, times }, ...(frame && { frame }) };
}

/** The power cut of the scenario's own fault on the clock, by the first side that has its event. */
export function faultCut(
  base: Scenario,
  sides: readonly CompareSide[],
  phase: number,
): CompareCut | undefined {
  const fault = base.faults?.[phase];
  if (!fault) return undefined;
  for (const run of sides.map(runOf)) {
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
