import { useCallback, useEffect, useRef, useState } from 'react';
import type { Opening } from './model/opening';
import {
  beatSeen,
  beatStart,
  momentAt,
  nextChange,
  type OpeningMoment,
  openingLength,
} from './model/opening_clock';

export interface OpeningClock extends OpeningMoment {
  readonly playing: boolean;
  /** The milliseconds since the beginning, at the last change. */
  readonly time: number;
  play(): void;
  pause(): void;
  /** Shows all of a beat, and stays there. */
  show(beat: number): void;
}

interface ClockState {
  readonly time: number;
  readonly playing: boolean;
}

/** Returns the clock. `still` makes it begin paused, at its end where `known`. */
export function useOpeningClock(opening: Opening, still: boolean, known: boolean): OpeningClock {
  const last = opening.beats.length - 1;
  const [state, setState] = useState<ClockState>(() => ({
    time: known ? openingLength(opening) : still ? beatSeen(opening, 0) : 0,
    playing: !still && !known,
  }));
  const { time, playing } = state;
  /** The moment at which `time` was the present, while it plays. */
  const since = useRef(0);

  useEffect(() => {
    if (!playing) return undefined;
    since.current = performance.now();
    const next = nextChange(opening, time);
    if (next === undefined) {
      setState({ time, playing: false });
      return undefined;
    }
    const timer = setTimeout(() => setState({ time: next, playing: true }), next - time);
    return () => clearTimeout(timer);
  }, [opening, playing, time]);

  const pause = useCallback(() => {
    setState((before) =>
      before.playing
        ? { time: before.time + (performance.now() - since.current), playing: false }
        : before,
    );
  }, []);
  const play = useCallback(() => {
    setState((before) => ({
      time: before.time >= beatSeen(opening, last) ? 0 : before.time,
      playing: true,
    }));
  }, [opening, last]);
  const show = useCallback(
    (beat: number) => {
      const to = Math.max(0, Math.min(last, beat));
      const end = to === last ? openingLength(opening) : beatSeen(opening, to);
      setState({ time: Math.max(beatStart(opening, to), end), playing: false });
    },
    [opening, last],
  );

  // A hidden page pauses, and goes on where it was left.
  useEffect(() => {
    if (!playing) return undefined;
    let hidden = false;
    const changed = () => {
      if (document.hidden) {
        hidden = true;
        pause();
      }
    };
    document.addEventListener('visibilitychange', changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      if (!hidden) return;
      const back = () => {
        if (document.hidden) return;
        document.removeEventListener('visibilitychange', back);
        play();
      };
      document.addEventListener('visibilitychange', back);
    };
  }, [playing, pause, play]);

  return { ...momentAt(opening, time), time, playing, play, pause, show };
}
