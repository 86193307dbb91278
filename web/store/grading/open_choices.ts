import { type MarkStop, markAt } from '../../model/lecture/marks';
import { type Choice, choicesOf } from '../../model/questions/choices';
import { inLecture, lectureQuestion } from '../lecture/lecture_view';
import type { StageState, StageStore } from '../stage/stage_state';

const NONE: readonly Choice[] = [];

/** The answers that a mark's question offers, made from the stage at the mark. */
export function choicesAt({ session, frame }: StageState, stop: MarkStop): readonly Choice[] {
  const { ask } = stop.mark;
  if (!session || !ask) return NONE;
  const { trace, info, scheme } = session;
  const { position } = stop;
  const here = frame?.at === position ? frame : undefined;
  return choicesOf(ask, { trace, info, scheme, position, frame: here });
}

/** The answers of the open question at the playhead, in the order in which digits choose them. */
export function openChoices(state: StageState): readonly Choice[] {
  const stop = openAt(state);
  return stop ? choicesAt(state, stop) : NONE;
}

/** Gives the answer with this number, from 0; false where no open question has it. */
export function choose(store: StageStore, index: number): boolean {
  const state = store.getState();
  const stop = openAt(state);
  const choice = stop && choicesAt(state, stop)[index];
  if (!stop || !choice || state.grading) return false;
  void state.answer(stop.index, choice.answer);
  return true;
}

function openAt(state: StageState): MarkStop | undefined {
  if (inLecture(state)) return lectureQuestion(state);
  const { narration, session, at, answers } = state;
  const stop = narration && session ? markAt(session.marks, at) : undefined;
  const open = stop?.mark.ask && stop.position === at && !(stop.index in answers);
  return open ? stop : undefined;
}
