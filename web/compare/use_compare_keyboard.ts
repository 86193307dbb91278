import { STEP_SIZES } from '../model/trace/steps';
import { useStageStore } from '../store/stage/stage_context';
import { chooseStep } from '../store/stage/stage_controls';
import type { StageStore } from '../store/stage/stage_state';
import { isButton, type Press, useKeys } from '../ui/hooks/use_keys';
import { useCompareStore } from './compare_context';
import { FIRST_MOMENT, lastMoment } from './model/clock';
import { type CompareStore, clockOf } from './store/compare_store';

function act(store: CompareStore, stage: StageStore, event: Press, onHelp: () => void): boolean {
  const { step, goTo, play, showCut, mode } = store.getState();
  const size = event.shiftKey ? 'micro-operation' : stage.getState().stepSize;
  const chosen = STEP_SIZES[Number(event.key) - 1];
  if (chosen) chooseStep(stage, chosen);
  else if (event.key === 'ArrowRight' || event.key === 'PageDown') step(1, size);
  else if (event.key === 'ArrowLeft' || event.key === 'PageUp') step(-1, size);
  else if (event.key === 'Home') goTo(FIRST_MOMENT);
  else if (event.key === 'End') goTo(lastMoment(clockOf(store.getState())));
  else if (event.key === ' ' && !isButton(event.target)) play(mode !== 'playing');
  else if (event.key === 'c') showCut(true);
  else if (event.key === 'Escape' && mode === 'cutting') showCut(false);
  else if (event.key === '?') onHelp();
  else return false;
  return true;
}

/** The stage's keys, for both sides at once. */
export function useCompareKeyboard(onHelp: () => void): void {
  const store = useCompareStore();
  const stage = useStageStore();
  useKeys((event) => act(store, stage, event, onHelp));
}
