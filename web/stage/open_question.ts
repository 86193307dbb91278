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

/** Whether a question has been asked that what is drawn could decide. */
export const isAsked = (state: StageState): boolean => asked(state) !== undefined;

/**
 * Whether it is asked which log record is undone next, or what comes before what. What has just
 * been done is then neither framed nor named: it would point at an answer.
 */
export const asksWhatIsNext = (state: StageState): boolean =>
  /undone-next|order/.test(asked(state)?.mark.ask?.kind ?? '');

/** As `openQuestion`, of the stage around. */
export function useOpenQuestion(): MarkStop | undefined {
  return useStage(openQuestion);
}
