import { useEffect } from 'react';
import { markAt } from '../model/lecture/marks';
import { atSpeed } from '../store/browser/playing_speed';
import { inLecture } from '../store/lecture/lecture_view';
import { useOnStage, usePosition, useStageStore } from '../store/stage/stage_context';
import { play } from '../store/stage/stage_controls';
import type { OnStage } from '../store/stage/stage_state';
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
function restAt({ session, at, narration }: OnStage, text: ReturnType<typeof useText>): number {
  const stop = narration ? markAt(session.marks, at) : undefined;
  if (stop?.position !== at) return PACE;
  const { say, pause } = stop.mark;
  return pause ? pause * 1000 : Math.max(PACE, readingTime(text(say)));
}

/** Steps on while playing; stops at the end, at a question and when the page is hidden. */
export function usePlayback(): void {
  const store = useStageStore();
  const text = useText();
  const playing = useOnStage(({ playing }) => playing);
  const at = usePosition();
  useEffect(() => {
    const { onStage, next, step } = store.getState();
    if (!playing || !onStage) return;
    if (inLecture(onStage)) {
      // A lecture has one way forward: playing goes on to the next mark.
      play(store, false);
      next();
      return;
    }
    const timer = setTimeout(
      () => {
        const { session } = store.getState().onStage ?? onStage;
        if (at >= session.trace.length) play(store, false);
        else step(1);
        const now = store.getState().onStage;
        if (now && openQuestion(now)) play(store, false);
      },
      atSpeed(restAt(onStage, text)),
    );
    const stop = () => document.hidden && play(store, false);
    document.addEventListener('visibilitychange', stop);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', stop);
    };
  }, [store, text, playing, at]);
}
