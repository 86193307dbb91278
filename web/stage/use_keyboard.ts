import { STEP_SIZES } from '../model/steps';
import { useStageStore } from '../store/stage_context';
import type { StageStore } from '../store/stage_store';
import { isButton, useKeys } from '../ui/use_keys';

interface KeyActions {
  readonly onHelp: () => void;
  readonly onMarks: () => void;
}

function act(store: StageStore, event: KeyboardEvent, actions: KeyActions): boolean {
  const { step, goTo, set, session, playing, cutPanel } = store.getState();
  const size = STEP_SIZES[Number(event.key) - 1];
  if (size) set({ stepSize: size });
  else if (event.key === 'ArrowRight' || event.key === 'PageDown')
    step(1, event.shiftKey ? 'micro-operation' : undefined);
  else if (event.key === 'ArrowLeft' || event.key === 'PageUp')
    step(-1, event.shiftKey ? 'micro-operation' : undefined);
  else if (event.key === 'Home') goTo(0);
  else if (event.key === 'End') goTo(session?.trace.length ?? 0);
  else if (event.key === ' ' && !isButton(event.target)) set({ playing: !playing });
  else if (event.key === 'c' || event.key === 'C') set({ cutPanel: true, playing: false });
  else if (event.key === 'Escape' && cutPanel) set({ cutPanel: false });
  else if (event.key === 'm' || event.key === 'M') actions.onMarks();
  else if (event.key === '?') actions.onHelp();
  else return false;
  return true;
}

/** The keys of the stage, wherever the focus is, but for places where one types. */
export function useKeyboard(actions: KeyActions, enabled: boolean): void {
  const store = useStageStore();
  useKeys((event) => act(store, event, actions), enabled);
}
