import type { StageEngine } from '../../engine/stage/stage_engine';
import { activeBranch } from '../trace/plan';
import type { GradedRun } from './graded_run';

/**
 * Works on an engine of its own that has the session's run open, with the power cuts before a
 * position; the open session is left alone. Undefined where the engine refuses the text.
 */
export async function onSpare<T>(
  spawn: () => StageEngine,
  session: Pick<GradedRun, 'text' | 'plan'>,
  at: number,
  work: (engine: StageEngine) => Promise<T>,
): Promise<T | undefined> {
  const engine = spawn();
  try {
    const opened = await engine.open(session.text);
    if (!opened.ok) return undefined;
    for (const cut of activeBranch(session.plan).cuts.filter((each) => each.at < at)) {
      await engine.cut(cut.at, cut.survive);
    }
    return await work(engine);
  } finally {
    engine.dispose();
  }
}
