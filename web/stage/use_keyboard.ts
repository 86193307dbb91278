import { STEP_SIZES } from '../model/trace/steps';
import { mayCut, setAttempt } from '../store/lecture/lecture_moves';
import { inLecture, lectureQuestion } from '../store/lecture/lecture_view';
import { useStageStore } from '../store/stage/stage_context';
import { chooseStep, closeCut, openCut, play } from '../store/stage/stage_controls';
import type { StageStore } from '../store/stage/stage_state';
import { isButton, type Press, useKeys } from '../ui/hooks/use_keys';

interface KeyActions {
  readonly onHelp: () => void;
  readonly onMarks: () => void;
}

/**
 * Gives the answer with this number to the open question; the code that answers comes with the
 * first question.
 */
async function answerBy(store: StageStore, number: number): Promise<void> {
  const { choose } = await import('../store/grading/open_choices');
  choose(store, number);
}

/** The actions of the keys of a lecture; undefined outside of one. */
function actInLecture(store: StageStore, event: Press): boolean | undefined {
  const state = store.getState();
  const { onStage } = state;
  if (!onStage || !inLecture(onStage)) return undefined;
  const { key, shiftKey } = event;
  const size = STEP_SIZES[Number(key) - 1];
  if (/^[1-9]$/.test(key) && lectureQuestion(onStage)) void answerBy(store, Number(key) - 1);
  else if (size) setAttempt(store, { fine: size });
  else if (shiftKey && key === 'ArrowRight') state.step(1);
  else if (shiftKey && key === 'ArrowLeft') state.step(-1);
  else if (key === 'ArrowRight' || key === 'PageDown') state.next();
  else if (key === 'ArrowLeft' || key === 'PageUp') state.back();
  else if (key === ' ' && !isButton(event.target)) state.next();
  else if (key === 'c' && !mayCut(state)) return true;
  else return undefined;
  return true;
}

function act(store: StageStore, event: Press, actions: KeyActions): boolean {
  const { step, goTo, onStage } = store.getState();
  const done = actInLecture(store, event);
  if (done !== undefined) return done;
  const size = STEP_SIZES[Number(event.key) - 1];
  if (size) chooseStep(store, size);
  else if (event.key === 'ArrowRight' || event.key === 'PageDown')
    step(1, event.shiftKey ? 'micro-operation' : undefined);
  else if (event.key === 'ArrowLeft' || event.key === 'PageUp')
    step(-1, event.shiftKey ? 'micro-operation' : undefined);
  else if (event.key === 'Home') goTo(0);
  else if (event.key === 'End') goTo(onStage?.session.trace.length ?? 0);
  else if (event.key === ' ' && !isButton(event.target)) play(store, !onStage?.playing);
  else if (event.key === 'c') openCut(store);
  else if (event.key === 'Escape' && onStage?.cutting) closeCut(store);
  else if (event.key === 'm') actions.onMarks();
  else if (event.key === '?') actions.onHelp();
  else return false;
  return true;
}

/** Handles the keys of the stage, wherever the focus is, except in text fields. */
export function useKeyboard(actions: KeyActions, enabled: boolean): void {
  const store = useStageStore();
  useKeys((event) => act(store, event, actions), enabled);
}
