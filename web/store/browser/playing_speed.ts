import { createStore } from 'zustand/vanilla';
import { oneOf } from '../../model/values/shape';
import { localValue } from './local_value';

/**
 * @file How fast everything plays that plays by itself: stage, lecture, comparison and race; kept
 * in the browser.
 */

export const SPEEDS = ['0.5', '1', '2'] as const;
export type Speed = (typeof SPEEDS)[number];

const KEY = 'afterimage.speed';

export const playingSpeed = createStore<{ readonly speed: Speed }>()(() => ({
  speed: (localValue(KEY, oneOf(SPEEDS), 'preferences') as Speed | undefined) ?? '1',
}));
playingSpeed.subscribe(({ speed }) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(speed));
  } catch {
    // The storage may be barred; the page then forgets the speed, and works.
  }
});

export const setSpeed = (speed: Speed): void => playingSpeed.setState({ speed });

/** The duration at the chosen speed of something that takes so many milliseconds. */
export const atSpeed = (milliseconds: number): number =>
  milliseconds / Number(playingSpeed.getState().speed);
