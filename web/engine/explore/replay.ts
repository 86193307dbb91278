import { Session, type SessionEngine } from '../instance/session';
import type { Cut, PhaseTrace, SessionInfo } from '../protocol';
import { FileRefused } from '../protocol/errors';

/** A run and the recoveries after its power cuts. */
export interface Replay {
  readonly info: SessionInfo;
  readonly parts: readonly PhaseTrace[];
}

/**
 * Runs a scenario in an ordinary session and makes these power cuts, as far as the engine makes
 * them. Throws FileRefused.
 */
export function replayCuts(engine: SessionEngine, text: string, cuts: readonly Cut[]): Replay {
  const session = new Session(engine);
  const opened = session.open(text);
  if (!opened.ok) throw new FileRefused(opened.problems);
  const parts = [opened.run];
  for (const { at, survive } of cuts) {
    const made = session.cut(at, survive);
    if (!made.ok) break;
    parts.push(made.recovery);
  }
  return { info: opened.info, parts };
}
