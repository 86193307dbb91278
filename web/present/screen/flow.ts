// The place in the lecture, and the next step: everything that presenting knows of the lecture's
// own keys.
import type { MarkStop } from '../../model/lecture/marks';
import { markAt } from '../../model/lecture/marks';
import { openQuestion } from '../../stage/open_question';
import { comingMark, inLecture, lectureQuestion, saidMark } from '../../store/lecture/lecture_view';
import type { OnStage, StageStore } from '../../store/stage/stage_state';
import type { NextStep } from '../messages';

/** The place in a lecture. */
export interface Flow {
  /**
   * The place of `stop` among the lecture's marks, -1 before the first; their number in the recap.
   */
  readonly place: number;
  readonly stop: MarkStop | undefined;
  /** True while its question waits for an answer. */
  readonly open: boolean;
  readonly next: NextStep;
}

function lectureNext(stage: OnStage): NextStep {
  if (stage.lecture.kind === 'recap') return 'none';
  if (lectureQuestion(stage)) return 'answer';
  return comingMark(stage) ? 'mark' : 'end';
}

function lectureFlow(stage: OnStage): Flow {
  const { marks } = stage.session;
  const stop = saidMark(stage);
  const ended = stage.lecture.kind === 'recap';
  return {
    place: ended ? marks.length : stop ? marks.indexOf(stop) : -1,
    stop: ended ? undefined : stop,
    open: lectureQuestion(stage) !== undefined,
    next: lectureNext(stage),
  };
}

/** The place in the lecture on the stage; a scenario that is no lecture has marks alone. */
export function flowOf(stage: OnStage): Flow {
  if (inLecture(stage)) return lectureFlow(stage);
  const { session, at } = stage;
  const open = openQuestion(stage);
  const stop = open ?? markAt(session.marks, at);
  const later = session.marks.some(({ position }) => position > at);
  return {
    place: stop ? session.marks.indexOf(stop) : -1,
    stop,
    open: open !== undefined,
    next: open ? 'answer' : later ? 'mark' : 'none',
  };
}

/**
 * Does what the clicker's key means: shows the answer to an open question, else goes on to the next
 * mark.
 */
export function pressNext(store: StageStore): void {
  const { onStage, next, answer, step } = store.getState();
  if (onStage && inLecture(onStage)) {
    // The class stays in this lecture: only its own window opens the next one.
    if (onStage.lecture.kind !== 'recap') next();
    return;
  }
  const open = onStage && openQuestion(onStage);
  if (open) void answer(open.index, '');
  else step(1, 'mark');
}

/** Goes back to the mark before. */
export function pressBack(store: StageStore): void {
  const { onStage, back, step } = store.getState();
  if (onStage && inLecture(onStage)) back();
  else step(-1, 'mark');
}

/** Goes to a mark of the map, or as far as open questions allow. */
export function goToPlace(store: StageStore, place: number): void {
  const { onStage, goTo } = store.getState();
  const wanted = onStage?.session.marks[place];
  if (wanted) goTo(wanted.position);
}
