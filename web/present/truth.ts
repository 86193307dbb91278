import type { Outlook } from '../engine/protocol';
import type { StageEngine } from '../engine/stage/stage_engine';
import { judge } from '../model/grading/judge';
import type { MarkStop } from '../model/lecture/marks';
import { UNKNOWN } from '../model/questions/answer';
import type { Session, StageStore } from '../store/stage/stage_state';

/** The explorer is fetched when a question first needs it. */
async function explore() {
  const { createVerifyService } = await import('../engine/explore/create_explorer');
  return createVerifyService();
}

/**
 * Returns the engine's answer to a mark's question of a session, found on separate engines: nothing
 * on the screen changes. `outlookAt` returns known outlooks. Undefined where the engine has no
 * answer.
 */
export async function truthIn(
  session: Session,
  stop: MarkStop,
  spawn: () => StageEngine,
  outlookAt: (position: number) => Outlook | undefined,
): Promise<string | undefined> {
  const tools = { spawn, explore, outlookAt, onProgress: () => {} };
  const { truth } = await judge(tools, session, stop, '');
  return truth === UNKNOWN ? undefined : truth;
}

/** Returns the engine's answer for the stage's session. */
export async function truthAt(
  stage: StageStore,
  spawn: () => StageEngine,
  stop: MarkStop,
): Promise<string | undefined> {
  const session = stage.getState().onStage?.session;
  if (!session) return undefined;
  return truthIn(session, stop, spawn, (position) => {
    const { onStage } = stage.getState();
    if (onStage?.session.trace !== session.trace) return undefined;
    return onStage.outlook?.at === position ? onStage.outlook : undefined;
  });
}
