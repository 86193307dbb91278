import type { Cut, PendingUnit } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import type { FailingRun } from '../questions/answer';
import { joinPhases, traceNames } from '../trace/trace';

/**
 * Runs a failing case again on an engine of its own, with its power cuts, so that these can be
 * described by events and by the names of what survived. Undefined where the engine refuses the
 * text or a power cut.
 */
export async function failingRun(
  spawn: () => StageEngine,
  text: string,
  cuts: readonly Cut[],
): Promise<FailingRun | undefined> {
  const engine = spawn();
  try {
    const opened = await engine.open(text);
    if (!opened.ok) return undefined;
    const parts = [opened.run];
    const pending: (readonly PendingUnit[])[] = [];
    for (const { at, survive } of cuts) {
      pending.push((await engine.outlook(at)).units);
      const cut = await engine.cut(at, survive);
      if (!cut.ok) return undefined;
      parts.push(cut.recovery);
    }
    const { info } = opened;
    const trace = joinPhases(traceNames(await engine.describe(), info), parts);
    return { trace, info, parts, pending };
  } finally {
    engine.dispose();
  }
}
