import { type MarkStop, markAt } from '../model/lecture/marks';
import { askedQuestion, inLecture, lectureQuestion } from '../store/lecture/lecture_view';
import { useOnStage } from '../store/stage/stage_context';
import type { OnStage } from '../store/stage/stage_state';

/** The question at the playhead that the student has not answered yet. */
export function openQuestion(onStage: OnStage): MarkStop | undefined {
  if (!onStage.narration) return undefined;
  if (inLecture(onStage)) return lectureQuestion(onStage);
  const stop = markAt(onStage.session.marks, onStage.at);
  const open = stop?.mark.ask && stop.position === onStage.at && !(stop.index in onStage.answers);
  return open ? stop : undefined;
}

const asked = (onStage: OnStage): MarkStop | undefined =>
  inLecture(onStage) ? askedQuestion(onStage) : openQuestion(onStage);

/** True if an open question could be answered by what is drawn. */
export const isAsked = (onStage: OnStage): boolean => asked(onStage) !== undefined;

/**
 * True if the question is which log record is undone next, or in which order events come. The last
 * action is then neither framed nor named, since it would point at an answer.
 */
export const asksWhatIsNext = (onStage: OnStage): boolean =>
  /undone-next|order/.test(asked(onStage)?.mark.ask?.kind ?? '');

/** Returns the open question of the surrounding stage; see `openQuestion`. */
export function useOpenQuestion(): MarkStop | undefined {
  return useOnStage(openQuestion);
}
