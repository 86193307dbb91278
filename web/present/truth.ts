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
 * What the engine answers to a mark's question of a session, asked on engines of its own: nothing
 * on the screen changes. `outlookAt`: what is known already. Undefined where it cannot say.
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

/** The same of what is on the stage. */
export async function truthAt(
  stage: StageStore,
  spawn: () => StageEngine,
  stop: MarkStop,
): Promise<string | undefined> {
  const { session } = stage.getState();
  if (!session) return undefined;
  return truthIn(session, stop, spawn, (position) => {
    const { outlook, session: now } = stage.getState();
    return now?.trace === session.trace && outlook?.at === position ? outlook : undefined;
  });
}
