import { useEffect } from 'react';
import { atSpeed } from '../store/browser/playing_speed';
import { useMedia } from '../ui/hooks/use_media';
import { useRace, useRaceStore } from './race_context';
import { knownTime, playhead } from './store/race_store';

/** The duration of a complete playback, ms. */
const LENGTH = 10_000;
/** The time between two pictures; with reduced motion there are few. */
const FRAME = 50;
const STILL = 1000;

/**
 * Moves the playhead while playing, from the start if it is at the end; it waits for slower runs.
 */
export function useRacePlayback(): void {
  const store = useRaceStore();
  const playing = useRace((state) => state.playing);
  const reduced = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    if (!playing) return;
    const { race, goTo } = store.getState();
    const duration = race?.setup.duration ?? 0;
    if (playhead(store.getState()) >= duration) goTo(0);
    const pause = reduced ? STILL : FRAME;
    const timer = setInterval(() => {
      const state = store.getState();
      if (!state.race || document.hidden) return state.play(false);
      const known = knownTime(state.race);
      const at = Math.min(known, playhead(state) + (duration * pause) / atSpeed(LENGTH));
      state.goTo(at);
      if (at >= duration || (at >= known && state.work !== 'measuring')) state.play(false);
    }, pause);
    return () => clearInterval(timer);
  }, [store, playing, reduced]);
}
