import { useEffect } from 'react';
import { markAt } from '../model/lecture/marks';
import { atSpeed } from '../store/browser/playing_speed';
import { useStage, useStageStore } from '../store/stage/stage_context';
import { play } from '../store/stage/stage_controls';
import type { StageState } from '../store/stage/stage_state';
import { useText } from '../ui/use_text';
import { openQuestion } from './open_question';

/** Milliseconds that each step stays on the screen. */
const PACE = 750;
/** The milliseconds that a reader needs for a letter, and for a Chinese character. */
const LETTER = 45;
const CHARACTER = 140;

/** The time that it takes to read a text, in milliseconds. */
export function readingTime(words: string): number {
  const characters = words.match(/\p{Script=Han}/gu)?.length ?? 0;
  return characters * CHARACTER + (words.length - characters) * LETTER;
}

/**
 * The time that the stage rests at a position while it plays: at narration, until that can be read.
 */
function restAt({ session, at, narration }: StageState, text: ReturnType<typeof useText>): number {
  const stop = narration && session ? markAt(session.marks, at) : undefined;
  if (stop?.position !== at) return PACE;
  const { say, pause } = stop.mark;
  return pause ? pause * 1000 : Math.max(PACE, readingTime(text(say)));
}

/** Steps on while playing; stops at the end, at a question and when the page is hidden. */
export function usePlayback(): void {
  const store = useStageStore();
  const text = useText();
  const playing = useStage((state) => state.playing);
  const at = useStage((state) => state.at);
  useEffect(() => {
    if (!playing) return;
    if (store.getState().lecture.kind !== 'off') {
      // A lecture has one way forward: playing goes on to the next mark.
      play(store, false);
      store.getState().next();
      return;
    }
    const timer = setTimeout(
      () => {
        const { session, step } = store.getState();
        if (at >= (session?.trace.length ?? 0)) play(store, false);
        else step(1);
        if (openQuestion(store.getState())) play(store, false);
      },
      atSpeed(restAt(store.getState(), text)),
    );
    const stop = () => document.hidden && play(store, false);
    document.addEventListener('visibilitychange', stop);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', stop);
    };
  }, [store, text, playing, at]);
}
