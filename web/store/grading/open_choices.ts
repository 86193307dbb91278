import { type MarkStop, markAt } from '../../model/lecture/marks';
import { type Choice, choicesOf } from '../../model/questions/choices';
import { inLecture, lectureQuestion } from '../lecture/lecture_view';
import type { OnStage, StageStore } from '../stage/stage_state';

const NONE: readonly Choice[] = [];

/** The answers that a mark's question offers, made from the stage at the mark. */
export function choicesAt(
  { session, frame }: Pick<OnStage, 'session' | 'frame'>,
  stop: MarkStop,
): readonly Choice[] {
  const { ask } = stop.mark;
  if (!ask) return NONE;
  const { trace, info, scheme } = session;
  const { position } = stop;
  const here = frame?.at === position ? frame : undefined;
  return choicesOf(ask, { trace, info, scheme, position, frame: here });
}

/** The answers of the open question at the playhead, in the order in which digits choose them. */
export function openChoices(onStage: OnStage): readonly Choice[] {
  const stop = openAt(onStage);
  return stop ? choicesAt(onStage, stop) : NONE;
}

/** Gives the answer with this number, from 0; false where no open question has it. */
export function choose(store: StageStore, index: number): boolean {
  const { onStage, answer } = store.getState();
  const stop = onStage && openAt(onStage);
  const choice = stop && choicesAt(onStage, stop)[index];
  if (!stop || !choice || onStage.grading) return false;
  void answer(stop.index, choice.answer);
  return true;
}

function openAt(onStage: OnStage): MarkStop | undefined {
  if (inLecture(onStage)) return lectureQuestion(onStage);
  const { narration, session, at, answers } = onStage;
  const stop = narration ? markAt(session.marks, at) : undefined;
  const open = stop?.mark.ask && stop.position === at && !(stop.index in answers);
  return open ? stop : undefined;
}
