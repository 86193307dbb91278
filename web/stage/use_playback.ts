import { useEffect } from 'react';
import { useStage, useStageStore } from '../store/stage_context';

/** Milliseconds that each step stays on the screen. */
const PACE = 750;

/** Steps on while playing; stops at the end, at a question and when the page is hidden. */
export function usePlayback(): void {
  const store = useStageStore();
  const playing = useStage((state) => state.playing);
  const at = useStage((state) => state.at);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      const { session, step } = store.getState();
      if (at >= (session?.trace.length ?? 0)) store.setState({ playing: false });
      else step(1);
    }, PACE);
    const stop = () => document.hidden && store.setState({ playing: false });
    document.addEventListener('visibilitychange', stop);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', stop);
    };
  }, [store, playing, at]);
}
