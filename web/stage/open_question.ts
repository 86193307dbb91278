import { type MarkStop, markAt } from '../model/lecture/marks';
import { askedQuestion, inLecture, lectureQuestion } from '../store/lecture/lecture_view';
import { useStage } from '../store/stage/stage_context';
import type { StageState } from '../store/stage/stage_state';

/** The question at the playhead that the student has not answered yet. */
export function openQuestion(state: StageState): MarkStop | undefined {
  if (!state.narration || !state.session) return undefined;
  if (inLecture(state)) return lectureQuestion(state);
  const stop = markAt(state.session.marks, state.at);
  const open = stop?.mark.ask && stop.position === state.at && !(stop.index in state.answers);
  return open ? stop : undefined;
}

const asked = (state: StageState): MarkStop | undefined =>
  inLecture(state) ? askedQuestion(state) : openQuestion(state);

/** True if an open question could be answered by what is drawn. */
export const isAsked = (state: StageState): boolean => asked(state) !== undefined;

/**
 * True if the question is which log record is undone next, or in which order events come. The last
 * action is then neither framed nor named, since it would point at an answer.
 */
export const asksWhatIsNext = (state: StageState): boolean =>
  /undone-next|order/.test(asked(state)?.mark.ask?.kind ?? '');

/** Returns the open question of the surrounding stage; see `openQuestion`. */
export function useOpenQuestion(): MarkStop | undefined {
  return useStage(openQuestion);
}
