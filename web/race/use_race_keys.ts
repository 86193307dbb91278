import { isButton, useKeys } from '../ui/hooks/use_keys';
import { useRaceStore } from './race_context';
import { knownTime, playhead } from './store/race_store';

/** The fraction of the race by which an arrow key moves the playhead; with shift it is a tenth. */
const STEPS = 50;

/** Handles the keys: space plays, arrows scrub, `c` cuts the power, `r` runs or cancels. */
export function useRaceKeys(onHelp: () => void): void {
  const store = useRaceStore();
  useKeys((event) => {
    const { key, shiftKey } = event;
    const state = store.getState();
    const { race, goTo, play, show, shown } = state;
    const running = state.work === 'measuring';
    const step = (race?.setup.duration ?? 0) / STEPS / (shiftKey ? 10 : 1);
    const move = (to: number) => {
      play(false);
      goTo(to);
    };
    if (key === '?') onHelp();
    else if (key === 'r') running ? state.cancel() : void state.run();
    else if (key === 'Escape' && shown !== undefined) show(undefined);
    else if (!race) return false;
    else if (key === ' ' && !isButton(event.target)) play(!state.playing);
    else if (key === 'ArrowRight') move(playhead(state) + step);
    else if (key === 'ArrowLeft') move(playhead(state) - step);
    else if (key === 'Home') move(0);
    else if (key === 'End') move(knownTime(race));
    else if (key === 'c' && !running) void state.cutAll();
    else return false;
    return true;
  });
}
