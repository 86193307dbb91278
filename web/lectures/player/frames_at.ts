import type { Frame } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { activeBranch } from '../../model/trace/plan';
import type { Session } from '../../store/stage/stage_state';

/**
 * Returns the states of a session at some positions, from an engine of its own: the stage stays
 * where it is.
 */
export async function framesAt(
  spawn: () => StageEngine,
  session: Session,
  positions: readonly number[],
): Promise<readonly Frame[]> {
  const engine = spawn();
  try {
    const opened = await engine.open(session.text);
    if (!opened.ok) return [];
    for (const { at, survive } of activeBranch(session.plan).cuts) await engine.cut(at, survive);
    const frames: Frame[] = [];
    // The positions are asked for one after the other: of several requests at once only the newest
    // is answered.
    for (const position of positions) frames.push(await engine.seek(position));
    return frames;
  } finally {
    engine.dispose();
  }
}
