import { useEffect } from 'react';
import { atSpeed } from '../store/browser/playing_speed';
import { useStage, useStageStore } from '../store/stage/stage_context';
import { useCompare, useCompareStore } from './compare_context';

/** Milliseconds that each step stays on the screen. */
const PACE = 750;

/** Steps both sides on while playing; playing stops at the end, and when the page is hidden. */
export function useComparePlayback(): void {
  const store = useCompareStore();
  const stage = useStageStore();
  const playing = useCompare((state) => state.mode === 'playing');
  const at = useCompare((state) => state.at);
  const size = useStage((state) => state.stepSize);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new moment starts a new wait.
  useEffect(() => {
    if (!playing) return;
    const on = () => store.getState().step(1, stage.getState().stepSize);
    const timer = setTimeout(on, atSpeed(PACE));
    const stop = () => document.hidden && store.getState().play(false);
    document.addEventListener('visibilitychange', stop);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', stop);
    };
  }, [store, stage, playing, at, size]);
}
