import type { Ask, Verdict } from '../../engine/protocol';
import { type MarkStop, markAt } from '../../model/lecture/marks';
import { type ImageWitness, type Judgement, LOST, UNKNOWN } from '../../model/questions/answer';
import { inLecture, lectureQuestion } from '../lecture/lecture_view';
import type { OnStage } from '../stage/stage_state';

/** True if a question is answered by a power cut: steps are free while it is open. */
export const isCutTask = (ask: Ask | undefined): boolean => ask?.kind === 'cut';

/** The question at or before the playhead that waits for a power cut. */
export function openCutTask(onStage: OnStage): MarkStop | undefined {
  const { narration, session, at, answers } = onStage;
  if (inLecture(onStage)) {
    const open = lectureQuestion(onStage);
    return isCutTask(open?.mark.ask) ? open : undefined;
  }
  if (!narration) return undefined;
  const stop = markAt(session.marks, at);
  return stop && isCutTask(stop.mark.ask) && !(stop.index in answers) ? stop : undefined;
}

/** Judges a power cut by the transaction that it was to lose. */
export function judgeCutMade(
  txn: number,
  verdict: Verdict | undefined,
  witness: ImageWitness,
): Judgement {
  const found = verdict?.transactions.find(({ id }) => id === txn);
  if (!found) return { truth: UNKNOWN, right: false };
  return found.survived ? { truth: LOST, right: false, witness } : { truth: LOST, right: true };
}
