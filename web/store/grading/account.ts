import type { StageEngine } from '../../engine/stage/stage_engine';
import { onSpare } from '../../model/grading/spare';
import type { MarkStop } from '../../model/lecture/marks';
import {
  type Account,
  endOfReading,
  type ImageLine,
  imagesToTry,
} from '../../model/questions/account';
import type { ImageWitness } from '../../model/questions/answer';
import { endOfPasses } from '../../model/questions/recovery_ways';
import { joinPhases } from '../../model/trace/trace';
import { partsBefore } from '../stage/sessions';
import type { Session } from '../stage/stage_state';
import { subjectOf } from './subject';

/** The most images that have a line. */
export const MOST_IMAGES = 6;
/** The most images that are tried for these lines: the engine refuses illegal ones. */
const MOST_TRIED = 48;

/**
 * Makes the power cut of a witness on a spare engine and returns an account of it; undefined where
 * it is refused.
 */
export function accountOf(
  spawn: () => StageEngine,
  session: Session,
  { mark }: Pick<MarkStop, 'mark'>,
  { at, survive }: Pick<ImageWitness, 'at' | 'survive'>,
): Promise<Account | undefined> {
  return onSpare(spawn, session, at, async (engine) => {
    const [frame, outlook] = [await engine.seek(at), await engine.outlook(at)];
    const subject = subjectOf(session, mark);
    const wanted = imagesToTry(outlook, survive, subject);
    const images: ImageLine[] = [];
    let account: Account | undefined;
    for (const each of wanted.slice(0, MOST_TRIED)) {
      if (images.length >= MOST_IMAGES || enough(outlook.images, images.length)) break;
      const cut = await engine.cut(at, each);
      if (!cut.ok) continue;
      const { verdict } = cut.recovery;
      account ??= await accountWith(cut.recovery);
      if (verdict) images.push({ survive: each, verdict });
    }
    return account && { ...account, images };

    async function accountWith(recovery: Session['parts'][number]): Promise<Account | undefined> {
      const parts = [...partsBefore(session, at), recovery];
      const trace = joinPhases(session.trace.names, parts);
      const phase = trace.phases.at(-1);
      if (!phase) return undefined;
      const { info } = session;
      const run = { trace, info, parts };
      const left = await engine.seek(phase.start + 1);
      const after = await engine.seek(endOfReading(trace, phase));
      const done = await engine.seek(endOfPasses(trace, phase));
      const extents = recovery.extents ?? [];
      const frames = { frame, left, after, done, extents };
      const { verdict } = recovery;
      return { at, survive, run, recovery: phase, verdict, ...frames, outlook, images: [] };
    }
  });
}

const enough = (all: string, shown: number) => BigInt(shown) >= BigInt(all);
